package io.lockstep.core.session;

import io.lockstep.core.internal.desync.DesyncWatch;
import io.lockstep.core.internal.link.FrameInputExchange;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.WindowExchange;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.internal.seats.Seats;

/** Takes inputs that come, from their owner or handed on, and what else a window says. */
final class WindowInbound {

    private final MatchState state;
    private final Links links;
    private final WindowExchange windows;
    private final FrameOrders orders;
    private final Seats seats;
    private final DesyncWatch desyncs;

    WindowInbound(final MatchState state, final Links links, final WindowExchange windows, final FrameOrders orders,
                  final Seats seats, final DesyncWatch desyncs) {
        this.state = state;
        this.links = links;
        this.windows = windows;
        this.orders = orders;
        this.seats = seats;
        this.desyncs = desyncs;
    }

    boolean receive(final Link link, final InputWindow window, final int sequence) {
        final boolean taken = windows.receive(link, window, sequence, state.frame(), state.nowNs());
        desyncs.compare(link, state.frame());
        if (window.isLeading()) {
            seats.membership().heardLeader(link.peer, window.leaderTerm(), state.nowNs());
        }
        return taken;
    }

    boolean receive(final Link link, final FrameInput input, final int sequence) {
        return FrameInputExchange.isAgreed(link)
            && windows.receive(link, input, sequence, state.frame(), state.nowNs());
    }

    boolean receive(final Link link, final Relay relay) {
        foresee(link, relay);
        return windows.receive(link, relay, state.frame(), state.nowNs());
    }

    /** The first of the inputs that an epoch waits for may tell from where on their owner counts. */
    private void foresee(final Link from, final Relay relay) {
        final Link owner = links.of(relay.peer());
        final long first = SerialNumber.unwrap(relay.firstFrame(), state.frame());
        if (owner != null && owner != from && relay.frames().count() > 0 && first > state.frame()
            && first < seats.membership().awaitedUntil(owner.peer)) {
            orders.foresee(owner.peer, first);
        }
    }
}
