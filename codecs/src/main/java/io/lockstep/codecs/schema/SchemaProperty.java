package io.lockstep.codecs.schema;

/**
 * One declared property. {@link SchemaBuilder} makes them.
 *
 * @param name   its name, unique in the schema; in JSON the name of the field
 * @param kind   what it is
 * @param bytes  of a number, of each number of an array, of each key of a map: 1 to 8; otherwise 0
 * @param signed whether such a number is a two's complement
 * @param max    most bytes of a string or elements of an array or map; otherwise 0
 * @param schema of an object, of the objects in an array or map; otherwise null
 */
public record SchemaProperty(String name, SchemaKind kind, int bytes, boolean signed, int max, Schema schema) {

    /** Counts up to this are one byte, larger ones two. */
    static final int MAX_SMALL_COUNT = 0xFF;

    /**
     * Checks the declaration.
     *
     * @throws IllegalArgumentException if the name is empty or a size out of range
     */
    public SchemaProperty {
        final boolean numeric = kind == SchemaKind.NUMBER || kind == SchemaKind.MAP
            || kind == SchemaKind.ARRAY && schema == null;
        final boolean counted = kind == SchemaKind.ARRAY || kind == SchemaKind.MAP;
        final int maxLimit = counted ? Schema.MAX_COUNT : kind == SchemaKind.STRING ? Schema.MAX_STRING_BYTES : 0;
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a " + kind + " without a name");
        }
        if (numeric ? bytes < 1 || bytes > Long.BYTES : bytes != 0) {
            throw new IllegalArgumentException(kind + " \"" + name + "\" of " + bytes + " bytes");
        }
        if (max > maxLimit || max < Math.min(maxLimit, 1)) {
            throw new IllegalArgumentException(kind + " \"" + name + "\" of at most " + max + ", not 1 to " + maxLimit);
        }
        if (schema == null && (kind == SchemaKind.MAP || kind == SchemaKind.OBJECT)) {
            throw new IllegalArgumentException(kind + " \"" + name + "\" without a schema");
        }
    }

    /** How many bytes a count of elements takes. */
    int countBytes() {
        return max > MAX_SMALL_COUNT ? Short.BYTES : Byte.BYTES;
    }

    /** The least that one element takes, key included: never 0, so that a count cannot promise more than follows. */
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
