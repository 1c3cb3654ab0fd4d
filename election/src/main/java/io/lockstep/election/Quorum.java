package io.lockstep.election;

/**
 * Who may decide for all: more than half of the members of the current epoch, or exactly half of them together with the
 * tie-breaker. Of any two quorums of one epoch at least one member is in both, so two sides of a partition never both
 * decide; and an epoch of any even size can lose half of its members and go on where the tie-breaker is.
 *
 * <p>Members are the set bits of an {@code int}, bit {@code i} for peer {@code i}. Source: Raft (Ongaro and Ousterhout,
 * 2014, section 5) for the majority, {@code Quorum} of the election model for the tie.
 */
public final class Quorum {

    private Quorum() {
    }

    /**
     * Do these voters decide?
     *
     * @param members all members of the epoch, at least one
     * @param voters  who agreed; bits that are no members do not count
     * @return true when they are a quorum
     */
    public static boolean reached(final int members, final int voters) {
        final int agreed = Integer.bitCount(members & voters);
        final int all = Integer.bitCount(members);
        return 2 * agreed > all || all > 0 && 2 * agreed == all && (voters & tieBreaker(members)) != 0;
    }

    /**
     * The member whose vote breaks an exact half: the lowest one. It changes only with the epoch.
     *
     * @param members all members of the epoch
     * @return its bit, 0 when there are no members
     */
    public static int tieBreaker(final int members) {
        return Integer.lowestOneBit(members);
    }
}
