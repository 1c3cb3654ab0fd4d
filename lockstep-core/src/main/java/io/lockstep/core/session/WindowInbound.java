package io.lockstep.core.session;

import io.lockstep.core.internal.desync.DesyncWatch;
import io.lockstep.core.internal.link.FrameInputExchange;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.WindowExchange;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.seats.Seats;

/** Takes the inputs that their owner sends, straight or by a detour, and what else a window says. */
final class WindowInbound {

    private final MatchState state;
    private final WindowExchange windows;
    private final Seats seats;
    private final DesyncWatch desyncs;

    WindowInbound(final MatchState state, final WindowExchange windows, final Seats seats,
                  final DesyncWatch desyncs) {
        this.state = state;
        this.windows = windows;
        this.seats = seats;
        this.desyncs = desyncs;
    }

    boolean receive(final Link link, final InputWindow window, final int sequence) {
        final boolean taken = windows.receive(link, window, sequence, state.frame(), state.head(),
            state.nowNs());
        desyncs.compare(link, state.frame());
        if (window.namesTerm()) {
            link.namesTerm(sequence, window.leaderTerm());
        }
        if (window.isLeading() && link.ledTerm() >= 0) {
            seats.membership().heardLeader(link.peer, window.namesTerm() ? window.leaderTerm() : link.ledTerm(),
                state.nowNs());
        }
        return taken;
    }

    boolean receive(final Link link, final FrameInput input, final int sequence) {
        return FrameInputExchange.isAgreed(link)
            && windows.receive(link, input, sequence, state.frame(), state.head(), state.nowNs());
    }

    boolean receiveCarried(final Link link, final InputWindow window, final long sequence) {
        final boolean taken = windows.receiveCarried(link, window, sequence, state.frame(), state.nowNs());
        desyncs.compare(link, state.frame());
        return taken;
    }
}
