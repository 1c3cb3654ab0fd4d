package io.lockstep.core.session;

import io.lockstep.core.membership.Membership;
import io.lockstep.core.protocol.Goodbye;
import io.lockstep.core.protocol.GoodbyeReason;
import io.lockstep.core.protocol.Heartbeat;
import io.lockstep.core.protocol.Integrity;
import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.MessageCodec;
import io.lockstep.core.protocol.MessageType;
import io.lockstep.core.protocol.Relay;
import io.lockstep.core.protocol.SerialNumber;
import io.lockstep.core.protocol.TransferMessage;
import io.lockstep.core.protocol.WireCode;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/** What becomes of an incoming datagram: checked, decoded, and handed to whom it concerns, or counted and forgotten. */
final class Inbound implements DatagramHandler {

    private final Session session;
    private final MatchSettings settings;
    private final Agreement agreement;
    private final Link[] linkOfPeer;
    private final MessageCodec codec;
    private final Wire wire;
    private final WindowExchange windows;
    private final DesyncWatch desyncs;
    private final EventQueue events;
    private final Farewell farewell;
    private final Roster roster;
    private final Repair repair;
    private final SplitMix64 random;
    private final Goodbye refusal = new Goodbye();
    private final Heartbeat heartbeatAck = new Heartbeat(MessageType.HEARTBEAT_ACK);

    Inbound(final Session session, final MatchSettings settings, final Agreement agreement, final Link[] linkOfPeer,
            final MessageCodec codec, final Wire wire, final WindowExchange windows, final DesyncWatch desyncs,
            final EventQueue events, final Farewell farewell, final Roster roster, final Repair repair,
            final SplitMix64 random) {
        this.roster = roster;
        this.repair = repair;
        this.random = random;
        this.session = session;
        this.wire = wire;
        this.windows = windows;
        this.desyncs = desyncs;
        this.events = events;
        this.farewell = farewell;
        this.settings = settings;
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
            verdict == LinkSeal.Verdict.LINK ? onLinkMessage(link, lane, tag) : onHandshake(link, lane);
        if (!understood) {
            link.statistics.countRefused();
        }
    }

    private boolean onLinkMessage(final Link link, final Lane lane, final long tag) {
        link.heardNs = session.nowNs();
        final MessageType type = codec.decoded().type();
        if (lane == Lane.INPUT) {
            // What travels on the other lane says nothing about the way that inputs take.
            link.directNs = session.nowNs();
        }
        if (lane == Lane.INPUT && type != MessageType.INPUT_WINDOW) {
            link.arrival.other(Integrity.sequenceOf(tag));
        }
        roster.membership().heard(link.peer, session.nowNs());
        switch (type) {
            case INPUT_WINDOW -> {
                final boolean taken = windows.receive(link, codec.inputWindow(), Integrity.sequenceOf(tag),
                    session.frame(), session.nowNs());
                desyncs.compare(link, session.frame());
                if (codec.inputWindow().isLeading()) {
                    roster.membership().heardLeader(link.peer, codec.inputWindow().leaderTerm(), session.nowNs());
                }
                return taken;
            }
            case RELAY -> {
                foresee(link, codec.relay());
                return windows.receive(link, codec.relay(), session.frame(), session.nowNs());
            }
            case HEARTBEAT -> {
                heartbeatAck.player(settings.self()).term(session.term()).frame(session.frame()).noTimestamp();
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
                return !roster.takesPart() || onMembership(link, type);
            }
        }
    }

    /** The first of the inputs that an epoch waits for may tell from where on their owner counts. */
    private void foresee(final Link from, final Relay relay) {
        final Link owner = linkOfPeer[relay.peer()];
        final long first = SerialNumber.unwrap(relay.firstFrame(), session.frame());
        if (owner != null && owner != from && relay.frames().count() > 0 && first > session.frame()
            && first < roster.membership().awaitedUntil(owner.peer)) {
            roster.orders.foresee(owner.peer, first);
        }
    }

    private boolean onMembership(final Link link, final MessageType type) {
        final Membership membership = roster.membership();
        if (type == MessageType.MEMBERSHIP && namesStrangers(codec.membership())) {
            return false;
        }
        return switch (type) {
            case MEMBERSHIP -> repair.concerns(codec.membership()) ? repair.receive(link, codec.membership())
                : membership.receive(link.peer, codec.membership(), session.nowNs());
            case REQUEST_VOTE -> membership.receive(link.peer, codec.requestVote(), session.nowNs());
            case VOTE_RESPONSE -> membership.receive(link.peer, codec.voteResponse(), session.nowNs());
            case TRANSFER -> onTransfer(link, membership);
            default -> false;
        };
    }

    private boolean onTransfer(final Link link, final Membership membership) {
        final boolean taken = desyncs.receive(link, codec.transfer(), session.nowNs())
            || repair.receive(link, codec.transfer()) || roster.receive(link, codec.transfer());
        final boolean piece = taken && codec.transfer().kind() == TransferMessage.Kind.CHUNK;
        if (piece && membership.election().leader() == link.peer) {
            // On a narrow line the windows in which it says that it leads wait behind the state that it sends.
            membership.heardLeader(link.peer, (int) membership.election().term(), session.nowNs());
        }
        return taken;
    }

