package io.lockstep.codecs.schema;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
    private final Field[] fields;
    private final Schema schema;

    private RecordSchema(final Constructor<R> constructor, final Field[] fields, final Schema schema) {
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
        final Field[] fields = new Field[components.length];
        final Class<?>[] types = new Class<?>[components.length];
        final Schema.Builder builder = Schema.builder();
        for (int i = 0; i < components.length; i++) {
            fields[i] = Field.of(components[i], depth);
            types[i] = components[i].getType();
            builder.add(fields[i].property());
        }
        final Schema schema = builder.build();
        for (final Field field : fields) {
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
        for (final Field field : fields) {
            field.write(from, to);
        }
    }

    /**
     * Makes a record.
     *
     * @param from of this schema
     * @return the record; null if its own constructor refuses what came in
     */
    public @Nullable R read(final SchemaValue from) {
        final @Nullable Object[] arguments = new Object[fields.length];
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

    /** One component of a record and the property it is. */
    private static final class Field {

        private static final int DEFAULT_KEY_BYTES = 2;

        private final Method accessor;
        private final Class<?> type;
        private final Schema.Property property;
        private final @Nullable RecordSchema<?> element;
        private final boolean longKey;
        private int index;

        private Field(final RecordComponent component, final Schema.Property property,
                      final @Nullable RecordSchema<?> element) {
            accessor = component.getAccessor();
            accessor.setAccessible(true);
            type = component.getType();
            this.property = property;
            this.element = element;
            longKey = property.kind() == SchemaKind.MAP && argument(component, 0) == Long.class;
        }

        private RecordSchema<?> nested() {
            return Objects.requireNonNull(element, property.name());
        }

        static Field of(final RecordComponent component, final int depth) {
            final Class<?> type = component.getType();
            final WireField wire = component.getAnnotation(WireField.class);
            final int max = wire == null ? Schema.MAX_STRING_BYTES : wire.max();
            final String name = component.getName();
            if (type == boolean.class) {
                return new Field(component, new Schema.Property(name, SchemaKind.BOOLEAN, 0, false, 0, null), null);
            }
            if (type == String.class) {
                return new Field(component, new Schema.Property(name, SchemaKind.STRING, 0, false, max, null), null);
            }
            if (type.isRecord()) {
                final RecordSchema<?> nested = RecordSchema.of(type.asSubclass(Record.class), depth + 1);
                return new Field(component,
                    new Schema.Property(name, SchemaKind.OBJECT, 0, false, 0, nested.schema()), nested);
            }
            if (type == List.class || type == Map.class) {
                return collection(component, type == Map.class, wire, max, depth);
            }
            return numeric(component, wire, max);
        }

        private static Field collection(final RecordComponent component, final boolean map, final WireField wire,
                                              final int max, final int depth) {
            final Type key = map ? argument(component, 0) : Integer.class;
            if (!(argument(component, map ? 1 : 0) instanceof Class<?> nestedType) || !nestedType.isRecord()
                || key != Integer.class && key != Long.class) {
                throw new IllegalArgumentException(component + ": not of records, or not by Integer or Long");
            }
            final int keyBytes = wire == null || wire.bytes() == 0 ? DEFAULT_KEY_BYTES : wire.bytes();
            if (keyBytes > (key == Long.class ? Long.BYTES : Integer.BYTES)) {
                throw new IllegalArgumentException(component + ": keys of " + keyBytes + " bytes");
            }
            final RecordSchema<?> nested = RecordSchema.of(nestedType.asSubclass(Record.class), depth + 1);
            return new Field(component, new Schema.Property(component.getName(),
                map ? SchemaKind.MAP : SchemaKind.ARRAY, map ? keyBytes : 0, false, max, nested.schema()), nested);
        }

        private static Field numeric(final RecordComponent component, final WireField wire, final int max) {
            final Class<?> type = component.getType();
            final int widest = bytesOf(type.isArray() ? type.getComponentType() : type);
            final int bytes = wire == null || wire.bytes() == 0 ? widest : wire.bytes();
            if (bytes > widest || type == char[].class) {
                throw new IllegalArgumentException(component + ": cannot be a number of " + bytes + " bytes");
            }
            final boolean signed = type != char.class && (wire == null || wire.bytes() == 0 || wire.signed());
            return new Field(component, new Schema.Property(component.getName(),
                type.isArray() ? SchemaKind.ARRAY : SchemaKind.NUMBER, bytes, signed, type.isArray() ? max : 0, null),
                null);
        }

        private static int bytesOf(final Class<?> type) {
            return type == byte.class ? Byte.BYTES : type == short.class || type == char.class ? Short.BYTES
                : type == int.class ? Integer.BYTES : type == long.class ? Long.BYTES : 0;
        }

        private static @Nullable Type argument(final RecordComponent component, final int at) {
            return component.getGenericType() instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()[at] : null;
        }

        Schema.Property property() {
            return property;
        }

        void index(final int propertyIndex) {
            index = propertyIndex;
        }

        void write(final Object from, final SchemaValue to) {
            final Object value = get(from);
            if (value == null) {
                return;
            }
            switch (property.kind()) {
                case NUMBER -> to.setNumber(index, bits(value, type));
                case STRING -> to.setString(index, (String) value);
                case BOOLEAN -> to.setBool(index, (boolean) value);
                case OBJECT -> nested().put(value, to.editObject(index));
                case MAP -> {
                    final SchemaMap<SchemaValue> map = to.editMap(index);
                    ((Map<?, ?>) value).forEach((key, entry) ->
                        nested().put(entry, map.put(bits(key, longKey ? long.class : int.class))));
                }
                default -> writeArray(value, to.editArray(index));
            }
        }

        private void writeArray(final Object value, final SchemaArray<SchemaValue> array) {
            if (element != null) {
                ((List<?>) value).forEach(entry -> nested().put(entry, array.addObject()));
                return;
            }
            for (int i = 0; i < Array.getLength(value); i++) {
                array.addNumber(bits(Array.get(value, i), type.getComponentType()));
            }
        }

        private Object get(final Object from) {
            try {
                return accessor.invoke(from);
            } catch (final ReflectiveOperationException e) {
                throw new IllegalArgumentException(accessor + " cannot be called", e);
            }
        }

        /** An unsigned number as wide as its type takes all of its bits. */
        private long bits(final Object value, final Class<?> of) {
            if (value instanceof Character c) {
                return c;
            }
            final long number = ((Number) value).longValue();
            final int bytes = bytesOf(of);
            return property.signed() || property.bytes() < bytes || bytes == Long.BYTES ? number
                : number & (1L << bytes * Byte.SIZE) - 1;
        }

        @Nullable Object read(final SchemaValue from) {
            return switch (property.kind()) {
                case NUMBER -> box(from.number(index), type);
                case STRING -> from.present(index) ? from.string(index) : null;
                case BOOLEAN -> from.bool(index);
                case OBJECT -> from.present(index) ? nested().read(from.object(index)) : null;
                case MAP -> readMap(from.map(index));
                default -> readArray(from.array(index));
            };
        }

        private Object readMap(final SchemaMap<SchemaValue> map) {
            final Map<Object, Object> entries = new TreeMap<>();
            for (int i = 0; i < map.count(); i++) {
                entries.put(box(map.key(i), longKey ? long.class : int.class), nested().read(map.value(i)));
            }
            return entries;
        }

        private Object readArray(final SchemaArray<SchemaValue> array) {
            if (element != null) {
                final List<Object> entries = new ArrayList<>();
                for (int i = 0; i < array.count(); i++) {
                    entries.add(nested().read(array.object(i)));
                }
                return entries;
            }
            final Object numbers = Array.newInstance(type.getComponentType(), array.count());
            for (int i = 0; i < array.count(); i++) {
                Array.set(numbers, i, box(array.number(i), type.getComponentType()));
            }
            return numbers;
        }

        private static Object box(final long number, final Class<?> of) {
            if (of == byte.class) {
                return (byte) number;
            }
            if (of == short.class) {
                return (short) number;
            }
            if (of == char.class) {
                return (char) number;
            }
            return of == int.class ? (Object) (int) number : (Object) number;
        }
    }
}
