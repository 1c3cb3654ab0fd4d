package io.lockstep.codecs.rabbit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes Rabbit fields. Reusable, allocation-free, not thread-safe. */
public final class RabbitWriter implements RabbitFields {

    @SuppressWarnings("NullAway.Init") // given before it is used
    private ByteBuffer buffer;
    private long pending;
    private int pendingBits;

    /** A writer that is to be {@link #wrap wrapped} first. */
    public RabbitWriter() {
    }

    /**
     * Starts a message.
     *
     * @param target where to write, from its position, which moves behind the message by {@link #flush}; what finds no
     *               room throws {@link java.nio.BufferOverflowException}
     * @return this
     */
    public RabbitWriter wrap(final ByteBuffer target) {
        buffer = target;
        pending = 0;
        pendingBits = 0;
        return this;
    }

    /**
     * Ends a message: writes what is left, the last byte padded with zero bits.
     *
     * @throws java.nio.BufferOverflowException if there is no room for it
     */
    public void flush() {
        while (pendingBits > 0) {
            buffer.put((byte) (Integer.reverse((int) pending) >>> Integer.SIZE - Byte.SIZE));
            pending >>>= Byte.SIZE;
            pendingBits -= Byte.SIZE;
        }
        pendingBits = 0;
    }

    /** Appends the lowest bits of a value; at most 31 bits are pending before, 63 within. */
    private void write(final int value, final int bits) {
        pending |= (value & (1L << bits) - 1) << pendingBits;
        pendingBits += bits;
        if (pendingBits >= Integer.SIZE) {
            // Mirrored: a field's first bit is its lowest, but the first bit of the stream the highest of its byte.
            final int mirrored = Integer.reverse((int) pending);
            buffer.putInt(buffer.order() == ByteOrder.BIG_ENDIAN ? mirrored : Integer.reverseBytes(mirrored));
            pending >>>= Integer.SIZE;
            pendingBits -= Integer.SIZE;
        }
    }

    @Override
    public int unsigned(final int value, final int bits) {
        if (bits < Integer.SIZE && value >>> bits != 0) {
            throw new IllegalArgumentException(Integer.toUnsignedString(value) + " does not fit into u" + bits);
        }
        write(value, bits);
        return value;
    }

    @Override
    public int signed(final int value, final int bits) {
        final int unused = Integer.SIZE - bits;
        if (value << unused >> unused != value) {
            throw new IllegalArgumentException(value + " does not fit into i" + bits);
        }
        write(value, bits);
        return value;
    }

    @Override
    public long varUnsigned(final long value, final int bytes) {
        final int taken = VarLength.bytes(value);
        if (taken > bytes) {
            throw new IllegalArgumentException(Long.toUnsignedString(value) + " does not fit into u"
                + bytes * Byte.SIZE);
        }
        write(taken - 1, VarLength.prefixBits(bytes));
        write((int) value, Math.min(taken, Integer.BYTES) * Byte.SIZE);
        if (taken > Integer.BYTES) {
            write((int) (value >>> Integer.SIZE), (taken - Integer.BYTES) * Byte.SIZE);
        }
        return value;
    }

    @Override
    public int below(final int value, final int bound) {
        if (value < 0 || value >= bound) {
            throw new IllegalArgumentException(value + " is not below " + bound);
        }
        return value;
    }

    @Override
    public int count(final int value, final int most, final int itemBits) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(value + " items, must be 0 to " + most);
        }
        return u32(value);
    }

    @Override
    public void bytes(final byte[] array, final int length) {
        for (int i = 0; i < length; i++) {
            write(array[i], Byte.SIZE);
        }
    }

    @Override
    public void require(final boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("the message has no form on the wire");
        }
    }

    @Override
    public boolean failed() {
        return false;
    }
}
