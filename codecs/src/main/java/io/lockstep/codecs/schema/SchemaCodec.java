package io.lockstep.codecs.schema;

import io.lockstep.codecs.json.JsonWriter;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/**
 * Writes and reads values of one schema, whole or as the difference from a value that both ends have. The form chosen
 * at construction is the only place that knows whether it is binary or JSON.
 *
 * <p>In the binary form nothing is allocated for a flat schema once strings as long were seen. Reusable, not
 * thread-safe.
 */
public final class SchemaCodec {

    private final SchemaForm form;
    private final Schema schema;
    private final SchemaReader reader = new SchemaReader();
    private final SchemaJson json = new SchemaJson();
    private final JsonWriter writer = new JsonWriter();
    private final SchemaValue changes;

    /**
     * A codec.
     *
     * @param schema what both ends agreed on
     * @param form   how to write and read; both ends must agree on it too
     */
    public SchemaCodec(final Schema schema, final SchemaForm form) {
        this.schema = schema;
        this.form = form;
        changes = new SchemaValue(schema);
    }

    /**
     * What is written and read.
     *
     * @return the schema
     */
    public Schema schema() {
        return schema;
    }

    /**
     * How long a message is, before it is written.
     *
     * @param message of this schema
     * @return bytes
     * @throws ArithmeticException if they are more than an int can count
     */
    public int size(final SchemaValue message) {
        check(message);
        if (form == SchemaForm.BINARY) {
            return Math.toIntExact(SchemaWriter.size(message));
        }
        message.writeTo(writer.reset());
        return writer.length();
    }

    /**
     * Writes a message.
     *
     * @param message of this schema
     * @param target  where to, from its position, which moves behind the message
     * @return how many bytes were written
     * @throws BufferOverflowException if there is no room for it; nothing was written
     */
    public int encode(final SchemaValue message, final ByteBuffer target) {
        final int size = size(message);
        if (size > target.remaining()) {
            throw new BufferOverflowException();
        }
        if (form == SchemaForm.BINARY) {
            SchemaWriter.write(message, target);
        } else {
            writer.copyTo(target);
        }
        return size;
    }

    /**
     * Reads a message.
     *
     * @param source  the message between position and limit, which do not move
     * @param message becomes what was read; cleared if anything is wrong
     * @return what was found
     */
    public SchemaCode decode(final ByteBuffer source, final SchemaValue message) {
        check(message);
        message.clear();
        final SchemaCode code = form == SchemaForm.BINARY ? reader.read(source, message) : json.read(source, message);
        if (code != SchemaCode.OK) {
            message.clear();
        }
        return code;
    }

    /**
     * Finds out what changed. What the newer value lacks counts as unchanged, but for keys of maps.
     *
     * @param older   of this schema
     * @param newer   of this schema
     * @param message becomes what is in the newer value and not in the older one, and all booleans
     * @throws IllegalArgumentException if the message is one of the two, or any is of another schema
     */
    public void difference(final SchemaValue older, final SchemaValue newer, final SchemaValue message) {
        check(older);
        check(newer);
        check(message);
        if (message == older || message == newer) {
            throw new IllegalArgumentException("the message is one of the values to be compared");
        }
        SchemaDelta.between(older, newer, message);
    }

    /**
     * Makes a state out of an older one and a message.
     *
     * @param message what changed
     * @param state   of this schema; untouched if anything is wrong
     * @return {@link SchemaCode#OK}, or {@link SchemaCode#TOO_LARGE} if a map has no room for what was added
     */
    public SchemaCode apply(final SchemaValue message, final SchemaValue state) {
        check(message);
        check(state);
        if (!SchemaDelta.fits(message, state)) {
            return SchemaCode.TOO_LARGE;
        }
        SchemaDelta.apply(message, state);
        return SchemaCode.OK;
    }

    /**
     * Writes what changed: {@link #difference} and {@link #encode} in one.
     *
     * @param older  what the reader has
     * @param newer  what it shall have
     * @param target where to, from its position, which moves behind the message
     * @return how many bytes were written
     * @throws BufferOverflowException if there is no room for it; nothing was written
     */
    public int encodeChanges(final SchemaValue older, final SchemaValue newer, final ByteBuffer target) {
        difference(older, newer, changes);
        return encode(changes, target);
    }

    /**
     * Reads what changed: {@link #decode} and {@link #apply} in one.
     *
     * @param source the message between position and limit, which do not move
     * @param state  what the writer wrote the difference from; untouched if anything is wrong
     * @return what was found
     */
    public SchemaCode decodeChanges(final ByteBuffer source, final SchemaValue state) {
        final SchemaCode code = decode(source, changes);
        return code == SchemaCode.OK ? apply(changes, state) : code;
    }

    private void check(final SchemaValue value) {
        if (value.schema() != schema) {
            throw new IllegalArgumentException("a value of another schema: " + value);
        }
    }
}
