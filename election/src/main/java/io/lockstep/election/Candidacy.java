package io.lockstep.election;

/** One attempt to be elected, the question before it included: who answered what, and when to ask again or give up. */
final class Candidacy {

    /** A request is repeated to whoever did not answer; and to whoever had a lease, this soon after it ended. */
    static final long REPEAT_NS = 50_000_000L;

    private int votes;
    private int refusals;
    private long endNs;
    private long deferredNs;
    private int deferredTo;
    private long repeatNs;

    void begin(final int self, final long nowNs, final long lengthNs) {
        deferredTo = 0;
        deferredNs = nowNs;
        again(self, nowNs, lengthNs);
    }

    /** Begins anew after one in which nobody won: nobody has the right to go first a second time. */
    void again(final int self, final long nowNs, final long lengthNs) {
        votes = 1 << self;
        refusals = 0;
        endNs = nowNs + lengthNs;
        repeatNs = nowNs + REPEAT_NS;
    }

    void answered(final int voter, final boolean granted) {
        votes |= granted ? 1 << voter : 0;
        refusals = (refusals | 1 << voter) & ~votes;
    }

    /** Asks those among the members who have not given their vote. */
    void ask(final int members, final long term, final boolean preVote, final Ballots ballots) {
        for (int rest = members & ~votes; rest != 0; rest &= rest - 1) {
            ballots.requestVote(Integer.numberOfTrailingZeros(rest), term, preVote);
        }
    }

    /**
     * Somebody else may stand first: each once until somebody wins, or a few that hear nobody would hold up all; and
     * one after the other, or those who wait for the same one would all stand when it does not.
     */
    void deferTo(final int other, final long nowNs, final long lengthNs) {
        if ((deferredTo & 1 << other) == 0) {
            deferredTo |= 1 << other;
            deferredNs = (isDeferred(nowNs) ? deferredNs : nowNs) + lengthNs;
        }
    }

    boolean isDeferred(final long nowNs) {
        return nowNs - deferredNs < 0;
    }

    int votes() {
        return votes;
    }

    int refusals() {
        return refusals;
    }

    boolean over(final long nowNs) {
        return nowNs - endNs >= 0;
    }

    /** True once per interval. */
    boolean repeats(final long nowNs) {
        if (nowNs - repeatNs < 0) {
            return false;
        }
        repeatNs = nowNs + REPEAT_NS;
        return true;
    }
}
