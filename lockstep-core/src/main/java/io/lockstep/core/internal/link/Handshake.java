package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.ChallengeResponse;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.transport.Lane;
import java.util.SplittableRandom;

/**
 * Opens one link: hello with a salt, challenge with a pepper, response with salt XOR pepper, welcome. The peer with
 * the higher id greets, and who comes late greets everybody. Only who hears us can answer the challenge, so no single
 * stray datagram opens or ends a link. Every message is repeated on a timer until its answer comes; every answer can
 * be given again.
 */
public final class Handshake {

    /** Where the handshake stands. */
    public enum State {
        /** We greet, and repeat the hello until a challenge comes. */
        GREETING,
        /** We prove that we heard the challenge, and repeat the proof until a welcome comes. */
        PROVING,
        /** The other side greets; nothing came yet. */
        LISTENING,
        /** We challenged a hello and wait for the proof. */
        CHALLENGING,
        /** Done: the link is open. */
        OPEN,
        /** Done: the configurations differ in {@link #mismatch()}. */
        REFUSED
    }

    /** How often an unanswered message is repeated: soon enough for a lossy start, ten small datagrams a second. */
    public static final long RETRY_NS = 100_000_000L;

    /** Unanswered proofs after which we greet again: the challenger may have restarted and forgotten us. */
    private static final int MAX_PROOFS = 10;

    /**
     * Who gave way to the other's greeting greets again after so long: that greeting may have been an old one. Longer
     * than a handshake takes on any line on which a match can be played. An old one that comes again and again would
     * stop us each time: for so long it does not then. Nor for ever, as the other one may be somebody who greets.
     */
    public static final long GIVE_WAY_NS = 3_000_000_000L;

    private final Agreement agreement;
    private final int localPeer;
    private final int peer;
    private final int incarnation;
    private final long startFrame;
    private final long seatToken;
    private final boolean joining;
    private final Greeting hello = new Greeting(MessageType.HELLO);
    private final Greeting welcome = new Greeting(MessageType.WELCOME);
    private final Challenge challenge = new Challenge();
    private final ChallengeResponse response = new ChallengeResponse();
    private final Greeting theirs = new Greeting(MessageType.HELLO);
    private final int pepper;
    private final int ownSalt;
    private State state;
    private int salt;
    private boolean gaveWay;
    private boolean quiet;
    private long gaveWayNs = Long.MIN_VALUE;
    /** Whose salt we gave way to in vain: for as long again our own greeting goes first. */
    private int vainSalt;
    private boolean firm;
    private int proofs;
    private long retryAtNs = Long.MIN_VALUE;
    private int tries;
    private Agreement.Field mismatch = Agreement.Field.NONE;
    private int version;
    private int capabilities;

    public Handshake(final MatchSettings settings, final Agreement agreement, final int peer, final int incarnation,
              final SplittableRandom random, final boolean greets) {
        localPeer = settings.self();
        this.agreement = agreement;
        this.peer = peer;
        this.incarnation = incarnation;
        startFrame = settings.rules().startFrame();
        seatToken = settings.entrance().seatToken();
        joining = settings.entrance().joining();
        ownSalt = (int) random.nextLong();
        salt = ownSalt;
        pepper = (int) random.nextLong();
        state = greets ? State.GREETING : State.LISTENING;
    }

    /** The one method that changes the state; whatever is to be said in the new state is said at once. */
    private void state(final State next) {
        state = next;
        retryAtNs = Long.MIN_VALUE;
        tries = 0;
        proofs = 0;
    }

    /** What is to be sent now, or null. */
    public Message due(final long nowNs) {
        if (gaveWay && (state == State.LISTENING || state == State.CHALLENGING)) {
            gaveWayNs = gaveWayNs == Long.MIN_VALUE ? nowNs : gaveWayNs;
            if (nowNs - gaveWayNs >= GIVE_WAY_NS) {
                gaveWay = false;
                firm = true;
                gaveWayNs = nowNs;
                vainSalt = salt;
                salt = ownSalt;
                state(State.GREETING);
            }
        }
        firm &= nowNs - gaveWayNs < GIVE_WAY_NS;
        if (state != State.GREETING && state != State.PROVING || nowNs < retryAtNs) {
            return null;
        }
        if (state == State.PROVING && proofs++ == MAX_PROOFS) {
            state(quiet ? State.LISTENING : State.GREETING);
            return quiet ? null : due(nowNs);
        }
        retryAtNs = nowNs + RETRY_NS;
        tries++;
        return state == State.GREETING ? greeting(hello) : response;
    }

