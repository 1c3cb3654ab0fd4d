package io.lockstep.codecs.schema;

import io.lockstep.codecs.Utf8;
import io.lockstep.codecs.json.JsonReader;
import io.lockstep.codecs.json.JsonToken;
import java.nio.ByteBuffer;

/** Reads the JSON form, which {@link SchemaValue#writeTo} writes. Allocates. */
final class SchemaJson {

    /** Every level is an object, perhaps within an array or map. */
    private static final int MAX_JSON_DEPTH = 2 * Schema.MAX_DEPTH;

    /** Far above any message; only there so that there is a limit. */
    private static final int MAX_JSON_BYTES = 16 << 20;

    /** Digits of the longest 64-bit number. */
    private static final int MAX_DIGITS = 20;

    private final JsonReader reader = new JsonReader(MAX_JSON_BYTES, MAX_JSON_DEPTH);
    private int arrays;
    private boolean wrong;

    SchemaJson() {
    }

    /** Fills a cleared message; what it holds after anything but OK is of no use. */
    SchemaCode read(final ByteBuffer source, final SchemaValue message) {
        reader.wrap(source);
        wrong = false;
        arrays = 0;
        if (reader.next() == JsonToken.BEGIN_OBJECT) {
            object(message);
        } else {
            wrong = true;
        }
        if (reader.token() != JsonToken.ERROR && !wrong) {
            reader.next();
        }
        if (reader.token() == JsonToken.ERROR) {
            return reader.tooLarge() ? SchemaCode.TOO_LARGE : SchemaCode.JSON;
        }
        return wrong ? SchemaCode.JSON_FIELD : SchemaCode.OK;
    }

    private boolean more(final JsonToken end) {
        return !wrong && reader.next() != JsonToken.ERROR && reader.token() != end;
    }

    /** Reads behind the opening brace, to the closing one. */
    private void object(final SchemaValue message) {
        final Schema schema = message.schema();
        long seenBooleans = 0;
        while (more(JsonToken.END_OBJECT)) {
            final int index = schema.find(reader.text());
            if (index < 0) {
                wrong = true;
            } else if (index >= schema.maskedCount()) {
                wrong = (seenBooleans & schema.booleanBit(index)) != 0;
                seenBooleans |= schema.booleanBit(index);
                reader.next();
                wrong |= reader.token() != JsonToken.TRUE && reader.token() != JsonToken.FALSE;
                message.setBool(index, reader.token() == JsonToken.TRUE);
            } else if (message.present(index)) {
                wrong = true;
            } else {
                reader.next();
                property(message, index, schema.properties().get(index));
            }
        }
        wrong |= Long.bitCount(seenBooleans) != schema.count(SchemaKind.BOOLEAN);
    }

    private void property(final SchemaValue message, final int index, final Schema.Property property) {
        switch (property.kind()) {
            case NUMBER -> {
                final long number = number(property);
                if (!wrong) {
                    message.setNumber(index, number);
                }
            }
            case STRING -> string(message, index, property);
            case ARRAY -> {
                if (expect(JsonToken.BEGIN_ARRAY)) {
                    array(message.editArray(index), property);
                }
            }
            case MAP -> {
                if (expect(JsonToken.BEGIN_OBJECT)) {
                    map(message.editMap(index), property);
                }
            }
            default -> {
                if (expect(JsonToken.BEGIN_OBJECT)) {
                    object(message.editObject(index));
                }
            }
        }
    }

    private boolean expect(final JsonToken token) {
        wrong = reader.token() != token;
        return !wrong;
    }

    private void string(final SchemaValue message, final int index, final Schema.Property property) {
        if (expect(JsonToken.STRING)) {
            final String text = reader.text();
            wrong = Utf8.length(text) > property.max();
            if (!wrong) {
                message.setString(index, text);
            }
        }
    }

    private void array(final SchemaArray<SchemaValue> array, final Schema.Property property) {
        arrays++;
        while (more(JsonToken.END_ARRAY)) {
            if (array.full()) {
                wrong = true;
            } else if (property.schema() == null) {
                final long number = number(property);
                if (!wrong) {
                    array.addNumber(number);
                }
            } else if (expect(JsonToken.BEGIN_OBJECT)) {
                object(array.addObject());
            }
        }
        arrays--;
    }

    private void map(final SchemaMap<SchemaValue> map, final Schema.Property property) {
        while (more(JsonToken.END_OBJECT)) {
            final long key = parse(reader.text(), property);
            wrong |= map.get(key) != null || map.isRemoved(key);
            reader.next();
            if (wrong) {
                return;
            }
            if (reader.token() == JsonToken.NULL) {
                wrong = arrays > 0 || !map.addRemoved(key);
            } else if (map.count() == property.max()) {
                wrong = true;
            } else if (expect(JsonToken.BEGIN_OBJECT)) {
                object(map.put(key));
            }
        }
    }

    private long number(final Schema.Property property) {
        return expect(JsonToken.NUMBER) ? parse(reader.text(), property) : 0;
    }

    /** A whole number in its shortest form and in range, or wrong. */
    private long parse(final String text, final Schema.Property property) {
        final boolean negative = text.startsWith("-");
        final String digits = negative ? text.substring(1) : text;
        wrong = digits.isEmpty() || digits.length() > MAX_DIGITS || negative && !property.signed()
            || digits.charAt(0) == '0' && (digits.length() > 1 || negative);
        long value = 0;
        for (int i = 0; i < digits.length() && !wrong; i++) {
            final int digit = digits.charAt(i) - '0';
            wrong = digit < 0 || digit > 9
                || Long.compareUnsigned(value, Long.divideUnsigned(-1L - Math.max(digit, 0), 10)) > 0;
            value = value * 10 + digit;
        }
        // A signed number has one value more below zero than above; in 64 bits its sign would turn.
        wrong |= property.signed() && value < 0 && !(negative && value == Long.MIN_VALUE);
        final long number = negative ? -value : value;
        wrong |= !property.holds(number);
        return wrong ? 0 : number;
    }
}
