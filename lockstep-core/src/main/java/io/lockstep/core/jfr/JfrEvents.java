package io.lockstep.core.jfr;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.PredictionStatistics;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.session.Figure;
import io.lockstep.core.session.MatchObserver;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionStatistics;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes what happens in a match into the JDK Flight Recorder, beside what the JVM writes there of itself: a stall next
 * to the collection that made it. To be handed to {@link io.lockstep.core.session.SessionConfig#observer}:
 *
 * <pre>
 * Session.builder().observer(new JfrEvents(player)) …
 * </pre>
 *
 * <p>The events are {@code lockstep.Stall}, which has a duration, {@code lockstep.Desync}, {@code lockstep.Cut},
 * {@code lockstep.Join} and {@code lockstep.Rollback}. Each event object is used again and again, so nothing is
 * allocated; while nobody records, all of it is some comparisons.
 *
 * <p>Needs the module {@code jdk.jfr}. Where that is missing this class cannot be loaded; a game that runs there, too,
 * does not name it. The recorder's time is the JVM's own, and nothing of it comes back into the session.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class JfrEvents implements MatchObserver {

    private static final int MAX_PEERS = 32;

    private final StallEvent stall = new StallEvent();
    private final DesyncEvent desync = new DesyncEvent();
    private final CutEvent cut = new CutEvent();
    private final JoinEvent join = new JoinEvent();
    private final RollbackEvent rollback = new RollbackEvent();
    private @Nullable Session observed;
    private boolean stalled;
    /** As counted up to the end of the last stall. */
    private long stallTicks;
    private final long[] peerTicks = new long[MAX_PEERS];
    private long rollbacks;
    private long framesTakenBack;

    /**
     * Events of one session.
     *
     * @param self this peer, which each event names: several may play in a JVM
     */
    public JfrEvents(final int self) {
        for (final MatchEvent event : List.of(stall, desync, cut, join, rollback)) {
            event.self = self;
        }
    }

    @Override
    public void observed(final Session session, final long nowNs) {
        if (session != observed) {
            observed = session;
            stalled = false;
            stallTicks = 0;
            Arrays.fill(peerTicks, 0);
            rollbacks = 0;
            framesTakenBack = 0;
        }
        final boolean stalls = Figure.STALLED.of(session) > 0;
        if (stalls && !stalled) {
            stall.begin();
            stall.frame = session.frame();
        } else if (stalled && !stalls) {
            end(session.statistics());
        }
        stalled = stalls;
        final PredictionStatistics prediction = session.statistics().prediction();
        if (prediction.rollbacks() != rollbacks) {
            tell(session, prediction);
        }
    }

    /** What was counted since the last stall was counted in this one. */
    private void end(final SessionStatistics statistics) {
        stall.end();
        stall.ticks = statistics.stallTicks() - stallTicks;
        stallTicks = statistics.stallTicks();
        int missing = 0;
        for (int i = 0; i < statistics.peers(); i++) {
            final PeerStatistics peer = statistics.peer(i);
            if (peer.stallTicks() > peerTicks[i]) {
                missing |= 1 << peer.peer();
                peerTicks[i] = peer.stallTicks();
            }
        }
        if (stall.shouldCommit()) {
            stall.peers = IdSet.peers(missing).toString();
            stall.commit();
        }
    }

    /** The game went back since it was looked at last: mostly once. */
    private void tell(final Session session, final PredictionStatistics prediction) {
        long frames = 0;
        for (int depth = 1; depth <= PredictionOptions.MAX_FRAMES; depth++) {
            frames += depth * prediction.rollbacks(depth);
        }
        rollback.frame = session.frame();
        rollback.frames = frames - framesTakenBack;
        rollback.rollbacks = prediction.rollbacks() - rollbacks;
        rollback.now();
        rollbacks = prediction.rollbacks();
        framesTakenBack = frames;
    }

    @Override
    public void happened(final Session session, final SessionEvent event) {
        switch (event.type()) {
            case DESYNC -> {
                desync.peer = event.peer();
                desync.frame = event.frame();
                desync.localChecksum = event.localChecksum();
                desync.remoteChecksum = event.remoteChecksum();
                desync.now();
            }
            case PEER_LEFT, PEER_DROPPED, PEER_TIMED_OUT -> {
                cut.peer = event.peer();
                cut.frame = event.frame();
                cut.reason = event.type().name();
                cut.now();
            }
            case PEER_JOINED -> {
                join.peer = event.peer();
                join.frame = event.frame();
                join.now();
            }
            default -> {
                // Nothing that a recording is searched for.
            }
        }
    }
}
