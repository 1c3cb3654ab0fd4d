package io.lockstep.codecs.schema;

import io.lockstep.codecs.Utf8;
import io.lockstep.codecs.json.JsonWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The properties of one object, in primitive slots that are reused: a state, a message with all of it, or one with what
 * changed. A property is present or absent; an absent one reads as 0, the empty string, nothing. Booleans are always
 * there.
 *
 * <p>For a flat schema nothing is allocated after the first use at a size; arrays, maps and objects keep what they grew
 * to. Not thread-safe.
 */
public final class SchemaValue implements SchemaElement<SchemaValue> {

    private static final byte[] NO_BYTES = {};

    private final Schema schema;
    private final long[] numbers;
    private final byte[][] strings;
    private final int[] stringLengths;
    private final List<SchemaArray<SchemaValue>> arrays;
    private final List<SchemaMap<SchemaValue>> maps;
    private final List<SchemaValue> objects;
    private long present;
    private long booleans;

    /**
     * A value with every property absent and every boolean false.
     *
     * @param schema what it consists of
     */
    public SchemaValue(final Schema schema) {
        this.schema = schema;
        numbers = new long[schema.count(SchemaKind.NUMBER)];
        strings = new byte[schema.count(SchemaKind.STRING)][];
        Arrays.fill(strings, NO_BYTES);
        stringLengths = new int[strings.length];
        arrays = schema.all(SchemaKind.ARRAY).stream()
            .map(property -> new SchemaArray<>(property, SchemaValue::new)).toList();
        maps = schema.all(SchemaKind.MAP).stream()
            .map(property -> new SchemaMap<>(property, SchemaValue::new)).toList();
        objects = schema.all(SchemaKind.OBJECT).stream()
            .map(property -> new SchemaValue(property.nested())).toList();
    }

    /**
     * What the value consists of.
     *
     * @return the schema
     */
    public Schema schema() {
        return schema;
    }

    /** Makes every property absent and every boolean false. */
    @Override
    public void clear() {
        Arrays.fill(numbers, 0);
        Arrays.fill(stringLengths, 0);
        // By number: an iterator would be an object each time.
        for (int i = 0; i < arrays.size(); i++) {
            arrays.get(i).clear();
        }
        for (int i = 0; i < maps.size(); i++) {
            maps.get(i).clear();
        }
        for (int i = 0; i < objects.size(); i++) {
            objects.get(i).clear();
        }
        present = 0;
        booleans = 0;
    }

    /**
     * Is a property present?
     *
     * @param index its index; not a boolean's
     * @return false after {@link #clear}, true once it was set
     * @throws IllegalArgumentException if there is no such property
     */
    public boolean present(final int index) {
        if (index < 0 || index >= schema.maskedCount()) {
            throw new IllegalArgumentException("property " + index + " is always present, or none");
        }
        return (present & schema.presenceBit(index)) != 0;
    }

    private void mark(final int index) {
        present |= schema.presenceBit(index);
    }

    /**
     * Reads a number.
     *
     * @param index its index
     * @return the number; all 64 bits of an unsigned one of 8 bytes
     * @throws IllegalArgumentException if the property is no number
     */
    public long number(final int index) {
        return numbers[schema.slot(index, SchemaKind.NUMBER)];
    }

    /**
     * Sets a number.
     *
     * @param index its index
     * @param value in the range of the declared bytes
     * @throws IllegalArgumentException if the property is no number, or the value does not fit
     */
    public void setNumber(final int index, final long value) {
        final int slot = schema.slot(index, SchemaKind.NUMBER);
        numbers[slot] = schema.properties().get(index).check(value);
        mark(index);
    }

    /**
     * Reads a string.
     *
     * @param index its index
     * @return a new string
     * @throws IllegalArgumentException if the property is no string
     */
    public String string(final int index) {
        final int slot = schema.slot(index, SchemaKind.STRING);
        return new String(strings[slot], 0, stringLengths[slot], StandardCharsets.UTF_8);
    }

