package io.lockstep.election;

/**
 * What a peer knows of the leader of its term, and when it may stand itself. The leader of a term is a fact that never
 * changes within the term, also when it is lost; its lease is what it has to renew.
 */
final class Lease {

    private final int self;
    private final Electorate electorate;
    private final Timeouts timeouts;

    private int leader = Election.NOBODY;
    /** The last known leader, of whatever term: it is the last one expected to stand. */
    private int lastLeader = Election.NOBODY;
    /** The last leader has asked for votes since it lost its lease. */
    private boolean hasAsked;
    private long heardNs;
    private boolean lapsed;
    private long waitNs;
    /** To whom this peer gave way since it last had a leader: once each, or one that hears nobody would block all. */
    private int yielded;

    Lease(final int self, final Electorate electorate, final Timeouts timeouts) {
        this.self = self;
        this.electorate = electorate;
        this.timeouts = timeouts;
    }

    int leader() {
        return leader;
    }

    boolean lapsed() {
        return lapsed;
    }

    void adopt(final int newLeader, final long nowNs) {
        leader = newLeader;
        lastLeader = newLeader;
        hasAsked = false;
        yielded = 0;
        renew(nowNs);
    }

    void renew(final long nowNs) {
        heardNs = nowNs;
        waitNs = nowNs;
        lapsed = false;
    }

    /** A new term, whose leader is not known yet. */
    void newTerm() {
        leader = Election.NOBODY;
        lapsed = false;
    }

    /** The leader is known to be no leader any more; the peers stand one after the other. */
    void lapse(final long waitUntilNs) {
        lapsed = true;
        waitNs = waitUntilNs;
    }

    void waitUntil(final long ns) {
        waitNs = ns;
    }

    boolean holds(final long nowNs) {
        return leader != Election.NOBODY && !lapsed && nowNs - heardNs < timeouts.floor();
    }

    /** Has this peer's turn to stand come? */
    boolean over(final long nowNs) {
        if (nowNs - waitNs < 0) {
            return false;
        }
        return leader == Election.NOBODY || lapsed || nowNs - heardNs >= timeouts.floor() + timeouts.turn(rank(self));
    }

    /**
     * Returns the number of peers that are expected to stand before a peer: the living members below it, but not the
     * lost leader. A former leader that gave way once takes its turn again. Others may know a later leader, and give
     * way to this one.
     */
    int rank(final int peer) {
        int others = electorate.living();
        final int last = lastLeader == self && yielded != 0 ? Election.NOBODY : lastLeader;
        if (last != Election.NOBODY) {
            others &= ~(1 << last);
        }
        return Integer.bitCount(peer == last ? others : others & (1 << peer) - 1);
    }

    /**
     * Returns this peer's place among the living members that are heard, in the order of their ids. Candidates that
     * split a vote try again in this order. The last leader has no place before it asks for votes again.
     */
    int place(final int heard) {
        final int absent = lastLeader == Election.NOBODY || lastLeader == self || hasAsked ? 0 : 1 << lastLeader;
        return Integer.bitCount(electorate.living() & heard & ~absent & (1 << self) - 1);
    }

    /** Notes that a peer asks for votes. */
    void onAsked(final int by) {
        hasAsked |= by == lastLeader;
    }

    /** Should this peer let the candidate try first? At most once for each candidate until there is a leader. */
    boolean givesWayTo(final int candidate) {
        final int bit = 1 << candidate;
        if ((yielded & bit) != 0 || rank(candidate) >= rank(self)) {
            return false;
        }
        yielded |= bit;
        return true;
    }
}
