package io.lockstep.core.session;

import io.lockstep.core.internal.link.Detours;
import io.lockstep.core.internal.link.InputRequests;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.Testimony;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.seats.Seats;
import io.lockstep.core.transport.DatagramSeal;

/** Takes what concerns a third peer: carries it on, opens what was carried here, and asks and hears witnesses. */
final class RelayInbound {

    private final MatchState state;
    private final Links links;
    private final MessageCodec codec;
    private final WindowInbound windows;
    private final Detours detours;
    private final Testimony testimony;
    private final InputRequests requests;
    private final Seats seats;

    RelayInbound(final MatchState state, final Links links, final MessageCodec codec, final WindowInbound windows,
                 final Detours detours, final Testimony testimony, final InputRequests requests, final Seats seats) {
        this.state = state;
        this.links = links;
        this.codec = codec;
        this.windows = windows;
        this.detours = detours;
        this.testimony = testimony;
        this.requests = requests;
        this.seats = seats;
    }

    boolean receive(final Link from, final Relay relay, final int sequence) {
        if (relay.kind() != Relay.Kind.INPUTS) {
            from.toEcho(sequence, state.nowNs());
        }
        return switch (relay.kind()) {
            case CARRY -> detours.carry(from, relay, state.nowNs());
            case CARRIED -> unwrap(from, relay);
            case INPUTS -> relay.frames().count() == 0 ? asks(from, relay) : testifies(from, relay);
        };
    }

    private boolean asks(final Link from, final Relay relay) {
        final long first = SerialNumber.unwrap(relay.firstFrame(), state.frame());
        return first != SerialNumber.OUTSIDE && requests.asked(from, relay.peer(), first, state.nowNs());
    }

    private boolean testifies(final Link from, final Relay relay) {
        final long until = seats.membership().awaitedUntil(relay.peer());
        return until == 0 && requests.isAsked(relay.peer(), state.nowNs())
            ? requests.hear(from, relay, seats.voters(), state.frame(), state.nowNs())
            : testimony.hear(from, relay, until, seats.membership().witnessesOf(relay.peer()), false, state.frame(),
                state.nowNs());
    }

    /** Nothing but windows takes a detour. What another carrier brought as well is no news, and nothing is wrong. */
    private boolean unwrap(final Link from, final Relay relay) {
        final Link owner = links.of(relay.peer());
        final long sequence = detours.open(from, owner, relay);
        if (sequence == 0) {
            return true;
        }
        return sequence != DatagramSeal.REFUSED && MessageCodec.typeOf(relay.payload()) == MessageType.INPUT_WINDOW
            && codec.decode(relay.payload()) == WireCode.OK
            && windows.receiveCarried(owner, codec.inputWindow(), sequence);
    }
}
