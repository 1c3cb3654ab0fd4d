package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.transport.Lane;
import java.util.SplittableRandom;

/**
 * Opens one link: a hello, a challenge, a response that repeats what the challenge said, and a welcome. The peer with
 * the higher id greets, and who comes late greets everybody; of two that greet each other the higher one goes on. Who
 * is greeted remembers nothing until a response comes, see {@link Cookie}: no stray datagram, and no flood of them,
 * opens or ends a link, or keeps another from it. Every message is repeated on a timer until its answer comes; every
 * answer can be given again.
 */
public final class Handshake {

    /** Where the handshake stands. */
    public enum State {
        /** We greet, and repeat the hello until a challenge comes. */
        GREETING,
        /** We prove that we heard the challenge, and repeat the proof until a welcome comes. */
        PROVING,
        /** The other side greets. */
        LISTENING,
        /** Done: the link is open. */
        OPEN,
        /** Done: the configurations differ in {@link #mismatch()}. */
        REFUSED
    }

    /** How often an unanswered message is repeated: soon enough for a lossy start, ten small datagrams a second. */
    public static final long RETRY_NS = 100_000_000L;

    /** How often strangers are told that somebody is here. */
    private static final long STRANGER_RETRY_NS = 1_000_000_000L;

    /** Unanswered proofs after which we greet again: the challenger may have restarted and forgotten us. */
    private static final int MAX_PROOFS = 10;

    private final Agreement agreement;
    private final Cookie cookie;
    private final KeyExchange exchange;
    private final int localPeer;
    private final int peer;
    private final int incarnation;
    private final long startFrame;
    private final long seatToken;
    private final boolean joining;
    private final Greeting hello = new Greeting(MessageType.HELLO);
    private final Greeting response = new Greeting(MessageType.CHALLENGE_RESPONSE);
    private final Greeting welcome = new Greeting(MessageType.WELCOME);
    private final Challenge challenge = new Challenge();
    private final Greeting theirs = new Greeting(MessageType.HELLO);
    private final int ownSalt;
    private State state;
    private int salt;
    /** The pepper of the response that opened the link. Such a response is welcomed again. */
    private long accepted;
    private boolean quiet;
    private int proofs;
    private long strangersHeard;
    private long retryAtNs = Long.MIN_VALUE;
    private int tries;
    private Agreement.Field mismatch = Agreement.Field.NONE;
    private int version;
    private int capabilities;

    Handshake(final MatchSettings settings, final Agreement agreement, final Cookie cookie, final int peer,
              final int incarnation, final SplittableRandom random, final boolean greets) {
        localPeer = settings.self();
        this.agreement = agreement;
        this.cookie = cookie;
        this.peer = peer;
        this.incarnation = incarnation;
        exchange = new KeyExchange(settings.ports().keys(), localPeer, peer);
        startFrame = settings.rules().startFrame();
        seatToken = settings.entrance().seatToken();
        joining = settings.entrance().joining();
        ownSalt = (int) random.nextLong();
        salt = ownSalt;
        state = greets ? State.GREETING : State.LISTENING;
    }

    /** The one method that changes the state; whatever is to be said in the new state is said at once. */
    private void state(final State next) {
        state = next;
        retryAtNs = Long.MIN_VALUE;
        tries = 0;
        proofs = 0;
    }

    /**
     * What is to be sent now, or null.
     *
     * @param strangers how many datagrams came that somebody else has sealed: who greets us with other keys hears no
     *                  answer, and is to learn that there is somebody whom it does not understand either
     */
    public Message due(final long strangers, final long nowNs) {
        if (nowNs < retryAtNs) {
            return null;
        }
        if (state == State.LISTENING && strangers != strangersHeard) {
            strangersHeard = strangers;
            retryAtNs = nowNs + STRANGER_RETRY_NS;
            return greeting(hello);
        }
        if (!awaitsWelcome()) {
            return null;
        }
        if (state == State.PROVING && proofs++ == MAX_PROOFS) {
            state(quiet ? State.LISTENING : State.GREETING);
            return quiet ? null : due(strangers, nowNs);
        }
        retryAtNs = nowNs + RETRY_NS;
        tries++;
        return state == State.GREETING ? greeting(hello) : response;
    }

