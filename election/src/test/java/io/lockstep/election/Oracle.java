package io.lockstep.election;

import java.util.Map;
import java.util.TreeMap;

/** Watches what must never happen, from outside: it sees every peer and every vote. */
final class Oracle {

    private final long seed;
    private final Map<Long, NetPeer> leaders = new TreeMap<>();
    private final Map<String, String> votes = new TreeMap<>();
    private String first = "";

    Oracle(final long seed) {
        this.seed = seed;
    }

    void watch(final NetPeer peer) {
        if (!peer.alive) {
            return;
        }
        final long term = peer.election.term();
        if (peer.election.leads()) {
            final NetPeer before = leaders.put(term, peer);
            // All who are left may decide without a leader proven dead, whose term none of them ever heard of.
            if (before != null && peer.linked[before.id] <= before.incarnation) {
                same(before.toString(), peer.toString(), "leads term " + term);
            }
        }
        if (term < peer.termSeen) {
            found("the term of " + peer + " fell from " + peer.termSeen + " to " + term);
        }
        peer.termSeen = term;
    }

    void vote(final NetPeer voter, final long term, final String candidate) {
        same(votes.putIfAbsent(voter + " in " + term, candidate), candidate,
            "got the vote of " + voter + " in term " + term);
    }

    private void same(final String before, final String now, final String what) {
        if (before != null && !before.equals(now)) {
            found(before + " and " + now + " " + what);
        }
    }

    private void found(final String what) {
        first = first.isEmpty() ? "seed " + seed + ": " + what : first;
    }

    /** The first violation, or nothing. */
    String verdict() {
        return first;
    }
}
