package io.lockstep.codecs.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * An array of numbers or of objects. It grows to what was needed most and keeps that. Not thread-safe.
 *
 * @param <V> its objects, {@link SchemaValue}
 */
public final class SchemaArray<V extends SchemaElement<V>> {

    private final Schema.Property property;
    private final Function<Schema, V> maker;
    /** Those that are there, and behind them those that were and will be used again. */
    private final List<V> objects = new ArrayList<>();
    private long[] numbers = {};
    private int count;

    SchemaArray(final Schema.Property property, final Function<Schema, V> maker) {
        this.property = property;
        this.maker = maker;
    }

    /**
     * How many elements there are.
     *
     * @return 0 to what was declared
     */
    public int count() {
        return count;
    }

    /** Removes every element. */
    public void clear() {
        count = 0;
    }

    /**
     * Reads a number.
     *
     * @param at which, from 0
     * @return the number
     * @throws IllegalArgumentException if there is no such element, or it is an object
     */
    public long number(final int at) {
        check(at, true);
        return numbers[at];
    }

    /**
     * Adds a number.
     *
     * @param value in the range of the declared bytes
     * @throws IllegalArgumentException if it is not, the array is full, or it is one of objects
     */
    public void addNumber(final long value) {
        checkRoom(true);
        property.check(value);
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, grown());
        }
        numbers[count++] = value;
    }

    /**
     * An object.
     *
     * @param at which, from 0
     * @return the object; may be changed
     * @throws IllegalArgumentException if there is no such element, or it is a number
     */
    public V object(final int at) {
        check(at, false);
        return objects.get(at);
    }

    /**
     * Adds an object.
     *
     * @return the object, with nothing present
     * @throws IllegalArgumentException if the array is full, or one of numbers
     */
    public V addObject() {
        checkRoom(false);
        if (count == objects.size()) {
            objects.add(maker.apply(property.nested()));
        }
        final V object = objects.get(count++);
        object.clear();
        return object;
    }

    boolean full() {
        return count == property.max();
    }

    private int grown() {
        return Math.min(property.max(), Math.max(1, 2 * count));
    }

    private void check(final int at, final boolean wantNumber) {
        if (at < 0 || at >= count || wantNumber != (property.schema() == null)) {
            throw new IllegalArgumentException(property.name() + ": element " + at + " of " + count);
        }
    }

    private void checkRoom(final boolean wantNumber) {
        if (full() || wantNumber != (property.schema() == null)) {
            throw new IllegalArgumentException(property.name() + ": one more than " + count
                + (wantNumber ? " as a number" : " as an object"));
        }
    }

    void copyFrom(final SchemaArray<V> other) {
        clear();
        for (int i = 0; i < other.count; i++) {
            if (property.schema() == null) {
                addNumber(other.numbers[i]);
            } else {
                addObject().copyFrom(other.objects.get(i));
            }
        }
    }

    boolean sameAs(final SchemaArray<V> other) {
        if (count != other.count || !Arrays.equals(numbers, 0, property.schema() == null ? count : 0,
            other.numbers, 0, property.schema() == null ? count : 0)) {
            return false;
        }
        for (int i = 0; i < count && property.schema() != null; i++) {
            if (!objects.get(i).sameAs(other.objects.get(i))) {
                return false;
            }
        }
        return true;
    }
}
