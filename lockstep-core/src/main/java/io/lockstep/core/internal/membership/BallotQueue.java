package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Ballots;

/**
 * What the election wants to send, in its order, until the call that made it has returned. Nothing is allocated after
 * construction.
 */
final class BallotQueue implements Ballots {

    /** One call asks all members twice at most, and tells one of them to lead. */
    private static final int CAPACITY = 4 * Message.MAX_PLAYERS;

    /** What is to be sent. */
    enum Kind { REQUEST, RESPONSE, TRANSFER }

    private final Kind[] kinds = new Kind[CAPACITY];
    private final int[] to = new int[CAPACITY];
    private final long[] terms = new long[CAPACITY];
    private final boolean[] preVotes = new boolean[CAPACITY];
    private final boolean[] granted = new boolean[CAPACITY];
    private int size;

    @Override
    public void requestVote(final int whom, final long term, final boolean preVote) {
        add(Kind.REQUEST, whom, term, preVote, false);
    }

    @Override
    public void voteResponse(final int whom, final long term, final boolean preVote, final boolean yes) {
        add(Kind.RESPONSE, whom, term, preVote, yes);
    }

    @Override
    public void transferLeadership(final int whom, final long term) {
        add(Kind.TRANSFER, whom, term, false, false);
    }

    private void add(final Kind kind, final int whom, final long term, final boolean preVote, final boolean yes) {
        // What the election wants to say it says again: whatever does not fit counts as lost.
        if (size < CAPACITY) {
            kinds[size] = kind;
            to[size] = whom;
            terms[size] = term;
            preVotes[size] = preVote;
            granted[size++] = yes;
        }
    }

    int size() {
        return size;
    }

    Kind kind(final int index) {
        return kinds[index];
    }

    int to(final int index) {
        return to[index];
    }

    long term(final int index) {
        return terms[index];
    }

    boolean isPreVote(final int index) {
        return preVotes[index];
    }

    boolean isGranted(final int index) {
        return granted[index];
    }

    void clear() {
        size = 0;
    }
}
