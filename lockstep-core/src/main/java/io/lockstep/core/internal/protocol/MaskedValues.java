package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The part of a message that says one number of some of the 32 players or peers: a mask of 4 bytes, then the number of
 * each whose bit is set, the lowest first. Numbers of 4 bytes are unsigned; those of 8 bytes are never negative.
 */
final class MaskedValues {

    private final String indexName;
    private final int valueBytes;
    private final long[] values = new long[Message.MAX_PLAYERS];
    private int mask;

    MaskedValues(final String indexName, final int valueBytes) {
        this.indexName = indexName;
        this.valueBytes = valueBytes;
    }

    void clear() {
        mask = 0;
    }

    void set(final int index, final long value) {
        mask |= 1 << Message.checked(indexName, index, 0, Message.MAX_PLAYERS - 1);
        values[index] = value;
    }

    int mask() {
        return mask;
    }

    /** The number of one, or another for none. */
    long get(final int index, final long none) {
        return (mask & 1 << Message.checked(indexName, index, 0, Message.MAX_PLAYERS - 1)) == 0
            ? none : values[index];
    }

    void encode(final ByteBuffer buffer) {
        buffer.putInt(mask);
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            final long value = values[Integer.numberOfTrailingZeros(rest)];
            if (valueBytes == Long.BYTES) {
                buffer.putLong(value);
            } else {
                buffer.putInt((int) value);
            }
        }
    }

    WireCode decode(final ByteBuffer buffer) {
        if (buffer.remaining() < Integer.BYTES) {
            return WireCode.TRUNCATED;
        }
        mask = buffer.getInt();
        if (buffer.remaining() < Integer.bitCount(mask) * valueBytes) {
            return WireCode.TRUNCATED;
        }
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            final long value = valueBytes == Long.BYTES ? buffer.getLong() : buffer.getInt() & Message.U32;
            if (value < 0) {
                return WireCode.RANGE;
            }
            values[Integer.numberOfTrailingZeros(rest)] = value;
        }
        return WireCode.OK;
    }
}