    /**
     * What was due last was not taken, mostly because the transport knows no way yet: a hello goes with the poll in
     * which there is one, and not up to a retry later.
     */
    public void unsent() {
        if (state == State.GREETING) {
            retryAtNs = Long.MIN_VALUE;
        }
    }

    /** Both greet, because one of them comes late: the higher one goes on. */
    private boolean goesFirst() {
        return awaitsWelcome() && localPeer > peer;
    }

    /** Answers a hello, and forgets it; null when it is not ours to answer. */
    public Message onHello(final Greeting message) {
        return goesFirst() || state == State.REFUSED ? null
            : challenge.salt(message.salt()).pepper(cookie.of(message));
    }

    /**
     * Where to send what is due. Repetitions take the one lane and the other in turn: on the one that keeps the order
     * each lost datagram holds up those behind it, on a bad network for longer than we wait. Answers come the same way.
     */
    public Lane lane() {
        return (tries & 1) == 1 ? Lane.CONTROL : Lane.INPUT;
    }

    /** Takes a challenge of our hello. */
    public void onChallenge(final Challenge message) {
        if (state == State.GREETING && message.salt() == salt) {
            greeting(response).pepper(message.pepper());
            exchange.ask(response);
            state(State.PROVING);
        }
    }

    /** Checks a proof; answers with a welcome, or null when it is wrong or the configurations differ. */
    public Message onResponse(final Greeting message) {
        if (state == State.OPEN) {
            return isWelcome(message) ? welcome : null;
        }
        if (goesFirst() || state == State.REFUSED || message.pepper() != cookie.of(message)
            || message.isReadable() && !exchange.read(message)) {
            return null;
        }
        theirs.copy(message);
        greeting(welcome).salt(theirs.salt());
        if (agreement.isConfigMissing(theirs, welcome, peer)) {
            exchange.answer(welcome);
            return welcome;
        }
        accepted = message.pepper();
        salt = message.salt();
        conclude();
        if (state != State.OPEN) {
            return null;
        }
        greeting(welcome);
        exchange.answer(welcome);
        return welcome;
    }

    /**
     * Returns whether a response comes from the process for which this link is open. After its welcomes were lost that
     * process greets again, and the cookie may have changed since.
     */
    private boolean isWelcome(final Greeting message) {
        return message.incarnation() == theirs.incarnation()
            && (message.pepper() == accepted || message.pepper() == cookie.of(message));
    }

    /** Takes the welcome that ends the handshake, or begins it anew because the match config is missing. */
    public void onWelcome(final Greeting message, final long nowNs) {
        if (state == State.PROVING && message.salt() == salt
            && (!message.isReadable() || exchange.conclude(message))) {
            theirs.copy(message);
            if (agreement.isConfigMissing(response, theirs, peer)) {
                exchange.restart();
                state(State.GREETING);
                retryAtNs = nowNs + RETRY_NS;
            } else {
                conclude();
            }
        }
    }

    private void conclude() {
        mismatch = agreement.conclude(theirs, peer);
        version = agreement.version(theirs);
        capabilities = agreement.capabilities(theirs);
        if (mismatch == Agreement.Field.NONE) {
            state(State.OPEN);
        } else {
            state(State.REFUSED);
        }
    }

    /** Stops asking who has not answered, and waits to be asked. Who has answered may take us for open already. */
    public void listen() {
        quiet = true;
        if (state == State.GREETING || state == State.REFUSED) {
            state(State.LISTENING);
        }
    }

    /** Asks again after {@link #listen}: the other one is a member, as we are, and has never been heard. */
    public void greet() {
        if (state == State.LISTENING) {
            quiet = false;
            salt = ownSalt;
            state(State.GREETING);
        }
    }

    private Greeting greeting(final Greeting greeting) {
        agreement.describe(greeting);
        return greeting.incarnation(incarnation).salt(salt).frame(startFrame).seatToken(seatToken).joining(joining);
    }

    /** What our keys are made from and then theirs, once the link is open; null without keys. */
    byte[][] takeSecrets() {
        return exchange.take();
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

    /** The version of the wire agreed on; 0 until concluded. */
    public int version() {
        return version;
    }

    /** Bits of the capabilities agreed on, see {@link io.lockstep.core.internal.protocol.WireSupport}. */
    public int capabilities() {
        return capabilities;
    }

    /** The salt both sides know, which a goodbye before the opening must repeat. */
    public int salt() {
        return salt;
    }
}
