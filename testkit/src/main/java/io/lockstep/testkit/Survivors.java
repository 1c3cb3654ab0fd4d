package io.lockstep.testkit;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.Phase;
import org.jspecify.annotations.NullUnmarked;

/** Which of the peers of a match play, know, lead, join or are gone at this moment. */
@NullUnmarked
final class Survivors {

    private static final long NS_PER_S = 1_000_000_000L;
    /** What a session takes for a slow round trip, how many of them it waits, and how long it waits at most. */
    private static final int DEVIATIONS = 3;
    private static final int SUSPICION_TRIPS = 4;
    private static final long LONGEST_SUSPICION_NS = 4 * NS_PER_S;

    private final Processes processes;

    Survivors(final Processes processes) {
        this.processes = processes;
    }

    /** Who is in an epoch and knows that it is established. */
    int informed(final EpochTruth of) {
        int informed = 0;
        for (final ObservedPeer peer : processes.peers) {
            final boolean knows = peer.plays() && epoch(peer) == of && peer.session.epoch().isEstablished();
            informed |= knows ? 1 << peer.peer : 0;
        }
        return informed;
    }

    /** The newest epoch that anybody plays in, of one branch if that matters. */
    EpochTruth newest(final EpochTruth branch) {
        EpochTruth newest = null;
        long number = FrameWindow.NEVER;
        for (final ObservedPeer peer : processes.peers) {
            if (peer.plays() && epoch(peer) != null && peer.view.epoch() > number
                && (branch == null || epoch(peer).branch == branch)) {
                newest = epoch(peer);
                number = peer.view.epoch();
            }
        }
        return newest;
    }

    EpochTruth epoch(final ObservedPeer peer) {
        return processes.oracle.membership().epochOf(peer.peer);
    }

    int candidates(final EpochTruth newest) {
        int candidates = 0;
        for (final ObservedPeer peer : processes.peers) {
            if (peer.plays() && (newest.members & 1 << peer.peer) != 0 && newest.isOrFollows(epoch(peer))) {
                candidates |= 1 << peer.peer;
            }
        }
        return candidates;
    }

    /** When the last of those who are left deaf is heard for the first time: who sleeps until then is lost anew. */
    long lastHeardNs(final int deaf, final long nowNs) {
        long last = nowNs;
        for (final ObservedPeer peer : processes.peers) {
            final long wakesNs = peer.clock.pausedUntilNs();
            if ((deaf & 1 << peer.peer) != 0 && peer.plays() && wakesNs != Long.MAX_VALUE) {
                last = Math.max(last, wakesNs);
            }
        }
        return last;
    }

    /** Is one of these a member that plays? Whoever hears nothing and is heard answers no round about the others. */
    boolean isAwaited(final int some, final EpochTruth of) {
        for (final ObservedPeer peer : processes.peers) {
            if ((some & 1 << peer.peer) != 0 && peer.plays() && (of.members & 1 << peer.peer) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Does one of these think that it leads? It keeps the others waiting until it finds out that it hears nobody. */
    boolean leads(final int some) {
        for (final ObservedPeer peer : processes.peers) {
            if ((some & 1 << peer.peer) != 0 && peer.plays() && peer.view.leader() == peer.peer) {
                return true;
            }
        }
        return false;
    }

    /** How long sessions wait for a leader beyond the shortest time: four of the round trips they have measured. */
    long suspicionNs() {
        long slowNs = 0;
        for (final ObservedPeer peer : processes.peers) {
            for (int i = 0; peer.plays() && i < peer.session.statistics().peers(); i++) {
                final PeerStatistics other = peer.session.statistics().peer(i);
                slowNs = Math.max(slowNs, SUSPICION_TRIPS * (other.rttNs() + DEVIATIONS * other.jitterNs()));
            }
        }
        return Math.min(slowNs, LONGEST_SUSPICION_NS);
    }

    /** Whose process is gone, or has come to its end. */
    int dead() {
        int dead = 0;
        for (final ObservedPeer peer : processes.peers) {
            dead |= peer.dead || peer.ended || peer.session == null ? 1 << peer.peer : 0;
        }
        return dead;
    }

    /** Has somebody outside heard of an epoch whose members are all gone? Then nobody may go on without them. */
    boolean isOutlived() {
        long known = FrameWindow.NEVER;
        long played = FrameWindow.NEVER;
        final int outside = joining();
        for (final ObservedPeer peer : processes.peers) {
            if ((outside & 1 << peer.peer) != 0) {
                known = Math.max(known, peer.view.epoch());
            } else if (peer.plays()) {
                played = Math.max(played, peer.view.epoch());
            }
        }
        return known > played;
    }

    int joining() {
        int joining = 0;
        for (final ObservedPeer peer : processes.peers) {
            final boolean joins = peer.session != null && !peer.ended && peer.session.phase() == Phase.JOINING;
            joining |= joins ? 1 << peer.peer : 0;
        }
        return joining;
    }
}
