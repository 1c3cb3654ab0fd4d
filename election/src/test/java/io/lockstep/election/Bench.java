package io.lockstep.election;

import java.util.ArrayList;
import java.util.List;

/** One election alone, with its messages written down and a clock moved by hand. */
final class Bench implements Ballots {

    static final long MS = 1_000_000L;
    /** The lowest timeout: the leader is silent for this long before it is suspected. */
    static final long LEASE = 400 * MS;
    /** The highest timeout. */
    static final long LONGEST = 600 * MS;

    final Electorate electorate = new Electorate();
    final Election election;
    final List<String> sent = new ArrayList<>();
    long now = -5 * MS;

    Bench(final int self, final int members) {
        electorate.set(members, new int[0], 0);
        election = new Election(ElectionConfig.defaults(), self, 42, electorate, this);
    }

    /** Peer 0 leads term 0. */
    static Bench of(final int self, final int count) {
        final Bench bench = new Bench(self, (1 << count) - 1);
        bench.election.start(0, 0, bench.now);
        return bench;
    }

    /** Time passes in steps of 5 ms. */
    Bench pass(final long ns) {
        for (final long until = now + ns; now < until;) {
            now = Math.min(until, now + 5 * MS);
            election.tick(now);
        }
        return this;
    }

    /** What was sent since the last call. */
    String sent() {
        final String all = String.join(", ", sent);
        sent.clear();
        return all;
    }

    /** Makes a peer that has lost its leader a candidate, by the word of another. */
    Bench candidate(final int voter) {
        pass(LEASE + 100 * MS);
        election.onVoteResponse(voter, election.term() + 1, true, true, now);
        return this;
    }

    /** Makes it the leader, by the vote of another. */
    Bench leader(final int voter) {
        candidate(voter);
        election.onVoteResponse(voter, election.term(), false, true, now);
        sent.clear();
        return this;
    }

    @Override
    public void requestVote(final int to, final long term, final boolean preVote) {
        sent.add((preVote ? "would " : "vote ") + to + " in " + term);
    }

    @Override
    public void voteResponse(final int to, final long term, final boolean preVote, final boolean granted) {
        sent.add((granted ? "yes " : "no ") + (preVote ? "would " : "") + to + " in " + term);
    }

    @Override
    public void transferLeadership(final int to, final long term) {
        sent.add("lead " + to + " after " + term);
    }
}