    /**
     * Sets a string, without allocation once one as long was set.
     *
     * @param index its index
     * @param text  at most as many bytes of UTF-8 as declared; half a surrogate pair becomes a question mark
     * @throws IllegalArgumentException if the property is no string, or the text is too long
     */
    public void setString(final int index, final CharSequence text) {
        final int slot = schema.slot(index, SchemaKind.STRING);
        final int length = Utf8.length(text);
        if (length > schema.properties().get(index).max()) {
            throw new IllegalArgumentException(schema.properties().get(index).name() + " of " + length + " bytes");
        }
        Utf8.encode(text, room(slot, length));
        mark(index);
    }

    private byte[] room(final int slot, final int length) {
        if (strings[slot].length < length) {
            strings[slot] = new byte[length];
        }
        stringLengths[slot] = length;
        return strings[slot];
    }

    /** Takes a string that was checked. */
    void readString(final int index, final ByteBuffer source, final int from, final int length) {
        source.get(from, room(schema.slot(index, SchemaKind.STRING), length), 0, length);
        mark(index);
    }

    int stringLength(final int index) {
        return stringLengths[index - schema.first(SchemaKind.STRING)];
    }

    byte[] stringBytes(final int index) {
        return strings[index - schema.first(SchemaKind.STRING)];
    }

    /**
     * Reads a boolean.
     *
     * @param index its index
     * @return its value
     * @throws IllegalArgumentException if the property is no boolean
     */
    public boolean bool(final int index) {
        schema.slot(index, SchemaKind.BOOLEAN);
        return (booleans & schema.booleanBit(index)) != 0;
    }

    /**
     * Sets a boolean.
     *
     * @param index its index
     * @param value its value
     * @throws IllegalArgumentException if the property is no boolean
     */
    public void setBool(final int index, final boolean value) {
        schema.slot(index, SchemaKind.BOOLEAN);
        final long bit = schema.booleanBit(index);
        booleans = value ? booleans | bit : booleans & ~bit;
    }

    /**
     * An array, to be read.
     *
     * @param index its index
     * @return the array, empty while it is absent; always the same
     * @throws IllegalArgumentException if the property is no array
     */
    public SchemaArray<SchemaValue> array(final int index) {
        return arrays.get(schema.slot(index, SchemaKind.ARRAY));
    }

    /**
     * An array, to be changed; it is present from now on.
     *
     * @param index its index
     * @return the array
     * @throws IllegalArgumentException if the property is no array
     */
    public SchemaArray<SchemaValue> editArray(final int index) {
        final SchemaArray<SchemaValue> array = array(index);
        mark(index);
        return array;
    }

    /**
     * A map, to be read.
     *
     * @param index its index
     * @return the map, empty while it is absent; always the same
     * @throws IllegalArgumentException if the property is no map
     */
    public SchemaMap<SchemaValue> map(final int index) {
        return maps.get(schema.slot(index, SchemaKind.MAP));
    }

    /**
     * A map, to be changed; it is present from now on.
     *
     * @param index its index
     * @return the map
     * @throws IllegalArgumentException if the property is no map
     */
    public SchemaMap<SchemaValue> editMap(final int index) {
        final SchemaMap<SchemaValue> map = map(index);
        mark(index);
        return map;
    }

    /**
     * An object, to be read.
     *
     * @param index its index
     * @return the object, with nothing present while it is absent; always the same
     * @throws IllegalArgumentException if the property is no object
     */
    public SchemaValue object(final int index) {
        return objects.get(schema.slot(index, SchemaKind.OBJECT));
    }

    /**
     * An object, to be changed; it is present from now on.
     *
     * @param index its index
     * @return the object
     * @throws IllegalArgumentException if the property is no object
     */
    public SchemaValue editObject(final int index) {
        final SchemaValue object = object(index);
        mark(index);
        return object;
    }

    long presentBits() {
        return present;
    }

    long booleanBits() {
        return booleans;
    }

    void setBooleanBits(final long bits) {
        booleans = bits;
    }

    /**
     * Becomes the same as another value.
     *
     * @param other of the same schema
     * @throws IllegalArgumentException if it is of another
     */
    @Override
    public void copyFrom(final SchemaValue other) {
        check(other);
        if (other == this) {
            return;
        }
        clear();
        for (int i = 0; i < schema.maskedCount(); i++) {
            if (other.present(i)) {
                copyProperty(i, other);
            }
        }
        booleans = other.booleans;
    }

