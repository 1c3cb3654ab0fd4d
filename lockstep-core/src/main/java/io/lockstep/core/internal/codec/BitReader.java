package io.lockstep.core.internal.codec;

import java.nio.ByteBuffer;

/**
 * Reads what {@link BitWriter} wrote. Reading past the end gives zeros and is remembered in {@link #overrun()}: a
 * decoder checks once at the end instead of at every field.
 *
 * <p>Reusable, allocation-free, never throws, not thread-safe.
 */
public final class BitReader {

    private ByteBuffer buffer;
    private long pending;
    private int pendingBits;
    private boolean overrun;

    /** A reader that is to be {@link #wrap wrapped} first. */
    public BitReader() {
    }

    /**
     * Starts reading at a buffer's position.
     *
     * @param source what to read, up to its limit; its position moves as bytes are taken
     * @return this
     */
    public BitReader wrap(final ByteBuffer source) {
        buffer = source;
        pending = 0;
        pendingBits = 0;
        overrun = false;
        return this;
    }

    /**
     * Reads a field.
     *
     * @param bits 0 to 32
     * @return its value, unsigned in the lowest bits; 0 past the end
     */
    public int read(final int bits) {
        while (pendingBits < bits) {
            if (!buffer.hasRemaining()) {
                overrun = true;
                return 0;
            }
            pending |= (buffer.get() & 0xFFL) << pendingBits;
            pendingBits += Byte.SIZE;
        }
        final int value = (int) (pending & ((1L << bits) - 1));
        pending >>>= bits;
        pendingBits -= bits;
        return value;
    }

    /**
     * Was more read than there is?
     *
     * @return true once a read went past the end
     */
    public boolean overrun() {
        return overrun;
    }

    /**
     * Is all that is left of the last byte zero, as padding must be?
     *
     * @return true when the unread bits of the byte begun last are zero
     */
    public boolean paddingIsZero() {
        return pending == 0;
    }
}