    /** Answers a hello; null when it is not ours to answer. */
    public Message onHello(final Greeting message) {
        if (state == State.GREETING && peer > localPeer && !(firm && message.salt() == vainSalt)) {
            // Both greet, because one of them comes late: the higher one goes on.
            state(State.LISTENING);
            gaveWay = true;
            firm = false;
            gaveWayNs = Long.MIN_VALUE;
        }
        final boolean ofOpenLink = state == State.OPEN && message.incarnation() == theirs.incarnation();
        if (state != State.LISTENING && state != State.CHALLENGING && !ofOpenLink) {
            return null;
        }
        if (!ofOpenLink) {
            copy(message);
            salt = message.salt();
            state(State.CHALLENGING);
        }
        return challenge.salt(message.salt()).pepper(pepper);
    }

    /**
     * Where to send what is due. Repetitions take the one lane and the other in turn: on the one that keeps the order
     * each lost datagram holds up those behind it, on a bad network for longer than we wait. Answers come the same way.
     */
    public Lane lane() {
        return (tries & 1) == 1 ? Lane.CONTROL : Lane.INPUT;
    }

    /**
     * Takes a challenge of our hello. Who sends it has heard us and waits for the proof, also if we gave way meanwhile:
     * what we gave way to was an old hello.
     */
    public void onChallenge(final Challenge message) {
        final boolean waits = gaveWay && (state == State.LISTENING || state == State.CHALLENGING);
        if ((state == State.GREETING || waits) && message.salt() == ownSalt) {
            gaveWay = false;
            salt = ownSalt;
            response.seasoning(salt ^ message.pepper());
            state(State.PROVING);
        }
    }

    /** Checks a proof; answers with a welcome, or null when it is wrong or the configurations differ. */
    public Message onResponse(final ChallengeResponse message) {
        if (state != State.CHALLENGING && state != State.OPEN || message.seasoning() != (salt ^ pepper)) {
            return null;
        }
        if (state == State.CHALLENGING) {
            conclude();
        }
        return state == State.OPEN ? greeting(welcome) : null;
    }

    /** Takes the welcome that ends the handshake. */
    public void onWelcome(final Greeting message) {
        if (state == State.PROVING && message.salt() == salt) {
            copy(message);
            conclude();
        }
    }

    private void conclude() {
        mismatch = agreement.compare(theirs, peer);
        if (mismatch == Agreement.Field.NONE) {
            version = agreement.version(theirs);
            capabilities = agreement.capabilities(theirs);
            state(State.OPEN);
        } else {
            state(State.REFUSED);
        }
    }

    private void copy(final Greeting from) {
        theirs.speaks(from.speaks()).incarnation(from.incarnation()).salt(from.salt()).joining(from.joining());
        if (from.isReadable()) {
            theirs.matchId(from.matchId()).players(from.players()).digest(from.digest()).frame(from.frame())
                .state(from.state()).tickRate(from.tickRate()).playerCount(from.playerCount())
                .inputBytes(from.inputBytes()).checksumInterval(from.checksumInterval())
                .maxEventBytes(from.maxEventBytes()).seatToken(from.seatToken()).gameId(from.gameId());
        }
    }

    /** Stops asking who has not answered, and waits to be asked. Who has answered may take us for open already. */
    public void listen() {
        gaveWay = false;
        quiet = true;
        if (state == State.GREETING || state == State.REFUSED) {
            state(State.LISTENING);
        }
    }

    /** Asks again after {@link #listen}: the other one is a member, as we are, and has never been heard. */
    public void greet() {
        if (state == State.LISTENING && !gaveWay) {
            quiet = false;
            salt = ownSalt;
            state(State.GREETING);
        }
    }

    private Greeting greeting(final Greeting greeting) {
        agreement.describe(greeting);
        greeting.incarnation(incarnation).salt(salt).frame(startFrame)
            .seatToken(seatToken).joining(joining);
        return greeting;
    }

    /** Ours. */
    public int incarnation() {
        return incarnation;
    }

    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** We greet, and were neither welcomed nor refused yet. */
    public boolean awaitsWelcome() {
        return state == State.GREETING || state == State.PROVING;
    }

    public State state() {
        return state;
    }

    public Agreement.Field mismatch() {
        return mismatch;
    }

    /** What the peer said of itself; means something once open or refused. */
    public Greeting theirs() {
        return theirs;
    }

    /** The version of the wire agreed on; 0 until open. */
    public int version() {
        return version;
    }

    /** Bits of the capabilities agreed on, see {@link io.lockstep.core.internal.protocol.WireSupport}; 0 until open. */
    public int capabilities() {
        return capabilities;
    }

    /** The salt both sides know, which a goodbye before the opening must repeat. */
    public int salt() {
        return salt;
    }
}
