package io.lockstep.core.internal.sync;

import io.lockstep.core.input.IdSet;
import io.lockstep.core.sync.Verdict;
import io.lockstep.election.Quorum;

/** Counts what the members say about the state after one frame. */
public final class ChecksumVote {

    private ChecksumVote() {
    }

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
                if (Quorum.isMajority(Integer.bitCount(same), Integer.bitCount(members))) {
                    majority = same;
                    checksum = valueOf(log, peer, local, frame);
                }
            }
        }
        return new Verdict(frame, IdSet.peers(members), IdSet.peers(known), IdSet.peers(majority),
            IdSet.peers(majority == 0 ? 0 : known & ~majority), checksum);
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
}
