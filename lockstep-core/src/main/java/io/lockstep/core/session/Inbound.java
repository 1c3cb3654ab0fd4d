package io.lockstep.core.session;

import io.lockstep.core.internal.link.FrameInputExchange;
import io.lockstep.core.internal.link.Greeter;
import io.lockstep.core.internal.link.Heartbeats;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.LinkSeal;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.SessionSeal;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.seats.Seats;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/** What becomes of an incoming datagram: checked, decoded, and handed to the part that it concerns; or counted. */
final class Inbound implements DatagramHandler {

    private final MatchState state;
    private final Links links;
    private final SessionSeal seal;
    private final MessageCodec codec;
    private final Greeter greeter;
    private final Heartbeats heartbeats;
    private final WindowInbound windows;
    private final RelayInbound relays;
    private final MemberInbound members;
    private final Seats seats;

    Inbound(final MatchState state, final Links links, final SessionSeal seal, final MessageCodec codec,
            final Greeter greeter, final Heartbeats heartbeats, final WindowInbound windows, final RelayInbound relays,
            final MemberInbound members, final Seats seats) {
        this.state = state;
        this.links = links;
        this.seal = seal;
        this.codec = codec;
        this.greeter = greeter;
        this.heartbeats = heartbeats;
        this.windows = windows;
        this.relays = relays;
        this.members = members;
        this.seats = seats;
    }

    @Override
    public void onDatagram(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        final Link link = links.of(peer);
        if (link == null) {
            return;
        }
        link.statistics.received();
        final long sequence = seal.incoming(link, lane, tag, payload);
        if (sequence == DatagramSeal.REFUSED) {
            return;
        }
        final LinkSeal.Check verdict = link.seal.check(lane, sequence);
        if (verdict == LinkSeal.Check.REPLAYED) {
            return;
        }
        link.seal.decrypt(lane, sequence, payload);
        if (lane == Lane.INPUT) {
            link.inputsCame(payload.remaining());
        }
        if (!isRead(link, verdict, payload)) {
            refuse(link, lane, sequence, verdict);
            return;
        }
        final WireCode code = codec.decode(payload);
        if (code != WireCode.OK) {
            onUnread(link, lane, sequence, verdict, code);
            return;
        }
        final boolean understood =
            verdict == LinkSeal.Check.LINK ? onLinkMessage(link, lane, sequence) : onHandshake(link, lane);
        if (!understood) {
            link.statistics.countRefused();
        }
    }

    /** What a later version may say changes nothing; that its sender lives and was heard is true all the same. */
    private void onUnread(final Link link, final Lane lane, final long sequence, final LinkSeal.Check verdict,
                          final WireCode code) {
        if (code != WireCode.EXTENDED) {
            link.statistics.countMalformed();
            return;
        }
        refuse(link, lane, sequence, verdict);
    }

    private void refuse(final Link link, final Lane lane, final long sequence, final LinkSeal.Check verdict) {
        if (verdict == LinkSeal.Check.LINK) {
            heard(link, lane, sequence, false);
        }
        link.statistics.countRefused();
    }

    /**
     * Anybody can compute the seal of the handshake: under it nothing else is decoded, no JSON and no state. States
     * come in pieces, see Transfer; one that comes whole would be inflated for nothing.
     */
    private static boolean isRead(final Link link, final LinkSeal.Check verdict, final ByteBuffer payload) {
        final MessageType type = MessageCodec.typeOf(payload);
        if (verdict == LinkSeal.Check.HANDSHAKE) {
            return type != null && type.isOfEveryVersion();
        }
        return type != MessageType.STATE_SYNC && (type != MessageType.FRAME_INPUT || FrameInputExchange.isAgreed(link));
    }

    private boolean onHandshake(final Link link, final Lane lane) {
        final Greeter.Result result = greeter.receive(link);
        if (result == Greeter.Result.OPENED) {
            seats.linked(link);
        }
        greeter.answer(link, lane);
        return result != Greeter.Result.REFUSED;
    }

    private void heard(final Link link, final Lane lane, final long sequence, final boolean window) {
        link.heard(state.nowNs());
        if (window) {
            link.heardStraight(state.nowNs());
        } else if (lane == Lane.INPUT) {
            link.arrival.other((int) sequence);
        }
        seats.membership().heard(link.peer, state.nowNs());
    }

    private boolean onLinkMessage(final Link link, final Lane lane, final long sequence) {
        final MessageType type = codec.decoded().type();
        heard(link, lane, sequence, type == MessageType.INPUT_WINDOW || type == MessageType.FRAME_INPUT);
        switch (type) {
            case INPUT_WINDOW -> {
                return windows.receive(link, codec.inputWindow(), (int) sequence);
            }
            case FRAME_INPUT -> {
                return windows.receive(link, codec.frameInput(), (int) sequence);
            }
            case RELAY -> {
                return relays.receive(link, codec.relay(), (int) sequence);
            }
            case HEARTBEAT -> {
                heartbeats.answer(link, codec.heartbeat(), seats.membership().election().term(), state.frame(),
                    state.nowNs());
                return true;
            }
            case HEARTBEAT_ACK -> {
                heartbeats.answered(link, codec.heartbeatAck(), state.nowNs());
                return true;
            }
            case GOODBYE -> {
                return members.onGoodbye(link, codec.goodbye());
            }
            default -> {
                return members.receive(link, type);
            }
        }
    }
}
