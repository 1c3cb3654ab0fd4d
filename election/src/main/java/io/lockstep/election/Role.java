package io.lockstep.election;

/**
 * What a peer is in the election. {@link Election} has one place that changes it, and refuses any change that
 * {@link #mayBecome} does not name.
 *
 * <pre>
 *              suspects the leader          a quorum would vote        a quorum voted
 *   FOLLOWER ----------------------&gt; PRE_CANDIDATE -----------&gt; CANDIDATE -----------&gt; LEADER
 *      |  ^ \                              |   ^                  ^  |  |                 |
 *      |  |  \_____________ told to stand _|___|__________________/  |  |                 |
 *      |  |                                |   \__ time is up ______/   |                 |
 *      |  \____ a leader, a higher term, a better candidate, no quorum _/_________________/
 *      v
 *     OUT     from any role: no member of the current epoch; back to FOLLOWER when made a member;
 *             a peer starts here, and becomes FOLLOWER or, being the leader all know of, LEADER
 * </pre>
 */
public enum Role {

    /** Hears a leader, waits for one, or waits for its turn to stand. */
    FOLLOWER,

    /** Asks who would vote for it, in the old term: whoever is only cut off itself never raises the term. */
    PRE_CANDIDATE,

    /** Stands in a new term, for which it has given its own vote to itself. */
    CANDIDATE,

    /** A quorum voted for it in this term, or it led the match from the start. */
    LEADER,

    /** No member of the current epoch, or not started: hears who leads, but neither votes nor stands. */
    OUT;

    /**
     * Is this change of role part of the protocol?
     *
     * @param next the role to take
     * @return true when it is; keeping a role is always allowed
     */
    public boolean mayBecome(final Role next) {
        return switch (this) {
            case FOLLOWER -> next != LEADER;
            case PRE_CANDIDATE -> next != LEADER;
            case CANDIDATE -> true;
            case LEADER -> next == LEADER || next == FOLLOWER || next == OUT;
            case OUT -> next == OUT || next == FOLLOWER || next == LEADER;
        };
    }
}
