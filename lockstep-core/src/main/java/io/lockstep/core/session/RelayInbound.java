package io.lockstep.core.session;

import io.lockstep.core.internal.link.Detours;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.Testimony;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.seats.Seats;
import io.lockstep.core.transport.DatagramSeal;

/** Takes what concerns a third peer: carries it on, opens what was carried here, and hears witnesses of the lost. */
final class RelayInbound {

    private final MatchState state;
    private final Links links;
    private final MessageCodec codec;
    private final WindowInbound windows;
    private final Detours detours;
    private final Testimony testimony;
    private final Seats seats;

    RelayInbound(final MatchState state, final Links links, final MessageCodec codec, final WindowInbound windows,
                 final Detours detours, final Testimony testimony, final Seats seats) {
        this.state = state;
        this.links = links;
        this.codec = codec;
        this.windows = windows;
        this.detours = detours;
        this.testimony = testimony;
        this.seats = seats;
    }

    boolean receive(final Link from, final Relay relay, final int sequence) {
        if (relay.kind() != Relay.Kind.INPUTS) {
            from.toEcho(sequence, state.nowNs());
        }
        return switch (relay.kind()) {
            case CARRY -> detours.carry(from, relay, state.nowNs());
            case CARRIED -> unwrap(from, relay);
            case INPUTS -> testimony.hear(from, relay, seats.membership().awaitedUntil(relay.peer()),
                seats.membership().witnessesOf(relay.peer()), state.frame(), state.nowNs());
        };
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
