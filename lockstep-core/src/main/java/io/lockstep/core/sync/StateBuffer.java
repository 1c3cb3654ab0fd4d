package io.lockstep.core.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
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
    /** A state is written field by field, so a field is one store and no loop. */
    private static final VarHandle SHORTS =
        MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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

    @Override
    public void writeByte(final String field, final int value) {
        if (reserve(Byte.BYTES)) {
            bytes[length++] = (byte) value;
        }
    }

    @Override
    public void writeShort(final String field, final int value) {
        if (reserve(Short.BYTES)) {
            SHORTS.set(bytes, length, (short) value);
            length += Short.BYTES;
        }
    }

    @Override
    public void writeInt(final String field, final int value) {
        if (reserve(Integer.BYTES)) {
            INTS.set(bytes, length, value);
            length += Integer.BYTES;
        }
    }

    @Override
    public void writeLong(final String field, final long value) {
        if (reserve(Long.BYTES)) {
            LONGS.set(bytes, length, value);
            length += Long.BYTES;
        }
    }

    @Override
    public void writeBytes(final String field, final byte[] source, final int offset, final int count) {
        if (reserve(count)) {
            System.arraycopy(source, offset, bytes, length, count);
            length += count;
        }
    }
}
