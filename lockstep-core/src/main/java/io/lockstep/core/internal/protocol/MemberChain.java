package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The part of a message that lists the members of epochs that follow one another: a byte that counts them, then a mask
 * of 4 bytes for each. There is no epoch without members.
 */
final class MemberChain {

    /** The most epochs it lists. */
    static final int MAX_LENGTH = 4;

    private final int[] masks = new int[MAX_LENGTH];
    private int count;

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    int get(final int index) {
        return masks[index];
    }

    void add(final int mask) {
        if (mask == 0) {
            throw new IllegalArgumentException("an epoch without members");
        }
        masks[Message.checked("chain", count, 0, MAX_LENGTH - 1)] = mask;
        count++;
    }

    void encode(final ByteBuffer buffer) {
        buffer.put((byte) count);
        for (int i = 0; i < count; i++) {
            buffer.putInt(masks[i]);
        }
    }

    WireCode decode(final ByteBuffer buffer) {
        if (!buffer.hasRemaining()) {
            return WireCode.TRUNCATED;
        }
        final int length = buffer.get() & Message.U8;
        if (length > MAX_LENGTH) {
            return WireCode.RANGE;
        }
        if (buffer.remaining() < length * Integer.BYTES) {
            return WireCode.TRUNCATED;
        }
        for (int i = 0; i < length; i++) {
            masks[i] = buffer.getInt();
            if (masks[i] == 0) {
                return WireCode.RANGE;
            }
        }
        count = length;
        return WireCode.OK;
    }
}
