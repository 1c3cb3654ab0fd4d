package io.lockstep.codecs.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a message consists of: declared once, known to both ends, not sent. Reading and writing go by the same
 * declaration, so that their order cannot differ.
 *
 * <p>Properties are numbered from 0 in the order of the wire: all numbers, all strings, then arrays, maps, objects and
 * booleans, those of one kind in the order of their declaration.
 *
 * <p>Immutable and thread-safe.
 */
public final class Schema {

    /** Most properties that are no booleans, and most booleans: each has one bit of a long. */
    public static final int MAX_PROPERTIES = 64;

    /** Longest string: its length is one byte. */
    public static final int MAX_STRING_BYTES = 255;

    /** Most elements of an array or map: their count is at most two bytes. */
    public static final int MAX_COUNT = 0xFFFF;

    /** Deepest nesting of schemas, so that recursion is bounded by the declaration. */
    public static final int MAX_DEPTH = 8;

    /** Most properties with those of nested schemas, which a value has slots for from the start. */
    public static final int MAX_NESTED_PROPERTIES = 4096;

    private final List<Property> properties;
    private final int[] firstOfKind = new int[SchemaKind.values().length + 1];
    private final int depth;
    private final int nestedProperties;

    Schema(final List<Property> properties) {
        this.properties = properties;
        int deepest = 0;
        int nested = properties.size();
        for (final Property property : properties) {
            for (int kind = property.kind().ordinal(); kind < SchemaKind.values().length; kind++) {
                firstOfKind[kind + 1]++;
            }
            deepest = Math.max(deepest, property.schema() == null ? 0 : property.schema().depth);
            // Each is within its limit, and there are at most 128: no overflow.
            nested += property.schema() == null ? 0 : property.schema().nestedProperties;
        }
        depth = deepest + 1;
        nestedProperties = nested;
    }

    /**
     * Starts a declaration.
     *
     * @return an empty builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The properties in the order of the wire.
     *
     * @return an unmodifiable list
     */
    public List<Property> properties() {
        return properties;
    }

    /**
     * Finds a property. To be asked once, not in the hot path.
     *
     * @param name its name
     * @return its index
     * @throws IllegalArgumentException if there is none of that name
     */
    public int indexOf(final String name) {
        final int index = find(name);
        if (index < 0) {
            throw new IllegalArgumentException("no property \"" + name + '"');
        }
        return index;
    }

