package io.lockstep.election;

/** A leader's wish to be succeeded: by whom, until when, and when to say it again. */
final class Handover {

    private int successor = Election.NOBODY;
    private long endNs;
    private long repeatNs;

    void begin(final int to, final long nowNs, final long lengthNs) {
        successor = to;
        endNs = nowNs + lengthNs;
        repeatNs = nowNs;
    }

    void clear() {
        successor = Election.NOBODY;
    }

    /** Forgets a successor that is none of these members. */
    void keepTo(final int members) {
        if (successor != Election.NOBODY && (members & 1 << successor) == 0) {
            successor = Election.NOBODY;
        }
    }

    /** Says it when it is time to; forgets a wish whose time is up. */
    void call(final long nowNs, final long term, final Ballots ballots) {
        if (successor != Election.NOBODY && nowNs - endNs >= 0) {
            successor = Election.NOBODY;
        }
        if (successor != Election.NOBODY && nowNs - repeatNs >= 0) {
            repeatNs = nowNs + Candidacy.REPEAT_NS;
            ballots.transferLeadership(successor, term);
        }
    }
}
