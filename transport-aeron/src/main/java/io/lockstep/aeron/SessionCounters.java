package io.lockstep.aeron;

import io.aeron.Aeron;
import io.aeron.Counter;
import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.session.Figure;
import io.lockstep.core.session.MatchMeters;
import io.lockstep.core.session.MatchObserver;
import io.lockstep.core.session.PeerFigure;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionStatistics;
import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The figures of a session as counters of Aeron, in the driver's own file: whoever reads that sees both. */
final class SessionCounters implements MatchObserver {

    /** Aeron's own types end at 999, those of applications begin there. */
    static final int TYPE_ID = 1900;

    private static final Figure[] FIGURES = Figure.values();
    private static final PeerFigure[] PEER_FIGURES = PeerFigure.values();

    private final Aeron aeron;
    private final Counter[] counters = new Counter[FIGURES.length];
    /** By the peer's id, null where there is none. */
    private final Counter[][] ofPeers = new Counter[AeronTransportConfig.MAX_PEERS][];
    private @Nullable Session observed;
    private long writtenNs;

    private SessionCounters(final Aeron aeron, final int self, final IntPredicate reaches) {
        this.aeron = aeron;
        for (final Figure figure : FIGURES) {
            counters[figure.ordinal()] = add("lockstep " + self + ": " + figure.label());
        }
        for (int other = 0; other < ofPeers.length; other++) {
            if (other != self && reaches.test(other)) {
                ofPeers[other] = new Counter[PEER_FIGURES.length];
                for (final PeerFigure figure : PEER_FIGURES) {
                    ofPeers[other][figure.ordinal()] =
                        add("lockstep " + self + ": peer " + other + " " + figure.label());
                }
            }
        }
    }

    /** Makes one for each figure of the session of a peer, and of each other peer that it reaches. */
    static SessionCounters of(final Aeron aeron, final int self, final IntPredicate reaches) {
        final boolean interrupted = Thread.interrupted(); // or Aeron would not wait for its driver
        try {
            return new SessionCounters(aeron, self, reaches);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Counter add(final String label) {
        final DirectBuffer text = new UnsafeBuffer(label.getBytes(StandardCharsets.US_ASCII));
        return aeron.addCounter(TYPE_ID, text, 0, 0, text, 0, text.capacity());
    }

    @Override
    public void observed(final Session session, final long nowNs) {
        if (aeron.isClosed()) {
            return; // there is no memory any more to write to
        }
        if (session == observed && nowNs - writtenNs < MatchMeters.EVERY_NS
            && session.phase().ordinal() == counters[Figure.PHASE.ordinal()].get()) {
            return;
        }
        observed = session;
        writtenNs = nowNs;
        for (final Figure figure : FIGURES) {
            counters[figure.ordinal()].setRelease(figure.of(session));
        }
        final SessionStatistics statistics = session.statistics();
        for (int i = 0; i < statistics.peers(); i++) {
            final PeerStatistics peer = statistics.peer(i);
            final Counter[] ofPeer = ofPeers[peer.peer()];
            for (int f = 0; ofPeer != null && f < PEER_FIGURES.length; f++) {
                ofPeer[f].setRelease(PEER_FIGURES[f].of(peer));
            }
        }
    }
}
