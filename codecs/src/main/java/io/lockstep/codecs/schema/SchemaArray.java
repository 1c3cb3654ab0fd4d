package io.lockstep.codecs.schema;

import java.util.Arrays;

/**
 * An array of numbers or of objects. It grows to what was needed most and keeps that. Not thread-safe.
 */
public final class SchemaArray {

    private final SchemaProperty property;
    private long[] numbers = {};
    private SchemaValue[] objects = {};
    private int count;

    SchemaArray(final SchemaProperty property) {
        this.property = property;
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
    public SchemaValue object(final int at) {
        check(at, false);
        return objects[at];
    }

    /**
     * Adds an object.
     *
     * @return the object, with nothing present
     * @throws IllegalArgumentException if the array is full, or one of numbers
     */
    public SchemaValue addObject() {
        checkRoom(false);
        if (count == objects.length) {
            objects = Arrays.copyOf(objects, grown());
        }
        if (objects[count] == null) {
            objects[count] = new SchemaValue(property.schema());
        }
        final SchemaValue object = objects[count++];
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

    void copyFrom(final SchemaArray other) {
        clear();
        for (int i = 0; i < other.count; i++) {
            if (property.schema() == null) {
                addNumber(other.numbers[i]);
            } else {
                addObject().copyFrom(other.objects[i]);
            }
        }
    }

    boolean sameAs(final SchemaArray other) {
        if (count != other.count || !Arrays.equals(numbers, 0, property.schema() == null ? count : 0,
            other.numbers, 0, property.schema() == null ? count : 0)) {
            return false;
        }
        for (int i = 0; i < count && property.schema() != null; i++) {
            if (!objects[i].sameAs(other.objects[i])) {
                return false;
            }
        }
        return true;
    }
}
