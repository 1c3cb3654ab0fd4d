package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.protocol.MembershipMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A hash of what one peer says that its inputs were in some frames, and its signature. */
final class SignedSpan {

    private static final byte[] PURPOSE = "lockstep inputs".getBytes(StandardCharsets.US_ASCII);
    private static final int HASH_PARTS = 4;
    private static final int SIGNATURE_PARTS = 16;
    private static final int PARTS = HASH_PARTS + SIGNATURE_PARTS;

    private final byte[] signature = new byte[SIGNATURE_PARTS * Integer.BYTES];
    private long index = -1;
    private long high;
    private long low;
    private boolean compared = true;

    /** What this peer says itself, yet to be signed. */
    void set(final long of, final long hashHigh, final long hashLow) {
        index = of;
        high = hashHigh;
        low = hashLow;
    }

    void clear() {
        index = -1;
        compared = true;
    }

    void signature(final byte[] made) {
        System.arraycopy(made, 0, signature, 0, signature.length);
    }

    /** Has a message all of it? */
    static boolean isIn(final MembershipMessage message) {
        return message.incarnationsMask() == (1 << PARTS) - 1;
    }

    void read(final long of, final MembershipMessage message) {
        index = of;
        high = pair(message, 0);
        low = pair(message, 2);
        for (int i = 0; i < SIGNATURE_PARTS; i++) {
            final int part = message.incarnation(HASH_PARTS + i);
            for (int at = 0; at < Integer.BYTES; at++) {
                signature[i * Integer.BYTES + at] = (byte) (part >>> at * Byte.SIZE);
            }
        }
        compared = false;
    }

    void writeTo(final MembershipMessage message) {
        message.hash(high, low);
        for (int i = 0; i < SIGNATURE_PARTS; i++) {
            int part = 0;
            for (int at = Integer.BYTES - 1; at >= 0; at--) {
                part = part << Byte.SIZE | signature[i * Integer.BYTES + at] & 0xFF;
            }
            message.incarnation(HASH_PARTS + i, part);
        }
    }

    private static long pair(final MembershipMessage message, final int at) {
        return message.incarnation(at) & 0xFFFF_FFFFL | (long) message.incarnation(at + 1) << Integer.SIZE;
    }

    static boolean says(final MembershipMessage message, final long hashHigh, final long hashLow) {
        return pair(message, 0) == hashHigh && pair(message, 2) == hashLow;
    }

    boolean says(final long hashHigh, final long hashLow) {
        return high == hashHigh && low == hashLow;
    }

    boolean isSaidBy(final MembershipMessage message) {
        return says(message, high, low);
    }

    /** Which span of the match; −1 for none. */
    long index() {
        return index;
    }

    byte[] signature() {
        return Arrays.copyOf(signature, signature.length);
    }

    boolean isCompared() {
        return compared;
    }

    void compared() {
        compared = true;
    }

    /** What is signed: of which match, by which process on which seat, from which frame on. */
    byte[] content(final long matchId, final int owner, final int incarnation, final long start) {
        return ByteBuffer.allocate(PURPOSE.length + 4 * Long.BYTES + 1 + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN)
            .put(PURPOSE).putLong(matchId).put((byte) owner).putInt(incarnation).putLong(start).putLong(high)
            .putLong(low).array();
    }
}
