package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.WireCode;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of JSON messages. The first thing that is wrong is remembered with the name of its field, and
 * reading goes no further; until then every getter may be called as if all were well.
 */
final class JsonInput {

    private static final byte[] NOTHING = {};

    /** Takes one member of an object; the input stands at its value. */
    @FunctionalInterface
    interface Fields {

        void field(int index, JsonInput in);
    }

    /** Takes one element of an array; the input stands at it. */
    @FunctionalInterface
    interface Elements {

        void element(JsonInput in);
    }

    private final JsonReader reader;
    private WireCode code = WireCode.OK;
    private @Nullable String where;
    private @Nullable String current;

    JsonInput(final JsonReader reader) {
        this.reader = reader;
    }

    void reset() {
        code = WireCode.OK;
        where = null;
        current = null;
    }

    /** What is wrong; OK while nothing is. */
    WireCode code() {
        return code;
    }

    /** The field that is wrong, or null. */
    @Nullable String where() {
        return where;
    }

    /** Refuses the field read last; OK refuses nothing, and the first refusal stands. */
    void fail(final WireCode why) {
        if (code == WireCode.OK) {
            code = why;
            where = current;
        }
    }

    private void fail(final WireCode why, final String field) {
        current = field;
        fail(why);
    }

    /** Reads an object: each of these names once, in any order, and no other. Those of the bits may be missing. */
    void object(final String[] names, final int optional, final Fields fields) {
        if (reader.token() != JsonToken.BEGIN_OBJECT) {
            fail(WireCode.JSON_FIELD);
            return;
        }
        int seen = optional;
        int given = 0;
        while (code == WireCode.OK && reader.next() == JsonToken.NAME) {
            final int index = indexOf(names);
            if (index < 0 || (given & 1 << index) != 0) {
                fail(WireCode.JSON_FIELD, reader.text());
                return;
            }
            given |= 1 << index;
            seen |= 1 << index;
            current = names[index];
            reader.next();
            fields.field(index, this);
        }
        final int missing = Integer.numberOfTrailingZeros(~seen);
        if (code == WireCode.OK && missing < names.length) {
            fail(WireCode.JSON_FIELD, names[missing]);
        }
    }

    private int indexOf(final String[] names) {
        for (int i = 0; i < names.length; i++) {
            if (reader.textIs(names[i])) {
                return i;
            }
        }
        return -1;
    }

    void array(final Elements elements) {
        if (reader.token() != JsonToken.BEGIN_ARRAY) {
            fail(WireCode.JSON_FIELD);
            return;
        }
        while (code == WireCode.OK && reader.next() != JsonToken.END_ARRAY) {
            elements.element(this);
        }
    }

    boolean isNull() {
        return reader.token() == JsonToken.NULL;
    }

    boolean isObject() {
        return reader.token() == JsonToken.BEGIN_OBJECT;
    }

    /** Passes over the value, whatever it is. */
    void skip() {
        reader.skip();
    }

    /** An integer of so many bits, 1 to 64; 0 if anything is wrong. */
    long unsigned(final int bits) {
        if (!reader.isUnsigned()) {
            fail(WireCode.JSON_FIELD);
            return 0;
        }
        if (!reader.fits(bits)) {
            fail(WireCode.RANGE);
            return 0;
        }
        return reader.unsigned();
    }

    int u8() {
        return (int) unsigned(Byte.SIZE);
    }

    int u16() {
        return (int) unsigned(Short.SIZE);
    }

    int u32() {
        return (int) unsigned(Integer.SIZE);
    }

    /** A player or a peer; 0 if anything is wrong. */
    int player() {
        final int value = u8();
        if (value < Message.MAX_PLAYERS) {
            return value;
        }
        fail(WireCode.RANGE);
        return 0;
    }

    /** Reads the version of the protocol, which must be the one spoken here. */
    void version() {
        if (!reader.isUnsigned()) {
            fail(WireCode.JSON_FIELD);
        } else if (!reader.textIs(Integer.toString(Message.VERSION))) {
            fail(WireCode.VERSION);
        }
    }

    boolean bool() {
        if (reader.token() != JsonToken.TRUE && reader.token() != JsonToken.FALSE) {
            fail(WireCode.JSON_FIELD);
        }
        return reader.token() == JsonToken.TRUE;
    }

    String text() {
        if (reader.token() != JsonToken.STRING) {
            fail(WireCode.JSON_FIELD);
            return "";
        }
        return reader.text();
    }

    /** One of the constants, by its name; the first one if anything is wrong. */
    <E extends Enum<E>> E constant(final E[] constants) {
        final String name = text();
        for (final E constant : constants) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        fail(WireCode.RANGE);
        return constants[0];
    }

    /** Bytes in hexadecimal digits; none if anything is wrong. */
    byte[] hex(final int max) {
        if (reader.token() != JsonToken.STRING) {
            fail(WireCode.JSON_FIELD);
            return NOTHING;
        }
        final int length = reader.hexLength();
        if (length < 0 || length > max) {
            fail(length < 0 ? WireCode.HEX : WireCode.TOO_LARGE);
            return NOTHING;
        }
        final byte[] bytes = new byte[length];
        reader.hex(bytes, 0);
        return bytes;
    }
}
