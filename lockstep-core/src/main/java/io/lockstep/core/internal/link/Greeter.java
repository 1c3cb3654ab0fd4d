package io.lockstep.core.internal.link;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.GoodbyeReason;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireSupport;
import io.lockstep.core.transport.Lane;
import java.util.SplittableRandom;

/** Shakes hands: opens links, refuses who plays something else, and gives a seat to whoever holds its token. */
public final class Greeter {

    /** What came of a message. */
    public enum Result {
        /** It means nothing here. */
        REFUSED,
        /** It was taken. */
        TAKEN,
        /** It was taken, and the link is open now. */
        OPENED
    }

    private final MatchSettings settings;
    private final MatchState state;
    private final Agreement agreement;
    private final MessageCodec codec;
    private final Wire wire;
    private final EventQueue events;
    private final GoodbyeSender goodbyes;
    private final SplittableRandom random;
    private final Goodbye refusal = new Goodbye();
    /** The answer to the message taken last; null if there is none. */
    private Message due;

    public Greeter(final MatchSettings settings, final MatchState state, final Agreement agreement,
        final MessageCodec codec,
            final Wire wire, final EventQueue events, final GoodbyeSender goodbyes, final SplittableRandom random) {
        this.settings = settings;
        this.state = state;
        this.agreement = agreement;
        this.codec = codec;
        this.wire = wire;
        this.events = events;
        this.goodbyes = goodbyes;
        this.random = random;
    }

    /** Takes the message that was decoded last. */
    public Result receive(final Link link) {
        due = null;
        if (codec.decoded().type() == MessageType.GOODBYE) {
            return onRefusal(link, codec.goodbye()) ? Result.TAKEN : Result.REFUSED;
        }
        final Handshake handshake = handshakeOf(link);
        final boolean wasOpen = handshake.isOpen();
        Message answer = null;
        Result result = Result.TAKEN;
        switch (codec.decoded().type()) {
            case HELLO -> answer = handshake.onHello(codec.hello());
            case CHALLENGE -> handshake.onChallenge(codec.challenge());
            case CHALLENGE_RESPONSE -> answer = handshake.onResponse(codec.challengeResponse());
            case WELCOME -> handshake.onWelcome(codec.welcome(), state.nowNs());
            default -> {
                return Result.REFUSED;
            }
        }
        if (!wasOpen && handshake.isOpen()) {
            if (handshake == link.successor() && !takeSeat(link)) {
                return Result.TAKEN;
            }
            opened(link);
            result = Result.OPENED;
        } else if (handshake.state() == Handshake.State.REFUSED) {
            if (handshake == link.successor() || isGuest(link)) {
                turnAway(link, handshake, handshake.mismatch());
            } else {
                refuse(link, handshake.mismatch());
            }
            return Result.TAKEN;
        }
        due = state.phase() == Phase.LEAVING ? null : answer;
        return result;
    }

    /** Another process than the one we know may want this seat: it says so, and has shaken hands by itself. */
    private Handshake handshakeOf(final Link link) {
        final Handshake known = link.handshake();
        if (!known.isOpen() || state.phase() == Phase.CONNECTING) {
            return known;
        }
        final Greeting greeting = switch (codec.decoded().type()) {
            case HELLO -> codec.hello();
            case CHALLENGE_RESPONSE -> codec.challengeResponse();
            default -> null;
        };
        final boolean other = greeting != null && greeting.joining()
            && greeting.incarnation() != known.theirs().incarnation();
        return other ? link.successor() : known;
    }

    /** The holder of its token owns the seat. */
    private boolean takeSeat(final Link link) {
        if (link.successor().theirs().seatToken() != link.handshake().theirs().seatToken()) {
            turnAway(link, link.successor(), Agreement.Field.SEAT_TOKEN);
            return false;
        }
        link.rebirth(newHandshake(link), state.nowNs());
        return true;
    }

    private Handshake newHandshake(final Link link) {
        return new Handshake(settings, agreement, link.cookie, link.peer, link.handshake().incarnation(), random,
            false);
    }

    /**
     * Is the other end none of those with whom we begin, or to whom we come? Whatever it says, and whether it goes
     * again, the match goes on without it.
     */
    public boolean isGuest(final Link link) {
        return link.handshake().theirs().joining()
            || settings.seating().isAbsent(link.peer) && !settings.entrance().joining();
    }

    /** Somebody who is not to come in is told why; nothing else changes. */
    private void turnAway(final Link link, final Handshake whose, final Agreement.Field field) {
        if (link.takeAnswer()) {
            wire.sendHandshake(link, Lane.CONTROL, refusal.mismatch(whose.salt(), state.frame(), field.ordinal(),
                agreement.told(field, whose.theirs(), link.peer)), state.nowNs());
        }
        link.statistics.countRefused();
        link.turnedAway(whose, newHandshake(link), field.label());
    }