    /** The index of a property, −1 if there is none. */
    int find(final String name) {
        for (int i = 0; i < properties.size(); i++) {
            if (properties.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * How many bytes the bitmask of the properties present takes.
     *
     * @return 0 to 8
     */
    public int propertiesBytes() {
        return bytesFor(maskedCount());
    }

    /**
     * How many bytes the booleans take.
     *
     * @return 0 to 8
     */
    public int booleanBytes() {
        return bytesFor(count(SchemaKind.BOOLEAN));
    }

    private static int bytesFor(final int bits) {
        return (bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    /**
     * The shortest message: nothing but the bitmask and the booleans.
     *
     * @return at least 1
     */
    public int minBytes() {
        return propertiesBytes() + booleanBytes();
    }

    /** How deep schemas are nested; 1 for a flat one. */
    int depth() {
        return depth;
    }

    int nestedProperties() {
        return nestedProperties;
    }

    int first(final SchemaKind kind) {
        return firstOfKind[kind.ordinal()];
    }

    int count(final SchemaKind kind) {
        return firstOfKind[kind.ordinal() + 1] - firstOfKind[kind.ordinal()];
    }

    /** The properties of a kind, in the order of the wire. */
    List<Property> all(final SchemaKind kind) {
        return properties.subList(first(kind), first(kind) + count(kind));
    }

    /** How many properties have a bit that says whether they are present. */
    int maskedCount() {
        return first(SchemaKind.BOOLEAN);
    }

    /** The first property of all has the highest bit in use. */
    long presenceBit(final int index) {
        return 1L << maskedCount() - 1 - index;
    }

    /** The first boolean has the highest bit in use. */
    long booleanBit(final int index) {
        return 1L << properties.size() - 1 - index;
    }

    /** The place among its kind, or a complaint about a caller who mixes up kinds. */
    int slot(final int index, final SchemaKind kind) {
        final int slot = index - first(kind);
        if (slot < 0 || slot >= count(kind)) {
            throw new IllegalArgumentException("property " + index + " is no " + kind);
        }
        return slot;
    }

    /**
     * One declared property. {@link Builder} makes them.
     *
     * @param name   its name, unique in the schema; in JSON the name of the field
     * @param kind   what it is
     * @param bytes  of a number, of each number of an array, of each key of a map: 1 to 8; otherwise 0
     * @param signed whether such a number is a two's complement
     * @param max    most bytes of a string or elements of an array or map; otherwise 0
     * @param schema of an object, of the objects in an array or map; otherwise null
     */
    public record Property(String name, SchemaKind kind, int bytes, boolean signed, int max,
                           @Nullable Schema schema) {

        /** Counts up to this are one byte, larger ones two. */
        static final int MAX_SMALL_COUNT = 0xFF;

        /** Of what has objects. */
        Schema nested() {
            return Objects.requireNonNull(schema, name);
        }

        /**
         * Checks the declaration.
         *
         * @param name   its name
         * @param kind   what it is
         * @param bytes  of a number or key
         * @param signed whether a number is a two's complement
         * @param max    most bytes or elements
         * @param schema of objects
         * @throws IllegalArgumentException if the name is empty or a size out of range
         */
        public Property {
            final boolean numeric = kind == SchemaKind.NUMBER || kind == SchemaKind.MAP
                || kind == SchemaKind.ARRAY && schema == null;
            final boolean counted = kind == SchemaKind.ARRAY || kind == SchemaKind.MAP;
            final int maxLimit = counted ? MAX_COUNT : kind == SchemaKind.STRING ? MAX_STRING_BYTES : 0;
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a " + kind + " without a name");
            }
            if (numeric ? bytes < 1 || bytes > Long.BYTES : bytes != 0) {
                throw new IllegalArgumentException(kind + " \"" + name + "\" of " + bytes + " bytes");
            }
            if (max > maxLimit || max < Math.min(maxLimit, 1)) {
                throw new IllegalArgumentException(kind + " \"" + name + "\" of at most " + max + ", not 1 to "
                    + maxLimit);
            }
            if (schema == null && (kind == SchemaKind.MAP || kind == SchemaKind.OBJECT)) {
                throw new IllegalArgumentException(kind + " \"" + name + "\" without a schema");
            }
        }

        /** How many bytes a count of elements takes. */
        int countBytes() {
            return max > MAX_SMALL_COUNT ? Short.BYTES : Byte.BYTES;
        }

        /** The least that one element takes, with its key: never 0, or a count could promise more than follows. */
        int minElementBytes() {
            return bytes + (schema == null ? 0 : schema.minBytes());
        }

        /** Is a number in range? */
        boolean holds(final long value) {
            if (bytes == Long.BYTES) {
                return true;
            }
            final int bits = bytes * Byte.SIZE;
            return signed ? value >> bits - 1 == value >> Long.SIZE - 1 : value >>> bits == 0;
        }

        /** The number whose lowest bytes these are. */
        long extend(final long raw) {
            final int unused = Long.SIZE - bytes * Byte.SIZE;
            return signed ? raw << unused >> unused : raw;
        }

        long check(final long value) {
            if (!holds(value)) {
                throw new IllegalArgumentException(name + ": " + value + " does not fit into " + bytes
                    + (signed ? " signed bytes" : " bytes"));
            }
            return value;
        }
    }

    /** Declares a {@link Schema}, property by property. Not thread-safe. */
    public static final class Builder {

        private final List<Property> properties = new ArrayList<>();

        Builder() {
        }

        /**
         * Declares an unsigned number.
         *
         * @param name  its name
         * @param bytes 1 to 8
         * @return this
         * @throws IllegalArgumentException if the name is taken or a size out of range
         */
        public Builder number(final String name, final int bytes) {
            return add(new Property(name, SchemaKind.NUMBER, bytes, false, 0, null));
        }

        /**
         * Declares a number in two's complement.
         *
         * @param name  its name
         * @param bytes 1 to 8
         * @return this
         * @throws IllegalArgumentException if the name is taken or a size out of range
         */
        public Builder signedNumber(final String name, final int bytes) {
            return add(new Property(name, SchemaKind.NUMBER, bytes, true, 0, null));
        }

        /**
         * Declares a string.
         *
         * @param name     its name
         * @param maxBytes longest in UTF-8, 1 to 255
         * @return this
         * @throws IllegalArgumentException if the name is taken or a size out of range
         */
        public Builder string(final String name, final int maxBytes) {
            return add(new Property(name, SchemaKind.STRING, 0, false, maxBytes, null));
        }

        /**
         * Declares a boolean.
         *
         * @param name its name
         * @return this
         * @throws IllegalArgumentException if the name is taken
         */
        public Builder bool(final String name) {
            return add(new Property(name, SchemaKind.BOOLEAN, 0, false, 0, null));
        }

        /**
         * Declares an array of unsigned numbers.
         *
         * @param name  its name
         * @param bytes of each number, 1 to 8
         * @param max   most numbers, 1 to 65,535
         * @return this
         * @throws IllegalArgumentException if the name is taken or a size out of range
         */
        public Builder numbers(final String name, final int bytes, final int max) {
            return add(new Property(name, SchemaKind.ARRAY, bytes, false, max, null));
        }

        /**
         * Declares an array of numbers in two's complement.
         *
         * @param name  its name
         * @param bytes of each number, 1 to 8
         * @param max   most numbers, 1 to 65,535
         * @return this
         * @throws IllegalArgumentException if the name is taken or a size out of range
         */
        public Builder signedNumbers(final String name, final int bytes, final int max) {
            return add(new Property(name, SchemaKind.ARRAY, bytes, true, max, null));
        }

        /**
         * Declares an array of objects.
         *
         * @param name    its name
         * @param element the schema of each
         * @param max     most objects, 1 to 65,535
         * @return this
         * @throws IllegalArgumentException if the name is taken or a size out of range
         */
        public Builder objects(final String name, final Schema element, final int max) {
            return add(new Property(name, SchemaKind.ARRAY, 0, false, max, element));
        }

        /**
         * Declares a map from unsigned numbers to objects.
         *
         * @param name     its name
         * @param keyBytes of each key, 1 to 8
         * @param element  the schema of each object
         * @param max      most entries, 1 to 65,535
         * @return this
         * @throws IllegalArgumentException if the name is taken or a size out of range
         */
        public Builder map(final String name, final int keyBytes, final Schema element, final int max) {
            return add(new Property(name, SchemaKind.MAP, keyBytes, false, max, element));
        }

        /**
         * Declares a nested object.
         *
         * @param name   its name
         * @param schema what it consists of
         * @return this
         * @throws IllegalArgumentException if the name is taken
         */
        public Builder object(final String name, final Schema schema) {
            return add(new Property(name, SchemaKind.OBJECT, 0, false, 0, schema));
        }

        Builder add(final Property property) {
            for (final Property other : properties) {
                if (other.name().equals(property.name())) {
                    throw new IllegalArgumentException("two properties named \"" + property.name() + '"');
                }
            }
            properties.add(property);
            return this;
        }

        /**
         * Ends the declaration.
         *
         * @return the schema
         * @throws IllegalArgumentException if nothing, too much or too deep a nesting was declared
         */
        public Schema build() {
            final List<Property> ordered = new ArrayList<>();
            for (final SchemaKind kind : SchemaKind.values()) {
                for (final Property property : properties) {
                    if (property.kind() == kind) {
                        ordered.add(property);
                    }
                }
            }
            final Schema schema = new Schema(List.copyOf(ordered));
            final int booleans = schema.count(SchemaKind.BOOLEAN);
            if (ordered.isEmpty() || schema.maskedCount() > MAX_PROPERTIES || booleans > MAX_PROPERTIES) {
                throw new IllegalArgumentException(schema.maskedCount() + " properties and " + booleans
                    + " booleans, not 1 to " + MAX_PROPERTIES);
            }
            if (schema.depth() > MAX_DEPTH || schema.nestedProperties() > MAX_NESTED_PROPERTIES) {
                throw new IllegalArgumentException("nested " + schema.depth() + " deep with "
                    + schema.nestedProperties() + " properties, not " + MAX_DEPTH + " and " + MAX_NESTED_PROPERTIES);
            }
            return schema;
        }
    }
}
