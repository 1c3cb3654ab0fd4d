package io.lockstep.codecs.rabbit;

import io.lockstep.codecs.CodecCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads Rabbit fields. The first thing that is wrong is kept, everything after it is 0: a message is read to its end
 * and {@link #finish} asked once. Reusable, allocation-free, never throws for what it reads, not thread-safe.
 */
public final class RabbitReader implements RabbitFields {

    @SuppressWarnings("NullAway.Init") // given before it is used
    private ByteBuffer buffer;
    private long pending;
    private int pendingBits;
    private CodecCode code = CodecCode.OK;

    /** A reader that is to be {@link #wrap wrapped} first. */
    public RabbitReader() {
    }

    /**
     * Starts a message.
     *
     * @param message what to read, from its position to its limit; its position moves at least as far as
     *                it is read
     * @return this
     */
    public RabbitReader wrap(final ByteBuffer message) {
        buffer = message;
        pending = 0;
        pendingBits = 0;
        code = CodecCode.OK;
        return this;
    }

    /**
     * Ends a message.
     *
     * @return {@link CodecCode#OK} when all fields were good, nothing follows them and the padding is zero; or the
     *         first thing that was wrong
     */
    public CodecCode finish() {
        if (code == CodecCode.OK && remainingBits() >= Byte.SIZE) {
            code = CodecCode.TRAILING;
        } else if (code == CodecCode.OK && pending != 0) {
            code = CodecCode.PADDING;
        }
        return code;
    }

    /** Takes four bytes while there are so many, then single ones; at most 63 bits are pending after. */
    private void fill(final int bits) {
        if (buffer.remaining() >= Integer.BYTES) {
            final int found = buffer.getInt();
            final int mirrored = buffer.order() == ByteOrder.BIG_ENDIAN ? found : Integer.reverseBytes(found);
            pending |= Integer.toUnsignedLong(Integer.reverse(mirrored)) << pendingBits;
            pendingBits += Integer.SIZE;
            return;
        }
        while (pendingBits < bits) {
            final long mirrored = Integer.reverse(buffer.get()) >>> Integer.SIZE - Byte.SIZE;
            pending |= mirrored << pendingBits;
            pendingBits += Byte.SIZE;
        }
    }

    private long remainingBits() {
        return (long) buffer.remaining() * Byte.SIZE + pendingBits;
    }

    private void fail(final CodecCode reason) {
        if (code == CodecCode.OK) {
            code = reason;
        }
    }

    @Override
    public int unsigned(final int value, final int bits) {
        if (code != CodecCode.OK || bits > remainingBits()) {
            fail(CodecCode.TRUNCATED);
            return 0;
        }
        if (pendingBits < bits) {
            fill(bits);
        }
        final int found = (int) (pending & (1L << bits) - 1);
        pending >>>= bits;
        pendingBits -= bits;
        return found;
    }

    @Override
    public int signed(final int value, final int bits) {
        final int unused = Integer.SIZE - bits;
        return unsigned(value, bits) << unused >> unused;
    }

    @Override
    public long varUnsigned(final long value, final int bytes) {
        final int prefixBits = VarLength.prefixBits(bytes);
        final int taken = (prefixBits == 0 ? 0 : unsigned(0, prefixBits)) + 1;
        if (taken > bytes) {
            fail(CodecCode.RANGE);
        }
        final long low = Integer.toUnsignedLong(unsigned(0, Math.min(taken, Integer.BYTES) * Byte.SIZE));
        final long high = taken > Integer.BYTES ? unsigned(0, (taken - Integer.BYTES) * Byte.SIZE) : 0;
        final long found = high << Integer.SIZE | low;
        if (VarLength.bytes(found) != taken) {
            fail(CodecCode.NOT_CANONICAL);
        }
        return code == CodecCode.OK ? found : 0;
    }

    @Override
    public int below(final int value, final int bound) {
        if (value < 0 || value >= bound) {
            fail(CodecCode.RANGE);
            return 0;
        }
        return value;
    }

    @Override
    public int count(final int value, final int most, final int itemBits) {
        final long found = varUnsigned(0, U32_BYTES);
        if (found * itemBits > remainingBits()) {
            fail(CodecCode.TRUNCATED);
        } else if (found > most) {
            fail(CodecCode.TOO_LARGE);
        }
        return code == CodecCode.OK ? (int) found : 0;
    }

    @Override
    public void bytes(final byte[] array, final int length) {
        for (int i = 0; i < length; i++) {
            array[i] = (byte) unsigned(0, Byte.SIZE);
        }
    }

    @Override
    public void require(final boolean holds) {
        if (!holds) {
            fail(CodecCode.RANGE);
        }
    }

    @Override
    public boolean failed() {
        return code != CodecCode.OK;
    }
}
