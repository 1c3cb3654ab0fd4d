package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.FieldReader;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.WireCode;

/**
 * Reads the fields of JSON messages. The first thing that is wrong is remembered with the name of its field, and
 * reading goes no further; until then every getter may be called as if all were well.
 */
final class JsonInput implements FieldReader {

    private final JsonReader reader;
    private WireCode code = WireCode.OK;
    private String where;
    private String current;

    JsonInput(final JsonReader reader) {
        this.reader = reader;
    }

    void reset() {
        code = WireCode.OK;
        where = null;
        current = null;
    }

    @Override
    public WireCode code() {
        return code;
    }

    /** The field that is wrong, or null. */
    String where() {
        return where;
    }

    @Override
    public void fail(final WireCode why) {
        if (code == WireCode.OK) {
            code = why;
            where = current;
        }
    }

    private void fail(final WireCode why, final String field) {
        current = field;
        fail(why);
    }

    @Override
    public void object(final String[] names, final int optional, final Fields fields) {
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

    @Override
    public void array(final Elements elements) {
        if (reader.token() != JsonToken.BEGIN_ARRAY) {
            fail(WireCode.JSON_FIELD);
            return;
        }
        while (code == WireCode.OK && reader.next() != JsonToken.END_ARRAY) {
            elements.element(this);
        }
    }

    @Override
    public boolean isNull() {
        return reader.token() == JsonToken.NULL;
    }

    @Override
    public boolean isObject() {
        return reader.token() == JsonToken.BEGIN_OBJECT;
    }

    @Override
    public void skip() {
        reader.skip();
    }

    @Override
    public long unsigned(final int bits) {
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

    @Override
    public void version() {
        if (!reader.isUnsigned()) {
            fail(WireCode.JSON_FIELD);
        } else if (!reader.textIs(Integer.toString(Message.VERSION))) {
            fail(WireCode.VERSION);
        }
    }

    @Override
    public boolean bool() {
        if (reader.token() != JsonToken.TRUE && reader.token() != JsonToken.FALSE) {
            fail(WireCode.JSON_FIELD);
        }
        return reader.token() == JsonToken.TRUE;
    }

    @Override
    public String text() {
        if (reader.token() != JsonToken.STRING) {
            fail(WireCode.JSON_FIELD);
            return "";
        }
        return reader.text();
    }

    @Override
    public int hexLength(final int max) {
        if (reader.token() != JsonToken.STRING) {
            fail(WireCode.JSON_FIELD);
            return 0;
        }
        final int length = reader.hexLength();
        if (length < 0 || length > max) {
            fail(length < 0 ? WireCode.HEX : WireCode.TOO_LARGE);
            return 0;
        }
        return length;
    }

    @Override
    public void hex(final byte[] target, final int offset) {
        reader.hex(target, offset);
    }
}
