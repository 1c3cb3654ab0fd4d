package io.lockstep.codecs.schema;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;

/**
 * A schema declared by a record, and the way between the two. Components may be byte, short, char, int, long, boolean,
 * String, another record, an array of byte, short, int or long, a List of records, or a Map from Integer or Long to
 * records; {@link WireField} says the rest. Null is absent; an absent component is 0, null, or an empty array, List or
 * Map.
 *
 * <p>For convenience: it allocates. The hot path sets the slots of a {@link SchemaValue}. Immutable and thread-safe.
 *
 * @param <R> the record
 */
public final class RecordSchema<R extends Record> {

    private final Constructor<R> constructor;
    private final RecordField[] fields;
    private final Schema schema;

    private RecordSchema(final Constructor<R> constructor, final RecordField[] fields, final Schema schema) {
        this.constructor = constructor;
        this.fields = fields;
        this.schema = schema;
    }

    /**
     * Reads a declaration.
     *
     * @param type the record
     * @param <R>  the record
     * @return its schema
     * @throws IllegalArgumentException if a component's type is none of those above, or its size out of range
     */
    public static <R extends Record> RecordSchema<R> of(final Class<R> type) {
        return of(type, 1);
    }

    static <R extends Record> RecordSchema<R> of(final Class<R> type, final int depth) {
        if (depth > Schema.MAX_DEPTH) {
            throw new IllegalArgumentException(type + " is nested deeper than " + Schema.MAX_DEPTH);
        }
        final RecordComponent[] components = type.getRecordComponents();
        final RecordField[] fields = new RecordField[components.length];
        final Class<?>[] types = new Class<?>[components.length];
        final SchemaBuilder builder = Schema.builder();
        for (int i = 0; i < components.length; i++) {
            fields[i] = RecordField.of(components[i], depth);
            types[i] = components[i].getType();
            builder.add(fields[i].property());
        }
        final Schema schema = builder.build();
        for (final RecordField field : fields) {
            field.index(schema.indexOf(field.property().name()));
        }
        try {
            final Constructor<R> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return new RecordSchema<>(constructor, fields, schema);
        } catch (final NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " has no canonical constructor", e);
        }
    }

    /**
     * The declaration.
     *
     * @return the schema
     */
    public Schema schema() {
        return schema;
    }

    /**
     * Puts a record's components into a value.
     *
     * @param from what to write
     * @param to   of this schema; what it had is gone
     * @throws IllegalArgumentException if a number or string does not fit its declaration
     */
    public void write(final R from, final SchemaValue to) {
        to.clear();
        put(from, to);
    }

    /** Puts a record of the right class, known only at run time, into a cleared value. */
    void put(final Object from, final SchemaValue to) {
        for (final RecordField field : fields) {
            field.write(from, to);
        }
    }

    /**
     * Makes a record.
     *
     * @param from of this schema
     * @return the record; null if its own constructor refuses what came in
     */
    public R read(final SchemaValue from) {
        final Object[] arguments = new Object[fields.length];
        for (int i = 0; i < fields.length; i++) {
            arguments[i] = fields[i].read(from);
        }
        try {
            return constructor.newInstance(arguments);
        } catch (final InvocationTargetException refused) {
            return null;
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException(constructor + " cannot be called", e);
        }
    }
}
