package io.lockstep.core.internal.crypto;

/**
 * The 64 bits beside each datagram of a session.
 * <pre>
 *   bit 63          48 47                                            0
 *      +--------------+-----------------------------------------------+
 *      |   sequence   |      first 48 bits of what proves it          |
 *      +--------------+-----------------------------------------------+
 * </pre>
 * The sequence is the lower 16 bits of the link sequence, 0 for what belongs to no link yet: a handshake.
 */
public final class LinkTag {

    /** Sequences after which the lower bits are the same again. */
    public static final int SEQUENCES = 1 << 16;

    private static final int SEQUENCE_SHIFT = 48;
    private static final long PROOF_MASK = (1L << SEQUENCE_SHIFT) - 1;

    private LinkTag() {
    }

    public static long of(final long sequence, final long proof) {
        return sequence << SEQUENCE_SHIFT | proof & PROOF_MASK;
    }

    /** The lower 16 bits of the link sequence. */
    public static int sequenceOf(final long tag) {
        return (int) (tag >>> SEQUENCE_SHIFT);
    }

    /** Whether a tag of this sequence has what proves it. */
    public static boolean isProvenBy(final long tag, final long proof) {
        return ((tag ^ proof) & PROOF_MASK) == 0;
    }
}
