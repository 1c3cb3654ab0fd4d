package io.lockstep.core.session;

import io.lockstep.core.game.Redundancy;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Matches of four peers in which peer 1 gets inputs of peer 0 from peers 2 and 3 alone. Peer 0 has two players, and
 * each input travels alone, so a peer can know more inputs of one of them than of the other. Each match returns what is
 * wrong with it, or null; each also returns text if it never came to what it is there for.
 */
final class HandedOnInputs {

    private static final int END = 200;
    private static final int LIMIT_MS = 10_000;
    private static final int BEGUN = 50;
    private static final int PEERS = 4;
    private static final int SECOND_PLAYER = PEERS;
    private static final int TRIP_MS = 20;
    /** Input delay, in ticks: enough inputs are under way for one player's to be ahead of the other's. */
    private static final int DELAY = 6;
    /** Time, in milliseconds, in which three of six ticks of inputs arrive. */
    private static final int SOME_TICKS_MS = 60;
    /** Time, in milliseconds, in which a peer notices that it lacks inputs, asks for them, and is answered. */
    private static final int ASKED_MS = 700;
    private static final int INPUT_BYTES = 2;
    private static final int EVENT_BYTES = 64;
    private static final int ROOM = 1000;
    /** An input that no player gives. */
    private static final byte[] WRONG = {-1, -1};
    /** In the second byte of a FrameInput. */
    private static final int PLAYER_SHIFT = 3;

    private final long start;
    private final Match match;
    private final Relay relay = new Relay(INPUT_BYTES, 2, EVENT_BYTES);
    private final List<TestTransport.Datagram> held = new ArrayList<>();
    private int questions;
    private int answers;

    private HandedOnInputs(final long start) {
        this.start = start;
        match = match(PEERS, config -> config.inputDelay(DELAY).startFrame(start).endFrame(start + END));
    }

    /** Peer 0 has two players, the second one after those of all others, and each input travels alone. */
    static Match match(final int peers, final Consumer<SessionConfig> adjust) {
        final int[] ids = IntStream.range(0, peers).toArray();
        final Match match = new Match(ids, TRIP_MS, (peer, config) -> {
            config.players(peers + 1).peer(0, peers).redundancy(Redundancy.NONE);
            adjust.accept(config);
            if (peer == 0) {
                config.localPlayers(0, peers);
            }
        });
        match.stepNs = 2 * Match.MS;
        return match;
    }

    /**
     * Peers 2 and 3 know more inputs of the first player than of the second when peer 1 asks for both: they hand on
     * only frames of which they know both.
     */
    static String whole(final long start) {
        return new HandedOnInputs(start).playWhole();
    }

    /**
     * Peer 1 lacks the second player's inputs alone, and one of two peers that hand them on lies: the lie is not taken.
     */
    static String agreed(final long start) {
        return new HandedOnInputs(start).playAgreed();
    }

    private String playWhole() {
        if (!match.runUntil(LIMIT_MS, () -> match.everybodyPast(start + BEGUN))) {
            return "does not begin: " + match;
        }
        final long holdsNs = match.nowNs + SOME_TICKS_MS * Match.MS;
        final long untilNs = match.nowNs + ASKED_MS * Match.MS;
        match.transports.get(0).outgoing = datagram -> {
            if (datagram.to == 1) {
                return !isInputs(datagram, 0) && !isInputs(datagram, SECOND_PLAYER) && !isCarried(datagram);
            }
            if (isInputs(datagram, SECOND_PLAYER) && match.nowNs > holdsNs && match.nowNs < untilNs) {
                held.add(datagram);
                return false;
            }
            return true;
        };
        count();
        return playOn();
    }

    private String playAgreed() {
        if (!match.runUntil(LIMIT_MS, () -> match.everybodyPast(start + BEGUN))) {
            return "does not begin: " + match;
        }
        final long untilNs = match.nowNs + ASKED_MS * Match.MS;
        match.transports.get(0).outgoing = datagram -> {
            if (datagram.to == 1 && isInputs(datagram, SECOND_PLAYER) && match.nowNs < untilNs) {
                held.add(datagram);
                return false;
            }
            return datagram.to != 1 || !isCarried(datagram);
        };
        count();
        final TestTransport.Hook counts = match.transports.get(2).outgoing;
        match.transports.get(2).outgoing = datagram -> {
            counts.pass(datagram);
            if (match.nowNs < untilNs && isAnswer(datagram)) {
                datagram.reseal(lie());
            }
            return true;
        };
        return playOn();
    }

    /** Returns the answer that was decoded last, with other inputs of the second player. */
    private byte[] lie() {
        final Relay lie = new Relay(INPUT_BYTES, 2, EVENT_BYTES);
        lie.inputs(0, 2, relay.firstFrame());
        for (int frame = 0; frame < relay.frames().count(); frame++) {
            lie.frames().input(0, relay.frames().inputs(), relay.frames().inputOffset(frame, 0));
            lie.frames().input(1, WRONG, 0);
            lie.endFrame(ROOM);
        }
        final ByteBuffer bytes = ByteBuffer.allocate(ROOM);
        return Arrays.copyOf(bytes.array(), lie.encode(bytes));
    }

    /** Counts what peer 1 asks for, and the answers of peer 2. */
    private void count() {
        match.transports.get(1).outgoing = datagram -> {
            questions += datagram.to == 2 && inputs(datagram) == 0 ? 1 : 0;
            return true;
        };
        match.transports.get(2).outgoing = datagram -> {
            answers += isAnswer(datagram) ? 1 : 0;
            return true;
        };
    }

    /** Plays until the inputs were asked for, then lets those arrive that were held back, and plays to the end. */
    private String playOn() {
        match.run(ASKED_MS);
        if (questions == 0 || answers == 0 || held.size() <= 2) {
            return questions + " questions, " + answers + " answers, " + held.size() + " inputs held: " + match;
        }
        held.forEach(datagram -> match.transports.get(datagram.to).injected.add(datagram));
        if (!match.runUntilEnded(LIMIT_MS)) {
            return "not finished: " + match;
        }
        for (int peer = 0; peer < PEERS; peer++) {
            if (match.sessions.get(peer).statistics().desyncs() > 0
                || match.games.get(peer).hash != match.games.get(0).hash) {
                return "not alike: " + match;
            }
        }
        return null;
    }

    private boolean isAnswer(final TestTransport.Datagram datagram) {
        return datagram.to == 1 && inputs(datagram) > 0;
    }

    /** Returns the number of frames of peer 0 in a Relay, 0 in a question, or -1 if it is neither. */
    private int inputs(final TestTransport.Datagram datagram) {
        return datagram.type() == MessageType.RELAY.code() && relay.decode(ByteBuffer.wrap(datagram.bytes)) != null
            && relay.kind() == Relay.Kind.INPUTS && relay.peer() == 0 ? relay.frames().count() : -1;
    }

    static boolean isInputs(final TestTransport.Datagram datagram, final int player) {
        return datagram.type() == MessageType.FRAME_INPUT.code() && datagram.bytes[1] >>> PLAYER_SHIFT == player;
    }

    private static boolean isCarried(final TestTransport.Datagram datagram) {
        return datagram.type() == MessageType.RELAY.code() && datagram.bytes[1] == 0;
    }
}
