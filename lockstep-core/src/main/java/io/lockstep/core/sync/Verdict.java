package io.lockstep.core.sync;

/**
 * What the members' checksums of one frame say about who is wrong. More than half of all members must have the same
 * state for the others to be in the minority; with two members, or as long as too few checksums are known, nobody is.
 * The leader is nobody special.
 *
 * @param frame     the frame
 * @param members   who is in the match, bit n for peer n
 * @param known     of whom the checksum is known
 * @param majority  who has the state that most have; 0 while that is open
 * @param minority  who has another; 0 while that is open
 * @param checksum  the state that most have; means nothing while that is open
 */
public record Verdict(long frame, int members, int known, int majority, int minority, int checksum) {

    /**
     * Counts.
     *
     * @param log     what every peer said
     * @param members who is in the match, bit n for peer n
     * @param local   which of them is this one
     * @param frame   a check frame
     * @return the verdict as far as checksums are known
     */
    public static Verdict of(final ChecksumLog log, final int members, final int local, final long frame) {
        int known = 0;
        int majority = 0;
        int checksum = 0;
        for (int rest = members; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (knows(log, peer, local, frame)) {
                known |= 1 << peer;
                final int same = same(log, members, local, frame, valueOf(log, peer, local, frame));
                if (2 * Integer.bitCount(same) > Integer.bitCount(members)) {
                    majority = same;
                    checksum = valueOf(log, peer, local, frame);
                }
            }
        }
        return new Verdict(frame, members, known, majority, majority == 0 ? 0 : known & ~majority, checksum);
    }

    private static int same(final ChecksumLog log, final int members, final int local, final long frame,
                            final int value) {
        int same = 0;
        for (int rest = members; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (knows(log, peer, local, frame) && valueOf(log, peer, local, frame) == value) {
                same |= 1 << peer;
            }
        }
        return same;
    }

    private static boolean knows(final ChecksumLog log, final int peer, final int local, final long frame) {
        return peer == local ? log.has(frame) : log.has(peer, frame);
    }

    private static int valueOf(final ChecksumLog log, final int peer, final int local, final long frame) {
        return peer == local ? log.checksum(frame) : log.checksumOf(peer, frame);
    }

    /**
     * Have more than half of the members the same state?
     *
     * @return false while that is not known, and always when there are two members and they differ
     */
    public boolean isDecided() {
        return majority != 0;
    }
}