    /** Does it speak of a peer that this match has not? Whoever means this match knows its seats. */
    private boolean namesStrangers(final MembershipMessage message) {
        int named = 1 << message.seat() | message.members() | message.framesMask() | message.incarnationsMask();
        // A word about a state has its checksum in the place of a mask.
        named |= message.kind() == MembershipMessage.Kind.VOUCH ? 0 : message.mask();
        for (int i = 0; i < message.chainCount(); i++) {
            named |= message.chain(i);
        }
        return (named & ~roster.seats()) != 0;
    }

    private boolean onGoodbye(final Link link, final Goodbye goodbye) {
        if (goodbye.reason() == GoodbyeReason.FINISHED) {
            windows.acknowledged(link, goodbye.frame());
        }
        if (!link.left) {
            link.left = true;
            roster.left(link, goodbye);
        }
        if (session.phase() == Phase.CONNECTING && !settings.entrance().joining()) {
            session.end(EndReason.PEER_LEFT, "player " + link.peer + " left before the match began");
        }
        return true;
    }

    private boolean onHandshake(final Link link, final Lane lane) {
        if (codec.decoded().type() == MessageType.GOODBYE) {
            return onRefusal(link, codec.goodbye());
        }
        final Handshake handshake = handshakeOf(link);
        final boolean wasOpen = handshake.isOpen();
        Message answer = null;
        switch (codec.decoded().type()) {
            case HELLO -> answer = handshake.onHello(codec.hello());
            case CHALLENGE -> handshake.onChallenge(codec.challenge());
            case CHALLENGE_RESPONSE -> answer = handshake.onResponse(codec.challengeResponse());
            case WELCOME -> handshake.onWelcome(codec.welcome());
            default -> {
                return false;
            }
        }
        if (!wasOpen && handshake.isOpen()) {
            if (handshake == link.successor && !takeSeat(link)) {
                return true;
            }
            opened(link);
        } else if (handshake.state() == Handshake.State.REFUSED) {
            if (handshake == link.successor) {
                turnAway(link, handshake.mismatch());
            } else {
                refuse(link, handshake.mismatch(), Agreement.theirs(handshake.mismatch(), handshake.theirs()));
            }
            return true;
        }
        if (answer != null && session.phase() != Phase.LEAVING) {
            wire.sendHandshake(link, lane, answer, session.nowNs());
        }
        return true;
    }

    /** Another process than the one we know may want this seat: it says so, and has shaken hands by itself. */
    private Handshake handshakeOf(final Link link) {
        final Handshake known = link.handshake;
        if (!known.isOpen() || session.phase() == Phase.CONNECTING) {
            return known;
        }
        final boolean other = switch (codec.decoded().type()) {
            case HELLO -> codec.hello().joining() && codec.hello().incarnation() != known.theirs().incarnation();
            case CHALLENGE_RESPONSE -> link.successor.state() == Handshake.State.CHALLENGING;
            default -> false;
        };
        return other ? link.successor : known;
    }

    /** The seat is that of whoever holds its token. */
    private boolean takeSeat(final Link link) {
        if (link.successor.theirs().seatToken() != link.handshake.theirs().seatToken()) {
            turnAway(link, Agreement.Field.SEAT_TOKEN);
            return false;
        }
        link.rebirth(newHandshake(link), session.nowNs());
        return true;
    }

    private Handshake newHandshake(final Link link) {
        return new Handshake(settings, agreement, link.peer, link.handshake.incarnation(), random, false);
    }

    /** Somebody who is not to come in is told why; nothing else changes. */
    private void turnAway(final Link link, final Agreement.Field field) {
        wire.sendHandshake(link, Lane.CONTROL, refusal.mismatch(link.successor.salt(), session.frame(), field.ordinal(),
            agreement.ours(field, link.peer)), session.nowNs());
        link.statistics.countRefused();
        link.successor = newHandshake(link);
    }

    private void opened(final Link link) {
        final Handshake handshake = link.handshake;
        link.heardNs = session.nowNs();
        link.directNs = session.nowNs();
        link.seal.open(settings.rules().matchId(), 0, handshake.incarnation(), handshake.theirs().incarnation());
        link.playing = session.phase() == Phase.CONNECTING && !settings.entrance().joining() && !handshake.theirs()
            .joining();
        events.add().set(SessionEvent.Type.PEER_CONNECTED, link.peer, session.frame());
        roster.linked(link);
    }

    /** We are in: whoever has not answered so far may ask us. */
    void joined() {
        for (final Link link : linkOfPeer) {
            if (link != null) {
                link.handshake.listen();
            }
        }
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
        mismatch(link, Agreement.Field.labelOf(goodbye.field()), agreement.ours(goodbye.field(), settings.self()),
            goodbye.value());
        return true;
    }

    private void mismatch(final Link link, final String field, final String ours, final String theirs) {
        session.end(EndReason.MISMATCH, field + (Agreement.isTold(ours)
            ? " differs: ours is " + ours + ", player " + link.peer + "'s is " + theirs
            : " differs from the one that player " + link.peer + " knows"));
    }
}
