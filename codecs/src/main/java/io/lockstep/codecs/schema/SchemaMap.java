package io.lockstep.codecs.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Objects by number, in ascending order of their keys, which are unsigned. In a message with changes it also names the
 * keys that are gone. It grows to what was needed most and keeps that. Not thread-safe.
 *
 * @param <V> its objects, {@link SchemaValue}
 */
public final class SchemaMap<V extends SchemaElement<V>> {

    private final Schema.Property property;
    private final Function<Schema, V> maker;
    /** Those of the keys, and behind them those that were removed and will be used again. */
    private final List<V> values = new ArrayList<>();
    private long[] keys = {};
    private int count;
    private long[] removed = {};
    private int removedCount;

    SchemaMap(final Schema.Property property, final Function<Schema, V> maker) {
        this.property = property;
        this.maker = maker;
    }

    /**
     * How many entries there are.
     *
     * @return 0 to what was declared
     */
    public int count() {
        return count;
    }

    /**
     * The key of an entry.
     *
     * @param at which entry, from 0, in ascending order
     * @return its key, unsigned
     * @throws IllegalArgumentException if there is no such entry
     */
    public long key(final int at) {
        check(at, count);
        return keys[at];
    }

    /**
     * The object of an entry.
     *
     * @param at which entry, from 0, in ascending order
     * @return the object; may be changed
     * @throws IllegalArgumentException if there is no such entry
     */
    public V value(final int at) {
        check(at, count);
        return values.get(at);
    }

    /**
     * The object of a key.
     *
     * @param key unsigned
     * @return the object, which may be changed, or null
     */
    public @Nullable V get(final long key) {
        final int at = find(keys, count, key);
        return at < 0 ? null : values.get(at);
    }

    /**
     * The object of a key, which is added if it is not there.
     *
     * @param key in the range of the declared bytes, unsigned
     * @return the object; one that was added has nothing present
     * @throws IllegalArgumentException if the key is out of range, or the map is full
     */
    public V put(final long key) {
        property.check(key);
        final int found = find(keys, count, key);
        if (found >= 0) {
            return values.get(found);
        }
        if (count == property.max()) {
            throw new IllegalArgumentException(property.name() + ": one more than " + count);
        }
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, grown(count));
        }
        final V value = count == values.size() ? maker.apply(property.nested()) : values.remove(count);
        final int at = ~found;
        System.arraycopy(keys, at, keys, at + 1, count - at);
        keys[at] = key;
        values.add(at, value);
        count++;
        value.clear();
        return value;
    }

    /**
     * Removes an entry.
     *
     * @param key unsigned
     * @return true if it was there
     */
    public boolean remove(final long key) {
        final int at = find(keys, count, key);
        if (at < 0) {
            return false;
        }
        count--;
        System.arraycopy(keys, at + 1, keys, at, count - at);
        values.add(count, values.remove(at));
        return true;
    }

    /** Removes every entry, and forgets the keys that are gone. */
    public void clear() {
        count = 0;
        removedCount = 0;
    }

    /**
     * In a message with changes: how many keys are gone.
     *
     * @return 0 to what was declared
     */
    public int removedCount() {
        return removedCount;
    }

    /**
     * In a message with changes: a key that is gone.
     *
     * @param at which, from 0, in ascending order
     * @return the key, unsigned
     * @throws IllegalArgumentException if there is no such key
     */
    public long removedKey(final int at) {
        check(at, removedCount);
        return removed[at];
    }

    /** Says in a message that a key is gone; false if that key is among the entries, or too many are gone. */
    boolean addRemoved(final long key) {
        final int found = find(removed, removedCount, key);
        if (found >= 0 || removedCount == property.max() || get(key) != null) {
            return false;
        }
        if (removedCount == removed.length) {
            removed = Arrays.copyOf(removed, grown(removedCount));
        }
        System.arraycopy(removed, ~found, removed, ~found + 1, removedCount - ~found);
        removed[~found] = key;
        removedCount++;
        return true;
    }

    boolean isRemoved(final long key) {
        return find(removed, removedCount, key) >= 0;
    }

    /** How many entries there would be after a message. */
    int countAfter(final SchemaMap<V> message) {
        int after = count;
        for (int i = 0; i < message.count; i++) {
            after += get(message.keys[i]) == null ? 1 : 0;
        }
        for (int i = 0; i < message.removedCount; i++) {
            after -= get(message.removed[i]) == null ? 0 : 1;
        }
        return after;
    }

    private int grown(final int size) {
        return Math.min(property.max(), Math.max(1, 2 * size));
    }

    private void check(final int at, final int size) {
        if (at < 0 || at >= size) {
            throw new IllegalArgumentException(property.name() + ": entry " + at + " of " + size);
        }
    }

    /** Where the key is among ascending ones, or the complement of where it belongs. */
    private static int find(final long[] ascending, final int size, final long key) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            final int order = Long.compareUnsigned(ascending[middle], key);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return ~low;
    }

    void copyFrom(final SchemaMap<V> other) {
        clear();
        for (int i = 0; i < other.count; i++) {
            put(other.keys[i]).copyFrom(other.values.get(i));
        }
        for (int i = 0; i < other.removedCount; i++) {
            addRemoved(other.removed[i]);
        }
    }

    boolean sameAs(final SchemaMap<V> other) {
        if (!Arrays.equals(keys, 0, count, other.keys, 0, other.count)
            || !Arrays.equals(removed, 0, removedCount, other.removed, 0, other.removedCount)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!values.get(i).sameAs(other.values.get(i))) {
                return false;
            }
        }
        return true;
    }
}
