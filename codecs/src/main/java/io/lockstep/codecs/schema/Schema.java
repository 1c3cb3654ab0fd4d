package io.lockstep.codecs.schema;

import java.util.List;

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

    private final List<SchemaProperty> properties;
    private final int[] firstOfKind = new int[SchemaKind.values().length + 1];
    private final int depth;
    private final int nestedProperties;

    Schema(final List<SchemaProperty> properties) {
        this.properties = properties;
        int deepest = 0;
        int nested = properties.size();
        for (final SchemaProperty property : properties) {
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
    public static SchemaBuilder builder() {
        return new SchemaBuilder();
    }

    /**
     * The properties in the order of the wire.
     *
     * @return an unmodifiable list
     */
    public List<SchemaProperty> properties() {
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
}
