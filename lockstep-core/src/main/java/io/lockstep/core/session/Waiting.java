package io.lockstep.core.session;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.link.WindowSender;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * How long a session may sleep: until a datagram comes, or what time alone brings. Before the others have answered it
 * warms up instead.
 */
final class Waiting {

    /**
     * For whatever has no time of its own here, such as votes, drops, transfers and signs of life: those go by tens of
     * milliseconds and are made for a poll a tick. Longer than windows are apart in a stall at 60 Hz, or it would take
     * two wakings for each.
     */
    static final long MAX_NS = 25_000_000L;
    /** The same where nobody is heard: as far as windows are apart then. An idle player costs half the CPU. */
    static final long DESERTED_MAX_NS = 50_000_000L;

    private final MatchLoop loop;
    private final MatchState state;
    private final DueFrame due;
    private final WindowSender sender;
    private final Transport transport;
    /** Null until it has begun, and when it is no longer needed. */
    private @Nullable WarmUp warmUp;
    private boolean warm;

    Waiting(final MatchLoop loop, final Transport transport) {
        this.loop = loop;
        this.transport = transport;
        state = loop.state;
        due = loop.due;
        sender = loop.sender;
    }

    /** Sleeps, at most so long after the last poll. */
    void await(final long maxNs) {
        final long leftNs = Math.min(maxNs, leftNs());
        if (leftNs > 0 && !warm && state.phase() == Phase.CONNECTING) {
            warmUp();
        } else if (leftNs > 0) {
            transport.await(leftNs);
        }
    }

    private void warmUp() {
        if (warmUp == null) {
            warmUp = new WarmUp();
        }
        warmUp.tick();
        if (warmUp.isOver()) {
            warm = true;
            warmUp = null;
        }
    }

    /** How long after the last poll there is something to do, unless a datagram comes. */
    long leftNs() {
        if (state.phase() == Phase.ENDED || loop.stepsLeft == 0) {
            return 0;
        }
        if (state.phase() == Phase.LEAVING) {
            return MAX_NS; // only goodbyes are left
        }
        final long nowNs = state.nowNs();
        return Math.min(sender.isDeserted(nowNs) ? DESERTED_MAX_NS : MAX_NS,
            Math.min(due.nextNs(), sender.nextNs(nowNs)) - nowNs);
    }
}
