package io.lockstep.codecs.schema;

import io.lockstep.codecs.Utf8;
import java.nio.ByteBuffer;

/**
 * Reads the binary form. Every read is checked against the end, every count against the bytes that follow, before
 * anything is allocated for it. Reusable, not thread-safe.
 */
final class SchemaReader {

    @SuppressWarnings("NullAway.Init") // given before it is used
    private ByteBuffer source;
    private int at;
    private int end;
    private int arrays;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private SchemaCode code;

    /** Fills a cleared message; what it holds after anything but OK is of no use. */
    SchemaCode read(final ByteBuffer bytes, final SchemaValue message) {
        source = bytes;
        at = bytes.position();
        end = bytes.limit();
        arrays = 0;
        code = SchemaCode.OK;
        object(message);
        if (ok() && at < end) {
            fail(SchemaCode.TRAILING);
        }
        return code;
    }

    private boolean ok() {
        return code == SchemaCode.OK;
    }

    private void fail(final SchemaCode why) {
        if (ok()) {
            code = why;
        }
    }

    private long number(final int bytes) {
        if (bytes > end - at) {
            fail(SchemaCode.TRUNCATED);
            return 0;
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << Byte.SIZE | source.get(at++) & 0xFF;
        }
        return value;
    }

    private long bits(final int bytes, final int count) {
        final long bits = number(bytes);
        if (count < Long.SIZE && bits >>> count != 0) {
            fail(SchemaCode.RESERVED);
        }
        return bits;
    }

    private void object(final SchemaValue message) {
        final Schema schema = message.schema();
        final long present = bits(schema.propertiesBytes(), schema.maskedCount());
        for (int i = 0; i < schema.maskedCount() && ok(); i++) {
            if ((present & schema.presenceBit(i)) != 0) {
                property(message, i, schema.properties().get(i));
            }
        }
        if (ok()) {
            message.setBooleanBits(bits(schema.booleanBytes(), schema.count(SchemaKind.BOOLEAN)));
        }
    }

    private void property(final SchemaValue message, final int index, final Schema.Property property) {
        switch (property.kind()) {
            case NUMBER -> message.setNumber(index, property.extend(number(property.bytes())));
            case STRING -> string(message, index, property);
            case ARRAY -> array(message.editArray(index), property);
            case MAP -> map(message.editMap(index), property);
            default -> object(message.editObject(index));
        }
    }

    private void string(final SchemaValue message, final int index, final Schema.Property property) {
        final int length = count(1, property.max(), 1);
        if (!ok()) {
            return;
        }
        if (!Utf8.valid(source, at, at + length)) {
            fail(SchemaCode.TEXT);
            return;
        }
        message.readString(index, source, at, length);
        at += length;
    }

    /** A count that the declaration allows and the bytes that follow can hold. */
    private int count(final int bytes, final int max, final int minElementBytes) {
        final int count = (int) number(bytes);
        if (count > max) {
            fail(SchemaCode.TOO_LARGE);
        } else if ((long) count * minElementBytes > end - at) {
            fail(SchemaCode.TRUNCATED);
        }
        return count;
    }

    private void array(final SchemaArray<SchemaValue> array, final Schema.Property property) {
        final int count = count(property.countBytes(), property.max(), property.minElementBytes());
        arrays++;
        for (int i = 0; i < count && ok(); i++) {
            if (property.schema() == null) {
                array.addNumber(property.extend(number(property.bytes())));
            } else {
                object(array.addObject());
            }
        }
        arrays--;
    }

    private void map(final SchemaMap<SchemaValue> map, final Schema.Property property) {
        final int count = count(property.countBytes(), property.max(), property.minElementBytes());
        long before = 0;
        for (int i = 0; i < count && ok(); i++) {
            final long key = number(property.bytes());
            if (i > 0 && Long.compareUnsigned(key, before) <= 0) {
                fail(SchemaCode.ORDER);
            }
            before = key;
            if (ok()) {
                object(map.put(key));
            }
        }
        if (ok()) {
            removed(map, property);
        }
    }

    private void removed(final SchemaMap<SchemaValue> map, final Schema.Property property) {
        final int count = count(property.countBytes(), property.max(), property.bytes());
        if (count > 0 && arrays > 0) {
            fail(SchemaCode.RESERVED);
        }
        long before = 0;
        for (int i = 0; i < count && ok(); i++) {
            final long key = number(property.bytes());
            if (i > 0 && Long.compareUnsigned(key, before) <= 0 || !map.addRemoved(key)) {
                fail(SchemaCode.ORDER);
            }
            before = key;
        }
    }
}
