package io.lockstep.testkit;

import java.nio.ByteBuffer;

/** Damages a datagram so that it is different afterwards: flips 1 to 8 bits of payload or tag, truncates or extends. */
final class Corruption {

    /** How much longer a datagram can become. */
    static final int MAX_EXTENSION = 16;

    /** Before this byte an Aeron frame says where in its stream it belongs; behind it are tag and payload. */
    private static final int FIRST_FRAMED_BYTE = 24;
    /** The least an Aeron frame with a payload has; all that is shorter steers a stream. */
    private static final int MIN_FRAMED_BYTES = 64;

    private static final int MAX_FLIPS = 8;
    private static final int KINDS = 4;
    private static final int KIND = Noise.CORRUPTION;
    private static final int HOW_MUCH = KIND + 1;
    private static final int FILL = KIND + 2;
    private static final int FIRST_BIT = KIND + 3 + MAX_EXTENSION;

    private final int[] flipped = new int[MAX_FLIPS];

    /**
     * Damages payload or tag.
     *
     * @param payload between 0 and limit, with room for {@link #MAX_EXTENSION} more; the limit may move
     * @return the tag, damaged or not
     */
    long damage(final ByteBuffer payload, final long tag, final long noise) {
        final int length = payload.limit();
        switch (Noise.below(noise, KIND, KINDS)) {
            case 0:
                if (length > 0) {
                    payload.limit(length - 1 - Noise.below(noise, HOW_MUCH, length));
                    return tag;
                }
                break;
            case 1:
                final int more = 1 + Noise.below(noise, HOW_MUCH, MAX_EXTENSION);
                payload.limit(length + more);
                for (int i = 0; i < more; i++) {
                    payload.put(length + i, (byte) Noise.draw(noise, FILL + i));
                }
                return tag;
            default:
                break;
        }
        return flip(payload, tag, noise);
    }

    /**
     * Flips bits of an Aeron frame's tag and payload, and leaves its length as it is.
     *
     * @return false if it has no payload; it is unchanged then
     */
    boolean damageFramed(final ByteBuffer frame, final long noise) {
        if (frame.limit() < MIN_FRAMED_BYTES) {
            return false;
        }
        final int flips = drawBits(noise, (frame.limit() - FIRST_FRAMED_BYTE) * Byte.SIZE);
        for (int i = 0; i < flips; i++) {
            flipAt(frame, FIRST_FRAMED_BYTE * Byte.SIZE + flipped[i]);
        }
        return true;
    }

    private long flip(final ByteBuffer payload, final long tag, final long noise) {
        final int flips = drawBits(noise, payload.limit() * Byte.SIZE + Long.SIZE);
        long damaged = tag;
        for (int i = 0; i < flips; i++) {
            if (flipped[i] < Long.SIZE) {
                damaged ^= 1L << flipped[i];
            } else {
                flipAt(payload, flipped[i] - Long.SIZE);
            }
        }
        return damaged;
    }

    private static void flipAt(final ByteBuffer payload, final int bit) {
        final int index = bit / Byte.SIZE;
        payload.put(index, (byte) (payload.get(index) ^ 1 << bit % Byte.SIZE));
    }

    /** Draws different bits, so that none is flipped back; answers how many. */
    private int drawBits(final long noise, final int bits) {
        final int flips = 1 + Noise.below(noise, HOW_MUCH, MAX_FLIPS);
        for (int i = 0; i < flips; i++) {
            int bit = Noise.below(noise, FIRST_BIT + i, bits);
            while (isFlipped(bit, i)) {
                bit = (bit + 1) % bits;
            }
            flipped[i] = bit;
        }
        return flips;
    }

    private boolean isFlipped(final int bit, final int count) {
        for (int i = 0; i < count; i++) {
            if (flipped[i] == bit) {
                return true;
            }
        }
        return false;
    }
}
