package io.lockstep.core.internal.transfer;

/**
 * Bytes that are added at one end and taken from the other, named by how many came before them. The array grows when it
 * must, up to a capacity, and is then used in a circle.
 */
public final class ByteRing {

    private static final int FIRST_BYTES = 4096;

    private final int capacity;
    private byte[] ring = new byte[0];
    private long begin;
    private long end;

    /** A ring of at most so many bytes, at least 1. */
    public ByteRing(final int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity " + capacity + " is not positive");
        }
        this.capacity = capacity;
    }

    /** How many bytes were removed so far. */
    public long begin() {
        return begin;
    }

    /** How many bytes were added so far. */
    public long end() {
        return end;
    }

    /** How many bytes are held. */
    public int size() {
        return (int) (end - begin);
    }

    /** How many more fit. */
    public int room() {
        return capacity - size();
    }

    /** Adds all of these bytes; they must fit. */
    public void add(final byte[] source, final int offset, final int length) {
        if (size() + length > ring.length) {
            grow(size() + length);
        }
        if (length > 0) {
            final int at = (int) (end % ring.length);
            final int first = Math.min(length, ring.length - at);
            System.arraycopy(source, offset, ring, at, first);
            System.arraycopy(source, offset + first, ring, 0, length - first);
            end += length;
        }
    }

    private void grow(final int needed) {
        final long wanted = Math.max(2L * ring.length, Math.max(needed, FIRST_BYTES));
        final byte[] larger = new byte[(int) Math.min(wanted, capacity)];
        final int size = size();
        if (size > 0) {
            final int at = (int) (begin % larger.length);
            final int first = Math.min(size, larger.length - at);
            copy(begin, larger, at, first);
            copy(begin + first, larger, 0, size - first);
        }
        ring = larger;
    }

    /** Copies bytes that are held. */
    public void copy(final long from, final byte[] target, final int offset, final int length) {
        if (length > 0) {
            final int at = (int) (from % ring.length);
            final int first = Math.min(length, ring.length - at);
            System.arraycopy(ring, at, target, offset, first);
            System.arraycopy(ring, 0, target, offset + first, length - first);
        }
    }

    /** Forgets the bytes before this one. */
    public void removeTo(final long position) {
        begin = position;
    }

    /** How much memory is held. */
    int allocatedBytes() {
        return ring.length;
    }
}
