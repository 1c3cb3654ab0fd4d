package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Peers with keys are killed and started again, and somebody who has recorded all that they ever sent sends it again,
 * from an address of his own. What was recorded is signed with keys that are still good.
 */
class RestartIT {

    private static final int TICKS = 100;
    private static final int LIVES = 5;
    /** No more than fit into a socket's buffer: what does not is lost for anybody. */
    private static final int REPLAYS_A_TICK = 150;
    /** Two minutes: the driver forgets a silent peer's image after half a minute, and its log after another. */
    private static final int FORGOTTEN_TICKS = 8000;
    private static final long MAX_DELAY_MS = 1000;
    /** Longer than a publication stays connected without a word of its reader. */
    private static final int SILENT_TICKS = 800;
    /** Bytes of a status message, behind which its number is. */
    private static final int STATUS_BYTES = 36;

    @TempDir
    Path base;

    private TappedMatch match;
    private Attacker towardsA;
    private Attacker towardsB;
    private final Recording ofA = new Recording();
    private final Recording ofB = new Recording();

    @AfterEach
    void closeAll() {
        match.close();
        towardsA.close();
        towardsB.close();
    }

    private void connect() {
        match = new TappedMatch(base, true);
        match.connect();
        towardsA = new Attacker(match.ports[0]);
        towardsB = new Attacker(match.ports[1]);
        match.play(TICKS, () -> { });
    }

    /** What one peer ever sent; what opens or ends streams is kept apart, to be sent more often. */
    private static final class Recording {
        private final List<byte[]> all = new ArrayList<>();
        private final List<byte[]> steering = new ArrayList<>();
        private int next;

        void add(final List<byte[]> frames) {
            for (final byte[] frame : frames) {
                all.add(frame);
                final int type = Attacker.type(frame);
                if (type == Attacker.SETUP || type == Attacker.STATUS && (frame[5] & 0xC0) != 0) {
                    steering.add(frame);
                }
            }
        }

        void replay(final Attacker towardsEndpoint, final Wiretap towardsPublications) {
            for (int i = 0; i < REPLAYS_A_TICK; i++) {
                final List<byte[]> frames = i % 2 == 0 ? all : steering;
                replay(frames.get(next++ / 2 % frames.size()), towardsEndpoint, towardsPublications);
            }
        }

        private void replay(final byte[] frame, final Attacker towardsEndpoint, final Wiretap towardsPublications) {
            if (Attacker.type(frame) == Attacker.STATUS || Attacker.type(frame) == Attacker.NAK) {
                towardsPublications.spoof(frame);
            } else {
                towardsEndpoint.send(frame);
            }
        }
    }

    private void record() {
        final Wiretap first = match.taps[0];
        final Wiretap second = match.taps[1];
        ofA.add(first.sent);
        ofA.add(second.returned);
        ofB.add(second.sent);
        ofB.add(first.returned);
        for (final Wiretap tap : match.taps) {
            tap.sent.clear();
            tap.returned.clear();
        }
    }

    private void replay() {
        ofA.replay(towardsB, match.taps[1]);
        ofB.replay(towardsA, match.taps[0]);
    }

    private void assertAllArrives() {
        final long ofBoth = drops();
        match.play(TICKS, this::replay);
        match.settle();
        assertTrue(drops() - ofBoth > REPLAYS_A_TICK * TICKS / 4, drops() - ofBoth + " replays were refused");
        for (final TappedMatch.Peer peer : List.of(match.a, match.b)) {
            assertEquals(0, peer.forged, "forged");
            assertEquals(0, peer.missing, "missing");
        }
        final long sent = match.a.accepted(Lane.INPUT);
        assertTrue(sent >= TICKS && match.b.arrived(Lane.INPUT) >= sent - sent / 50 - 1,
            "arrived " + match.b.arrived(Lane.INPUT) + " of " + sent);
    }

    private long drops() {
        return match.a.transport.guardDrops() + match.b.transport.guardDrops();
    }

    private void restart(final TappedMatch.Peer peer) {
        record();
        peer.kill();
        match.play(10, this::replay);
        peer.launch();
        final long delay = match.untilConnected(this::replay);
        assertTrue(delay <= MAX_DELAY_MS, delay + " ms");
        assertAllArrives();
    }

    @Test
    void shouldTakeBackAPeerThatIsKilledAgainAndAgain() {
        connect();
        for (int life = 0; life < LIVES; life++) {
            restart(match.a);
        }
    }

    @Test
    void shouldComeBackItselfAgainAndAgain() {
        connect();
        for (int life = 0; life < LIVES; life++) {
            restart(match.b);
        }
    }

    @Test
    void shouldComeBackInTurns() {
        connect();
        for (int life = 0; life < LIVES; life++) {
            restart(life % 2 == 0 ? match.a : match.b);
        }
    }

    /** Each of those answers names the endpoint that is gone as the one whose word on the stream counts. */
    @Test
    void shouldListenToAnEndpointWhileAnswersOfTheOneBeforeAreRepeated() {
        connect();
        record();
        final List<byte[]> answers = ofB.all.stream().filter(RestartIT::isAnswer).toList();
        assertFalse(answers.isEmpty(), "no answer was recorded");
        match.b.kill();
        match.b.launch();
        match.untilConnected(() -> { });
        final long dropped = match.a.transport.guardDrops();

        match.play(SILENT_TICKS, () -> answers.forEach(match.taps[0]::spoof));

        assertEquals(SILENT_TICKS, match.a.accepted(Lane.INPUT));
        assertEquals(SILENT_TICKS, match.a.accepted(Lane.CONTROL));
        match.settle();
        assertEquals(0, match.b.missing, "missing");
        assertTrue(match.a.transport.guardDrops() - dropped >= SILENT_TICKS, "no replay was refused");
    }

    /** Returns whether a frame asks for a SETUP, as an answer to one that it names by its number. */
    private static boolean isAnswer(final byte[] frame) {
        return Attacker.type(frame) == Attacker.STATUS && (frame[5] & 0x80) != 0
            && Attacker.read(frame).getLong(STATUS_BYTES) != 0;
    }

    @Test
    void shouldMakeNothingForWhatADeadPeerSent() {
        connect();
        restart(match.a);
        record();
        match.a.kill();
        match.play(FORGOTTEN_TICKS, () -> { });
        final long before = match.storage();
        final long dropped = match.b.transport.guardDrops();

        match.play(TICKS, this::replay);

        assertTrue(match.b.transport.guardDrops() - dropped > TICKS, "no replay was refused");
        assertEquals(before, match.storage(), "bytes");
    }

    /**
     * An attacker that repeats recorded datagrams with a victim's address must not cause more bytes to the victim than
     * that.
     */
    @Test
    void shouldAnswerNoRecordingWithMoreBytesThanItHas() {
        connect();
        match.idle(TICKS);
        record();
        for (int life = 0; life < 3; life++) {
            match.a.kill();
            match.a.launch();
            match.untilConnected(() -> { });
        }
        final List<byte[]> data = ofA.all.stream().filter(frame -> Attacker.type(frame) == Attacker.DATA).toList();
        assertTrue(data.stream().anyMatch(frame -> frame.length == 32), "no heartbeat was recorded");
        int sent = 0;
        int answered = 0;
        for (final byte[] frame : data) {
            sent += frame.length;
            towardsB.send(frame);
            match.idle(1);
            answered += towardsB.replyBytes();
            assertTrue(answered <= sent, answered + " B for " + sent + " B");
        }
        assertTrue(answered > 0, "two heartbeats are answered once");
    }
}