    private void seal(final Link link) {
        final Handshake handshake = link.handshake();
        link.seal.open(settings.rules().matchId(), handshake.incarnation(), handshake.theirs().incarnation(),
            handshake.takeSecrets(), (handshake.capabilities() & WireSupport.ENCRYPTION) != 0);
    }

    private void opened(final Link link) {
        final Handshake handshake = link.handshake();
        link.statistics.agreed(handshake.version(), handshake.capabilities());
        seal(link);
        link.opened(state.phase() == Phase.CONNECTING && !settings.entrance().joining()
            && !handshake.theirs().joining(), state.nowNs());
        events.tell(SessionEvent.Type.PEER_CONNECTED, link.peer, state.frame());
    }

    /** We are in: whoever has not answered so far may ask us. */
    public void joined(final Links links) {
        for (final Link link : links.all()) {
            link.handshake().listen();
        }
    }

    /** Our configuration differs from a peer's: tell it, and end. */
    private void refuse(final Link link, final Agreement.Field field) {
        final Greeting theirs = link.handshake().theirs();
        final String told = agreement.told(field, theirs, link.peer);
        final boolean welcomed = codec.decoded().type() == MessageType.WELCOME && Agreement.isLearned(field);
        if (welcomed) {
            // Its link is open: it did not hear in our response what we know only now.
            seal(link);
        }
        goodbyes.refuse(link, field.ordinal(), told, welcomed);
        switch (field) {
            case UNKNOWN_CAPABILITIES -> end(unknownToUs(link, told));
            case REQUIRED_CAPABILITIES -> end(unknownToThem(link, told));
            case DIGEST -> end(Policies.unlike(told, link.peer));
            default -> end(differs(link, field.label(), told, Agreement.theirs(field, theirs)));
        }
    }

    /**
     * A peer says that its configuration differs from ours. Only the one we greeted can know our salt; whoever greets
     * us chose the salt itself, and is told rather than asked.
     */
    private boolean onRefusal(final Link link, final Goodbye goodbye) {
        if (goodbye.reason() != GoodbyeReason.MISMATCH || !link.handshake().awaitsWelcome()
            || goodbye.salt() != link.handshake().salt()) {
            return false;
        }
        link.leave();
        final String told = goodbye.value();
        if (goodbye.field() == Agreement.Field.UNKNOWN_CAPABILITIES.ordinal()) {
            end(unknownToThem(link, told));
        } else if (goodbye.field() == Agreement.Field.REQUIRED_CAPABILITIES.ordinal()) {
            end(unknownToUs(link, told));
        } else if (goodbye.field() == Agreement.Field.DIGEST.ordinal()) {
            end(Policies.difference(agreement.ours(goodbye.field(), settings.self()), told, link.peer));
        } else {
            // Where the field is about a peer's players, the peer that was refused is we.
            end(differs(link, Agreement.Field.labelOf(goodbye.field()),
                agreement.ours(goodbye.field(), settings.self()), told));
        }
        return true;
    }

    /**
     * A peer whose link is open takes its leave before the first frame, since its game is to be told something else or
     * begins with another state: it learned what it is to be told from our welcome.
     *
     * @return false if that is not why it goes
     */
    public boolean refusedAfterAll(final Link link, final Goodbye goodbye) {
        if (goodbye.reason() != GoodbyeReason.MISMATCH || !Agreement.isLearned(goodbye.field()) || isGuest(link)) {
            return false;
        }
        end(differs(link, Agreement.Field.labelOf(goodbye.field()),
            agreement.ours(goodbye.field(), settings.self()), goodbye.value()));
        return true;
    }

    private void end(final String why) {
        state.end(EndReason.MISMATCH, why);
    }

    private static String unknownToUs(final Link link, final String capabilities) {
        return Agreement.isEncryption(capabilities) ? "encryption differs: encrypted at player " + link.peer
            + ", not here" : "player " + link.peer + " requires the capabilities " + capabilities
            + ", which are not known here";
    }

    private static String unknownToThem(final Link link, final String capabilities) {
        return Agreement.isEncryption(capabilities) ? "encryption differs: encrypted here, not at player " + link.peer
            : "the capabilities " + capabilities + ", which are required here, are not known to player " + link.peer;
    }

    private static String differs(final Link link, final String field, final String ours, final String theirs) {
        return field + (Agreement.isTold(ours)
            ? " differs: ours is " + ours + ", player " + link.peer + "'s is " + theirs
            : " differs from the one that player " + link.peer + " knows");
    }

    /** Answers the message taken last, on the lane that it came by. */
    public void answer(final Link link, final Lane lane) {
        if (due != null && link.takeAnswer()) {
            wire.sendHandshake(link, lane, due, state.nowNs());
        }
    }
}
