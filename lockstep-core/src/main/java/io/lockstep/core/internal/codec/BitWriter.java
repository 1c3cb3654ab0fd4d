package io.lockstep.core.internal.codec;

import java.nio.ByteBuffer;

/**
 * Packs fields of 0 to 32 bits into a {@link ByteBuffer}, least significant bit first: the first field written fills
 * the lowest bits of the first byte. {@link #flush} pads the last byte with zeros.
 *
 * <p>Reusable, allocation-free, not thread-safe.
 */
public final class BitWriter {

    private ByteBuffer buffer;
    private long pending;
    private int pendingBits;

    /** A writer that is to be {@link #wrap wrapped} first. */
    public BitWriter() {
    }

    /**
     * Starts writing at a buffer's position.
     *
     * @param target where to write; its position moves as whole bytes fill up
     * @return this
     */
    public BitWriter wrap(final ByteBuffer target) {
        buffer = target;
        pending = 0;
        pendingBits = 0;
        return this;
    }

    /**
     * Writes a field.
     *
     * @param value its lowest {@code bits} bits are written
     * @param bits  0 to 32
     * @throws java.nio.BufferOverflowException if the buffer is full: the caller sizes it
     */
    public void write(final int value, final int bits) {
        final long mask = (1L << bits) - 1;
        pending |= (value & mask) << pendingBits;
        pendingBits += bits;
        while (pendingBits >= Byte.SIZE) {
            buffer.put((byte) pending);
            pending >>>= Byte.SIZE;
            pendingBits -= Byte.SIZE;
        }
    }

    /** Pads the last byte with zero bits and writes it. */
    public void flush() {
        if (pendingBits > 0) {
            buffer.put((byte) pending);
            pending = 0;
            pendingBits = 0;
        }
    }
}
