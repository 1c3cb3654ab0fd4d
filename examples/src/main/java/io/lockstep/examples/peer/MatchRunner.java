package io.lockstep.examples.peer;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;

/** The game loop: advances one or more peers on the calling thread until their match is over. */
public final class MatchRunner {

    /** A peer that has its loop for itself is woken when there is something to do, or somebody has pressed Ctrl-C. */
    private static final long ALONE_NS = 100_000_000L;

    /** Nothing wakes a loop for what comes to another peer or to the network between them: it looks so often. */
    private static final long TOGETHER_NS = 1_000_000L;

    /** When told to stop, peers of one process wait this long for each other, so that all leave at the same frame. */
    private static final long LEVEL_NS = 500_000_000L;

    private static final long SECOND_NS = 1_000_000_000L;

    private final List<MatchPeer> peers;
    private Runnable everySecond = () -> { };
    private LongPredicate network;
    private long stopNs;
    private boolean stopping;

    /**
     * A loop that has not begun.
     *
     * @param peers at least one, all driven by this loop; one that has ended may be replaced by another while it runs
     */
    public MatchRunner(final List<MatchPeer> peers) {
        this.peers = Collections.unmodifiableList(peers);
    }

    /**
     * Sets what is done once a second.
     *
     * @param action run on the loop's thread
     */
    public void everySecond(final Runnable action) {
        everySecond = action;
    }

    /**
     * Adds what needs to be driven as well, such as a network between the peers or a window.
     *
     * @param driver run on the loop's thread in every round with the time, monotonic nanoseconds; answers whether it
     *               did anything
     */
    public void network(final LongPredicate driver) {
        final LongPredicate before = network;
        network = before == null ? driver : nowNs -> before.test(nowNs) | driver.test(nowNs);
    }

    /**
     * Plays until every peer has ended.
     *
     * @param stop asked all the time; once it answers true the peers leave the match
     */
    public void run(final BooleanSupplier stop) {
        long nextSecondNs = System.nanoTime() + SECOND_NS;
        while (!allEnded()) {
            final long nowNs = System.nanoTime();
            for (final MatchPeer peer : peers) {
                peer.advance(nowNs);
            }
            final boolean worked = network != null && network.test(nowNs);
            if (nowNs - nextSecondNs >= 0) {
                nextSecondNs += SECOND_NS;
                everySecond.run();
            }
            if (stop.getAsBoolean()) {
                leave(nowNs);
            }
            if (!worked) {
                rest();
            }
        }
    }

    private void rest() {
        for (final MatchPeer peer : peers) {
            if (!peer.ended() && !peer.frozen()) {
                peer.await(network == null && peers.size() == 1 ? ALONE_NS : TOGETHER_NS);
                return;
            }
        }
        LockSupport.parkNanos(TOGETHER_NS);
    }

    private void leave(final long nowNs) {
        if (!stopping) {
            stopping = true;
            stopNs = nowNs;
        }
        if (level() || nowNs - stopNs > LEVEL_NS) {
            peers.forEach(MatchPeer::leave);
        }
    }

    private boolean level() {
        long frame = -1;
        for (final MatchPeer peer : peers) {
            if (!peer.ended()) {
                if (frame >= 0 && peer.session().frame() != frame) {
                    return false;
                }
                frame = peer.session().frame();
            }
        }
        return true;
    }

    private boolean allEnded() {
        for (final MatchPeer peer : peers) {
            if (!peer.ended()) {
                return false;
            }
        }
        return true;
    }
}
