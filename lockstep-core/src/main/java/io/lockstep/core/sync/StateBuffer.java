package io.lockstep.core.sync;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Keeps a state as bytes, in an array that grows with the first states and is then used again. A state larger than the
 * capacity is cut off and said to have {@link #overflowed()}; nothing is thrown. Not thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public class StateBuffer extends StateWriter {

    /** Largest state by default. */
    public static final int DEFAULT_CAPACITY_BYTES = 8 << 20;

    private static final int FIRST_BYTES = 1024;

    private final int capacity;
    private final CRC32 crc = new CRC32();
    private byte[] bytes;
    private int length;
    private boolean overflowed;

    /**
     * An empty buffer.
     *
     * @param capacityBytes largest state, at least 1
     * @throws IllegalArgumentException if it is smaller
     */
    public StateBuffer(final int capacityBytes) {
        if (capacityBytes < 1) {
            throw new IllegalArgumentException("capacityBytes " + capacityBytes + " is not positive");
        }
        capacity = capacityBytes;
        bytes = new byte[Math.min(capacityBytes, FIRST_BYTES)];
    }

    /** Forgets what was written. */
    public void clear() {
        length = 0;
        overflowed = false;
    }

    /**
     * The state; do not change it.
     *
     * @return an array of which the first {@link #length()} bytes count; another one after more was written
     */
    public final byte[] array() {
        return bytes;
    }

    /**
     * How long the state is.
     *
     * @return bytes, 0 to the capacity
     */
    public final int length() {
        return length;
    }

    /**
     * Was the state larger than the capacity?
     *
     * @return true when something is missing at its end
     */
    public final boolean overflowed() {
        return overflowed;
    }

    /**
     * The checksum of the state, the same as peers compare.
     *
     * @return CRC32
     */
    public final int crc32() {
        crc.reset();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private boolean reserve(final int count) {
        if (overflowed || count > capacity - length) {
            overflowed = true;
            return false;
        }
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(capacity, Math.max(2L * bytes.length, length + count)));
        }
        return true;
    }

    private void put(final long value, final int count) {
        if (reserve(count)) {
            for (int i = 0; i < count; i++) {
                bytes[length++] = (byte) (value >>> i * Byte.SIZE);
            }
        }
    }

    @Override
    public void writeByte(final String field, final int value) {
        put(value, Byte.BYTES);
    }

    @Override
    public void writeShort(final String field, final int value) {
        put(value, Short.BYTES);
    }

    @Override
    public void writeInt(final String field, final int value) {
        put(value, Integer.BYTES);
    }

    @Override
    public void writeLong(final String field, final long value) {
        put(value, Long.BYTES);
    }

    @Override
    public void writeBytes(final String field, final byte[] source, final int offset, final int count) {
        if (reserve(count)) {
            System.arraycopy(source, offset, bytes, length, count);
            length += count;
        }
    }
}
