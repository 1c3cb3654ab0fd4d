package io.lockstep.election;

/**
 * What happened in the elections of a match so far, as one peer saw it. Counts only grow. The thread that drives the
 * election writes them, and only that one may read them.
 */
public final class ElectionCounters {

    long refusedVotes;
    long strangers;
    long termJumps;
    long twinLeaders;
    long staleLeaders;
    long refusedTransfers;
    long suspicions;
    long electionsStarted;
    long leadershipChanges;

    ElectionCounters() {
    }

    /**
     * Requests for a vote that were refused, those before a vote included.
     *
     * @return how many
     */
    public long refusedVotes() {
        return refusedVotes;
    }

    /**
     * Messages of no living member, this peer itself included: ignored.
     *
     * @return how many
     */
    public long strangers() {
        return strangers;
    }

    /**
     * Terms too far ahead to be honest, or no terms at all: ignored.
     *
     * @return how many
     */
    public long termJumps() {
        return termJumps;
    }

    /**
     * Claims to lead a term that another peer leads: evidence of a fault or a lie; ignored.
     *
     * @return how many
     */
    public long twinLeaders() {
        return twinLeaders;
    }

    /**
     * Claims to lead a term that is over.
     *
     * @return how many
     */
    public long staleLeaders() {
        return staleLeaders;
    }

    /**
     * Calls to stand at once that did not come from the leader of the term, or came when this peer may not stand. The
     * repeated call of a leader that was obeyed is one of them.
     *
     * @return how many
     */
    public long refusedTransfers() {
        return refusedTransfers;
    }

    /**
     * How often this peer asked who would vote for it.
     *
     * @return how many times
     */
    public long suspicions() {
        return suspicions;
    }

    /**
     * How often this peer stood in a new term.
     *
     * @return how many times
     */
    public long electionsStarted() {
        return electionsStarted;
    }

    /**
     * How often this peer came to know the leader of a new term; the leader known at the start does not count.
     *
     * @return how many times
     */
    public long leadershipChanges() {
        return leadershipChanges;
    }
}
