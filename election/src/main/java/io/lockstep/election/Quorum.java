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
        return isMajority(agreed, all) || 2 * agreed == all && (voters & tieBreaker(members)) != 0;
    }

    /**
     * Are some more than half of all? Of two such parts of the same whole at least one is in both.
     *
     * @param some how many they are
     * @param all  how many there are
     * @return true when they are
     */
    public static boolean isMajority(final int some, final int all) {
        return 2 * some > all;
    }

    /**
     * Do these voters decide, when some members are known to be gone for good? A quorum decides as ever; besides, all
     * members that are not proven dead decide together.
     *
     * <p>The dead do not simply leave the denominator: of three members where 0 is proven dead, 1 alone would then
     * decide as the tie-breaker of {1, 2}, although 0 and 2 may have decided something else before 0 died. All who are
     * left cannot miss such a decision: whoever took part in it and lives is among them.
     *
     * @param members all members of the epoch, at least one
     * @param voters  who agreed; bits that are no members do not count
     * @param dead    members proven dead: this peer itself accepted a hello of a newer incarnation of their seat, so
     *                the process that was the member can never vote again
     * @return true when they decide; never when nobody is left alive
     */
    public static boolean reached(final int members, final int voters, final int dead) {
        final int living = members & ~dead;
        return reached(members, voters) || living != 0 && (living & ~voters) == 0;
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
