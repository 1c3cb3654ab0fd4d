package io.lockstep.core.session;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.internal.protocol.Message;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Shows the figures of a session to any thread, while the session plays and without ever making it wait. To be handed
 * to {@link SessionConfig#observer}; it goes on after a {@link Session#rejoin}, and so do its counts.
 *
 * <pre>
 * final MatchMeters meters = new MatchMeters();
 * Session.builder().observer(meters) …
 *
 * final MatchInterval interval = meters.interval();   // on another thread, now and then
 * interval.take();
 * log(interval.of(Figure.STALL_TICKS) + " stalled ticks since the last look");
 * </pre>
 *
 * <p>Each figure is whole by itself; two that are read one after the other may be 10 ms apart.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class MatchMeters implements MatchObserver {

    /**
     * How old a figure is at most while the session is polled: finer than anybody looks, and a tick is not charged. A
     * new phase shows at once, and with it how it all ended.
     */
    public static final long EVERY_NS = 10_000_000L;

    private static final Figure[] FIGURES = Figure.values();
    private static final PeerFigure[] PEER_FIGURES = PeerFigure.values();

    /** First those of the session, then those of each peer, by its id. */
    private final AtomicLongArray values =
        new AtomicLongArray(FIGURES.length + Message.MAX_PLAYERS * PEER_FIGURES.length);
    /** Of counts, what sessions before this one had counted: whoever came back counts on. */
    private final long[] before = new long[values.length()];
    private volatile @Nullable SessionStatistics statistics;
    private @Nullable Session observed;
    private long writtenNs;

    /** Meters of a session that was not polled yet: all are 0. */
    public MatchMeters() {
        // The session writes them.
    }

    @Override
    public void observed(final Session session, final long nowNs) {
        if (session != observed) {
            keepCounts();
            observed = session;
            statistics = session.statistics();
        } else if (nowNs - writtenNs < EVERY_NS && session.phase().ordinal() == of(Figure.PHASE)) {
            return;
        }
        writtenNs = nowNs;
        for (final Figure figure : FIGURES) {
            write(figure.ordinal(), figure.of(session));
        }
        final SessionStatistics measured = session.statistics();
        for (int i = 0; i < measured.peers(); i++) {
            final PeerStatistics peer = measured.peer(i);
            for (final PeerFigure figure : PEER_FIGURES) {
                write(place(figure, peer.peer()), figure.of(peer));
            }
        }
    }

    /** One thread writes, and a write that others see a little later is the cheapest. */
    private void write(final int place, final long value) {
        values.lazySet(place, before[place] + value);
    }

    private void keepCounts() {
        for (final Figure figure : FIGURES) {
            keep(figure.ordinal(), figure.isCount());
        }
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            for (final PeerFigure figure : PEER_FIGURES) {
                keep(place(figure, peer), figure.isCount());
            }
        }
    }

    private void keep(final int place, final boolean count) {
        before[place] = count ? values.get(place) : 0;
    }

    private static int place(final PeerFigure figure, final int peer) {
        return FIGURES.length + peer * PEER_FIGURES.length + figure.ordinal();
    }

    /**
     * A figure of the session. From any thread.
     *
     * @param figure which
     * @return the newest value; 0 before the first poll
     */
    public long of(final Figure figure) {
        return values.get(figure.ordinal());
    }

    /**
     * A figure of another peer. From any thread.
     *
     * @param figure which
     * @param peer   0 to 31
     * @return the newest value; 0 before the first poll, and if there is no such peer
     */
    public long of(final PeerFigure figure, final int peer) {
        return values.get(place(figure, peer));
    }

    /**
     * What the session measures in intervals, to be taken by any thread: the methods that begin with {@code take}.
     *
     * @return of the session that was polled last; null before the first poll
     */
    public @Nullable SessionStatistics statistics() {
        return statistics;
    }

    /**
     * A way to look at what happened since the last look. Each has looks of its own, so that several do not take from
     * each other. From any thread.
     *
     * @return one that begins now
     */
    public MatchInterval interval() {
        return new MatchInterval(this);
    }
}