    private void check(final SchemaValue other) {
        if (other.schema != schema) {
            throw new IllegalArgumentException("values of two schemas");
        }
    }

    /** Takes one property that is present in the other value. */
    void copyProperty(final int index, final SchemaValue other) {
        switch (schema.properties().get(index).kind()) {
            case NUMBER -> numbers[index] = other.numbers[index];
            case STRING -> {
                final int length = other.stringLength(index);
                System.arraycopy(other.stringBytes(index), 0,
                    room(index - schema.first(SchemaKind.STRING), length), 0, length);
            }
            case ARRAY -> array(index).copyFrom(other.array(index));
            case MAP -> map(index).copyFrom(other.map(index));
            default -> object(index).copyFrom(other.object(index));
        }
        mark(index);
    }

    /**
     * Compares two values.
     *
     * @param other of the same schema
     * @return true if the same properties are present with the same content, and the booleans are the same
     * @throws IllegalArgumentException if it is of another schema
     */
    @Override
    public boolean sameAs(final SchemaValue other) {
        check(other);
        if (present != other.present || booleans != other.booleans) {
            return false;
        }
        for (int i = 0; i < schema.maskedCount(); i++) {
            if (present(i) && !sameProperty(i, other)) {
                return false;
            }
        }
        return true;
    }

    /** Compares one property that is present in both. */
    boolean sameProperty(final int index, final SchemaValue other) {
        return switch (schema.properties().get(index).kind()) {
            case NUMBER -> numbers[index] == other.numbers[index];
            case STRING -> Arrays.equals(stringBytes(index), 0, stringLength(index),
                other.stringBytes(index), 0, other.stringLength(index));
            case ARRAY -> array(index).sameAs(other.array(index));
            case MAP -> map(index).sameAs(other.map(index));
            default -> object(index).sameAs(other.object(index));
        };
    }

    /**
     * The value as JSON.
     *
     * @return a new string
     */
    @Override
    public String toString() {
        final JsonWriter writer = new JsonWriter();
        writeTo(writer);
        return writer.toString();
    }

    /**
     * The JSON form: an object with the properties present and all booleans; arrays as arrays, maps as objects whose
     * names are the keys in decimal, a key that is gone with null. Allocates.
     */
    void writeTo(final JsonWriter writer) {
        writer.beginObject();
        for (int i = 0; i < schema.properties().size(); i++) {
            final Schema.Property property = schema.properties().get(i);
            if (property.kind() == SchemaKind.BOOLEAN) {
                writer.name(property.name()).bool(bool(i));
            } else if (present(i)) {
                writer.name(property.name());
                write(i, property, writer);
            }
        }
        writer.endObject();
    }

    private void write(final int index, final Schema.Property property, final JsonWriter writer) {
        switch (property.kind()) {
            case NUMBER -> write(number(index), property, writer);
            case STRING -> writer.string(string(index));
            case ARRAY -> {
                writer.beginArray();
                final SchemaArray<SchemaValue> array = array(index);
                for (int i = 0; i < array.count(); i++) {
                    if (property.schema() == null) {
                        write(array.number(i), property, writer);
                    } else {
                        array.object(i).writeTo(writer);
                    }
                }
                writer.endArray();
            }
            case MAP -> write(map(index), writer);
            default -> object(index).writeTo(writer);
        }
    }

    private static void write(final long number, final Schema.Property property, final JsonWriter writer) {
        if (property.signed()) {
            writer.signed(number);
        } else {
            writer.unsigned(number);
        }
    }

    private static void write(final SchemaMap<SchemaValue> map, final JsonWriter writer) {
        writer.beginObject();
        for (int i = 0; i < map.count(); i++) {
            map.value(i).writeTo(writer.name(Long.toUnsignedString(map.key(i))));
        }
        for (int i = 0; i < map.removedCount(); i++) {
            writer.name(Long.toUnsignedString(map.removedKey(i))).nothing();
        }
        writer.endObject();
    }
}
