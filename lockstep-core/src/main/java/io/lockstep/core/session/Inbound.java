package io.lockstep.core.session;

import io.lockstep.core.protocol.Goodbye;
import io.lockstep.core.protocol.GoodbyeReason;
import io.lockstep.core.protocol.Heartbeat;
import io.lockstep.core.protocol.Integrity;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.MessageCodec;
import io.lockstep.core.protocol.MessageType;
import io.lockstep.core.protocol.WireCode;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/** What becomes of an incoming datagram: checked, decoded, and handed to whom it concerns, or counted and forgotten. */
final class Inbound implements DatagramHandler {

    private final Session session;
    private final SessionConfig config;
    private final Agreement agreement;
    private final Link[] linkOfPeer;
    private final MessageCodec codec;
    private final Wire wire;
    private final WindowExchange windows;
    private final EventQueue events;
    private final Farewell farewell;
    private final Heartbeat heartbeatAck = new Heartbeat(MessageType.HEARTBEAT_ACK);

    Inbound(final Session session, final SessionConfig config, final Agreement agreement, final Link[] linkOfPeer,
            final MessageCodec codec, final Wire wire, final WindowExchange windows, final EventQueue events,
            final Farewell farewell) {
        this.session = session;
        this.wire = wire;
        this.windows = windows;
        this.events = events;
        this.farewell = farewell;
        this.config = config;
        this.agreement = agreement;
        this.linkOfPeer = linkOfPeer;
        this.codec = codec;
    }

    @Override
    public void onDatagram(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        final Link link = peer >= 0 && peer < linkOfPeer.length ? linkOfPeer[peer] : null;
        if (link == null) {
            return;
        }
        link.statistics.received();
        final LinkSeal.Verdict verdict = link.seal.check(lane, tag, payload);
        if (verdict == LinkSeal.Verdict.FOREIGN) {
            link.statistics.countForeign();
            return;
        }
        if (verdict == LinkSeal.Verdict.REPLAYED) {
            link.statistics.countReplayed();
            return;
        }
        final WireCode code = codec.decode(payload);
        if (code != WireCode.OK) {
            link.statistics.countMalformed();
            if (code == WireCode.VERSION && verdict == LinkSeal.Verdict.HANDSHAKE && !link.isOpen()) {
                refuse(link, Agreement.Field.PROTOCOL_VERSION, "another version");
            }
            return;
        }
        final boolean understood =
            verdict == LinkSeal.Verdict.LINK ? onLinkMessage(link, lane, tag) : onHandshake(link);
        if (!understood) {
            link.statistics.countRefused();
        }
    }

    private boolean onLinkMessage(final Link link, final Lane lane, final long tag) {
        link.heardNs = session.nowNs();
        link.directNs = session.nowNs();
        final MessageType type = codec.decoded().type();
        if (lane == Lane.INPUT && type != MessageType.INPUT_WINDOW) {
            link.arrival.other(Integrity.sequenceOf(tag));
        }
        switch (type) {
            case INPUT_WINDOW -> {
                final boolean taken = windows.receive(link, codec.inputWindow(), Integrity.sequenceOf(tag),
                    session.frame(), session.nowNs());
                windows.compare(link, session.frame());
                return taken;
            }
            case RELAY -> {
                return windows.receive(link, codec.relay(), session.frame(), session.nowNs());
            }
            case HEARTBEAT -> {
                heartbeatAck.player(config.localPeer).term(0).frame(session.frame()).noTimestamp();
                if (codec.heartbeat().hasTimestamp()) {
                    heartbeatAck.timestamp(codec.heartbeat().timestamp());
                }
                wire.send(link, Lane.INPUT, heartbeatAck, session.nowNs());
                return true;
            }
            case HEARTBEAT_ACK -> {
                if (codec.heartbeatAck().hasTimestamp() && codec.heartbeatAck().timestamp() == link.heartbeatMs) {
                    link.rtt.sample(session.nowNs() - link.heartbeatNs);
                    link.heartbeatMs = -1;
                }
                return true;
            }
            case GOODBYE -> {
                return onGoodbye(link, codec.goodbye());
            }
            default -> {
                return false;
            }
        }
    }

    private boolean onGoodbye(final Link link, final Goodbye goodbye) {
        if (goodbye.reason() == GoodbyeReason.FINISHED) {
            windows.acknowledged(link, goodbye.frame());
        }
        if (!link.left) {
            link.left = true;
            if (session.phase() != Phase.LEAVING) {
                events.add().set(SessionEvent.Type.PEER_LEFT, link.peer, goodbye.frame());
            }
        }
        if (session.phase() == Phase.CONNECTING) {
            session.end(EndReason.PEER_LEFT, "player " + link.peer + " left before the match began");
        }
        return true;
    }

    private boolean onHandshake(final Link link) {
        final Handshake handshake = link.handshake;
        final boolean wasOpen = handshake.isOpen();
        Message answer = null;
        switch (codec.decoded().type()) {
            case HELLO -> answer = handshake.onHello(codec.hello());
            case CHALLENGE -> handshake.onChallenge(codec.challenge());
            case CHALLENGE_RESPONSE -> answer = handshake.onResponse(codec.challengeResponse());
            case WELCOME -> handshake.onWelcome(codec.welcome());
            case GOODBYE -> {
                return onRefusal(link, codec.goodbye());
            }
            default -> {
                return false;
            }
        }
        if (answer != null && session.phase() != Phase.LEAVING) {
            wire.sendHandshake(link, answer, session.nowNs());
        }
        if (!wasOpen && handshake.isOpen()) {
            link.heardNs = session.nowNs();
            link.directNs = session.nowNs();
            link.seal.open(config.matchId, 0, handshake.incarnation(), handshake.theirs().incarnation());
            events.add().set(SessionEvent.Type.PEER_CONNECTED, link.peer, session.frame());
        } else if (handshake.state() == Handshake.State.REFUSED) {
            refuse(link, handshake.mismatch(), Agreement.theirs(handshake.mismatch(), handshake.theirs()));
        }
        return true;
    }

    /** Our configuration differs from a peer's: tell it, and end. */
    private void refuse(final Link link, final Agreement.Field field, final String theirs) {
        final String ours = agreement.ours(field, link.peer);
        farewell.refuse(link, field.ordinal(), ours);
        mismatch(link, field.label(), ours, theirs);
    }

    /**
     * A peer says that its configuration differs from ours. Only the one we greeted can know our salt; whoever greets
     * us chose the salt itself, and is told rather than asked.
     */
    private boolean onRefusal(final Link link, final Goodbye goodbye) {
        if (goodbye.reason() != GoodbyeReason.MISMATCH || !link.handshake.awaitsWelcome()
            || goodbye.salt() != link.handshake.salt()) {
            return false;
        }
        link.left = true;
        // Where the field is about a peer's players, the peer that was refused is we.
        mismatch(link, Agreement.Field.labelOf(goodbye.field()), agreement.ours(goodbye.field(), config.localPeer),
            goodbye.value());
        return true;
    }

    private void mismatch(final Link link, final String field, final String ours, final String theirs) {
        session.end(EndReason.MISMATCH,
            field + " differs: ours is " + ours + ", player " + link.peer + "'s is " + theirs);
    }
}
