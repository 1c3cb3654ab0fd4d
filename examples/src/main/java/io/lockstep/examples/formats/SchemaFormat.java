package io.lockstep.examples.formats;

import io.lockstep.codecs.schema.Schema;
import io.lockstep.codecs.schema.SchemaCode;
import io.lockstep.codecs.schema.SchemaCodec;
import io.lockstep.codecs.schema.SchemaForm;
import io.lockstep.codecs.schema.SchemaValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Messages of one schema. */
public final class SchemaFormat implements Format {

    private final SchemaCodec binary;
    private final SchemaCodec json;
    private final SchemaValue value;

    /**
     * With a schema.
     *
     * @param schema of all messages
     */
    public SchemaFormat(final Schema schema) {
        binary = new SchemaCodec(schema, SchemaForm.BINARY);
        json = new SchemaCodec(schema, SchemaForm.JSON);
        value = new SchemaValue(schema);
    }

    @Override
    public Answer decode(final ByteBuffer source) {
        final int length = source.remaining();
        final SchemaCode code = binary.decode(source, value);
        if (code != SchemaCode.OK) {
            return Answer.refused(code, code.meaning(), length);
        }
        final ByteBuffer text = ByteBuffer.allocate(json.size(value));
        json.encode(value, text);
        return Answer.of(new String(text.array(), StandardCharsets.UTF_8));
    }
}
