package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Quorum;

/**
 * Which state is right after one frame, by what the peers say of theirs: the one that most have. Where as many have one
 * as another, it is the leader's, and that of the lowest peer if the leader's is not among them. Two peers that differ
 * are such a case. Leader and repaired peer use the same rule.
 */
public final class Majority {

    private final int[] checksums = new int[Message.MAX_PLAYERS];
    private int known;
    private int winners;
    private int winner;

    /** Forgets what was said. */
    public void clear() {
        known = 0;
        winners = 0;
    }

    /** What one peer says; its first word counts. */
    public void add(final int peer, final int checksum) {
        if (!knows(peer)) {
            known |= 1 << peer;
            checksums[peer] = checksum;
        }
    }

    public boolean knows(final int peer) {
        return (known & 1 << peer) != 0;
    }

    public int checksumOf(final int peer) {
        return checksums[peer];
    }

    /**
     * Finds the winner.
     *
     * @param members whose word counts
     * @param leader  decides between equals
     * @return false while that depends on who has not spoken
     */
    public boolean decide(final int members, final int leader) {
        winners = 0;
        for (int rest = members & known; rest != 0; rest &= rest - 1) {
            final int group = group(members, checksums[Integer.numberOfTrailingZeros(rest)]);
            final int more = Integer.bitCount(group) - Integer.bitCount(winners);
            if (more > 0 || more == 0 && (group & 1 << leader) != 0) {
                winners = group;
            }
        }
        if (winners != 0) {
            winner = checksums[Integer.numberOfTrailingZeros(winners)];
        }
        return winners != 0
            && (Quorum.isMajority(Integer.bitCount(winners), Integer.bitCount(members)) || (members & ~known) == 0);
    }

    private int group(final int members, final int checksum) {
        int group = 0;
        for (int rest = members & known; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            group |= checksums[peer] == checksum ? 1 << peer : 0;
        }
        return group;
    }

    /** The checksum that won in the last {@link #decide}. */
    public int winner() {
        return winner;
    }

    /** Who has it. */
    public int winners() {
        return winners;
    }

    /** The peers that are known to have another one. */
    public int losers(final int members) {
        return members & known & ~winners;
    }
}
