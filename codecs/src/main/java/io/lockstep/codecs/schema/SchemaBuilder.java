package io.lockstep.codecs.schema;

import java.util.ArrayList;
import java.util.List;

/** Declares a {@link Schema}, property by property. Not thread-safe. */
public final class SchemaBuilder {

    private final List<SchemaProperty> properties = new ArrayList<>();

    SchemaBuilder() {
    }

    /**
     * Declares an unsigned number.
     *
     * @param name  its name
     * @param bytes 1 to 8
     * @return this
     * @throws IllegalArgumentException if the name is taken or a size out of range
     */
    public SchemaBuilder number(final String name, final int bytes) {
        return add(new SchemaProperty(name, SchemaKind.NUMBER, bytes, false, 0, null));
    }

    /**
     * Declares a number in two's complement.
     *
     * @param name  its name
     * @param bytes 1 to 8
     * @return this
     * @throws IllegalArgumentException if the name is taken or a size out of range
     */
    public SchemaBuilder signedNumber(final String name, final int bytes) {
        return add(new SchemaProperty(name, SchemaKind.NUMBER, bytes, true, 0, null));
    }

    /**
     * Declares a string.
     *
     * @param name     its name
     * @param maxBytes longest in UTF-8, 1 to 255
     * @return this
     * @throws IllegalArgumentException if the name is taken or a size out of range
     */
    public SchemaBuilder string(final String name, final int maxBytes) {
        return add(new SchemaProperty(name, SchemaKind.STRING, 0, false, maxBytes, null));
    }

    /**
     * Declares a boolean.
     *
     * @param name its name
     * @return this
     * @throws IllegalArgumentException if the name is taken
     */
    public SchemaBuilder bool(final String name) {
        return add(new SchemaProperty(name, SchemaKind.BOOLEAN, 0, false, 0, null));
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
    public SchemaBuilder numbers(final String name, final int bytes, final int max) {
        return add(new SchemaProperty(name, SchemaKind.ARRAY, bytes, false, max, null));
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
    public SchemaBuilder signedNumbers(final String name, final int bytes, final int max) {
        return add(new SchemaProperty(name, SchemaKind.ARRAY, bytes, true, max, null));
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
    public SchemaBuilder objects(final String name, final Schema element, final int max) {
        return add(new SchemaProperty(name, SchemaKind.ARRAY, 0, false, max, element));
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
    public SchemaBuilder map(final String name, final int keyBytes, final Schema element, final int max) {
        return add(new SchemaProperty(name, SchemaKind.MAP, keyBytes, false, max, element));
    }

    /**
     * Declares a nested object.
     *
     * @param name   its name
     * @param schema what it consists of
     * @return this
     * @throws IllegalArgumentException if the name is taken
     */
    public SchemaBuilder object(final String name, final Schema schema) {
        return add(new SchemaProperty(name, SchemaKind.OBJECT, 0, false, 0, schema));
    }

    SchemaBuilder add(final SchemaProperty property) {
        for (final SchemaProperty other : properties) {
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
        final List<SchemaProperty> ordered = new ArrayList<>();
        for (final SchemaKind kind : SchemaKind.values()) {
            for (final SchemaProperty property : properties) {
                if (property.kind() == kind) {
                    ordered.add(property);
                }
            }
        }
        final Schema schema = new Schema(List.copyOf(ordered));
        final int booleans = schema.count(SchemaKind.BOOLEAN);
        if (ordered.isEmpty() || schema.maskedCount() > Schema.MAX_PROPERTIES || booleans > Schema.MAX_PROPERTIES) {
            throw new IllegalArgumentException(schema.maskedCount() + " properties and " + booleans
                + " booleans, not 1 to " + Schema.MAX_PROPERTIES);
        }
        if (schema.depth() > Schema.MAX_DEPTH || schema.nestedProperties() > Schema.MAX_NESTED_PROPERTIES) {
            throw new IllegalArgumentException("nested " + schema.depth() + " deep with " + schema.nestedProperties()
                + " properties, not " + Schema.MAX_DEPTH + " and " + Schema.MAX_NESTED_PROPERTIES);
        }
        return schema;
    }
}
