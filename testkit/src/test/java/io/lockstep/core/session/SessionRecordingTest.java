package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.Difference;
import io.lockstep.codecs.replay.RecordingCode;
import io.lockstep.codecs.replay.RecordingDiff;
import io.lockstep.codecs.replay.RecordingPlayer;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.codecs.replay.Verification;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.replay.RecordingWriter;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** What sessions record is what they executed. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionRecordingTest {

    @Parameter
    private Carrier carrier;

    private static final int END = 1500;
    private static final int SNAPSHOTS = 200;

    private final List<MemoryTape> tapes = new ArrayList<>();
    private final List<RecordingWriter> writers = new ArrayList<>();

    private Match match(final SimulatedNetwork network, final int peers) {
        return new Match(carrier, network, peers, (peer, config) -> record(config));
    }

    private SessionConfig record(final SessionConfig config) {
        final MemoryTape tape = new MemoryTape();
        tapes.add(tape);
        writers.add(new RecordingWriter(tape, "test 1", SNAPSHOTS));
        return config.endFrame(END).recording(writers.get(writers.size() - 1));
    }

    private static SimulatedNetwork network(final int peers) {
        return new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(20)).followPolls();
    }

    private RecordingReader verified(final int index) {
        final RecordingReader recording = tapes.get(index).read();
        assertNull(writers.get(index).problem());
        assertEquals(RecordingCode.OK, recording.code(), recording.message());
        final Verification verification = Verification.of(recording, game());
        assertTrue(verification.ok(), verification::toString);
        assertEquals(recording.frames(), verification.frames());
        return recording;
    }

    private static TestGame game() {
        final TestGame game = new TestGame();
        game.pauses = true;
        return game;
    }

    private long playedHash(final int index) {
        final TestGame game = game();
        new RecordingPlayer(tapes.get(index).read(), game).toEnd();
        return game.hash;
    }

    @Test
    void shouldVerifyAMatchWithALeaverACutAndAReturn() {
        final SimulatedNetwork network = network(4);
        final Match match = match(network, 4);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.sessions.get(2).sendEvent(2, ByteBuffer.wrap(new byte[] {1, 2, 3}));
        match.sessions.get(3).leave();
        match.run(1000);
        match.killed.add(1);
        match.run(7000);
        match.add(1, 4, carrier.open(network, 1), (peer, config) -> record(config).joining(true).sessionSeed(77));
        assertTrue(match.runUntilEnded(60_000), match::toString);
        for (final int index : new int[] {0, 2, 4}) {
            final RecordingReader recording = verified(index);
            assertEquals("FINISHED", recording.endReason());
            assertEquals(END, recording.nextFrame());
            assertEquals(match.games.get(0).hash, playedHash(index));
        }
        assertEquals("LEFT", verified(3).endReason());
        assertNull(verified(1).endReason());
        assertEquals(0, tapes.get(0).read().firstFrame());
        assertTrue(tapes.get(4).read().firstFrame() > 300, match::toString);
        final Difference difference = RecordingDiff.of(tapes.get(0).read(), tapes.get(4).read(), TestGame::new);
        assertEquals(Difference.Kind.NONE, difference.kind(), difference::toString);
        assertTrue(difference.compared() > 500, difference::toString);
        assertPresence();
    }

    private void assertPresence() {
        final RecordingPlayer player = new RecordingPlayer(tapes.get(0).read(), game());
        long alone = 0;
        while (player.step()) {
            alone += player.frames().present(1) ? 0 : 1;
            assertTrue(player.frames().present(0));
            assertTrue(player.frames().present(2));
        }
        assertTrue(!player.frames().present(3) && player.frames().present(1) && alone > 60, "absent " + alone);
        assertEquals(0b0111, player.frames().members());
    }

    @Test
    void shouldRecordPauses() {
        final Match match = match(network(3), 3);
        match.games.forEach(game -> game.pauses = true);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(150)), match::toString);
        match.sessions.get(1).pause();
        match.run(6000);
        match.sessions.get(1).resume();
        assertTrue(match.runUntilEnded(60_000), match::toString);
        for (int index = 0; index < 3; index++) {
            verified(index);
            assertEquals(match.games.get(0).hash, playedHash(index));
        }
        final RecordingReader recording = tapes.get(2).read();
        final TestGame played = game();
        new RecordingPlayer(recording, played).toEnd();
        assertEquals(match.games.get(0).frames, played.frames);
        for (long frame = 0; frame <= END; frame += 37) {
            assertTrue(new RecordingPlayer(recording, game()).seek(frame), "frame " + frame);
        }
    }

    @Test
    void shouldRecordANewcomerThatComesInDuringAPause() {
        final SimulatedNetwork network = network(3);
        final Match match = match(network, 3);
        match.games.forEach(game -> game.pauses = true);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(150)), match::toString);
        match.killed.add(2);
        match.run(7000);
        match.sessions.get(1).pause();
        match.run(1000);
        match.add(2, 3, carrier.open(network, 2), (peer, config) -> record(config).joining(true).sessionSeed(77));
        match.games.get(3).pauses = true;
        match.run(5000);
        match.sessions.get(1).resume();
        assertTrue(match.runUntilEnded(60_000), match::toString);
        for (final int index : new int[] {0, 1, 3}) {
            assertEquals(0, match.sessions.get(index).statistics().desyncs(), match::toString);
            verified(index);
            assertEquals(match.games.get(0).hash, playedHash(index));
        }
        final Difference difference = RecordingDiff.of(tapes.get(0).read(), tapes.get(3).read(), TestGame::new);
        assertEquals(Difference.Kind.NONE, difference.kind(), difference::toString);
    }

    @Test
    void shouldNameTheFrameAndFieldOfOneWrongState() {
        final Match match = new Match(carrier, network(2), 2, (peer, config) ->
            record(config).desyncPolicy(DesyncPolicy.REPORT_ONLY));
        match.games.get(1).corruptAfter = 444;
        assertTrue(match.runUntil(60_000, () -> match.everybodyPast(1000)), match::toString);
        writers.forEach(RecordingWriter::flush);
        assertTrue(Verification.of(tapes.get(0).read(), game()).ok());
        final Verification verification = Verification.of(tapes.get(1).read(), game());
        assertEquals(444, verification.firstFrame(), verification::toString);
        final Difference difference = RecordingDiff.of(tapes.get(0).read(), tapes.get(1).read(), TestGame::new);
        assertEquals(Difference.Kind.STATE, difference.kind(), difference::toString);
        assertEquals(444, difference.frame());
        assertTrue(difference.leftHolds() && !difference.rightHolds(), difference::toString);
        assertEquals("game", difference.section());
        assertEquals("hash[0]", difference.field());
        assertEquals(600, difference.stateFrame());
    }

    @Test
    void shouldResumeAMatchFromItsRecordings() {
        final Match match = match(network(2), 2);
        assertTrue(match.runUntil(60_000, () -> match.everybodyPast(700)), match::toString);
        final long next = Math.min(tapes.get(0).read().nextFrame(), tapes.get(1).read().nextFrame());
        assertTrue(next > 600, match::toString);
        final Match resumed = new Match(carrier, network(2), 2, (peer, config) -> {
            final TestGame game = game();
            assertTrue(new RecordingPlayer(tapes.get(peer).read(), game).seek(next));
            resume(record(config), game, next);
        });
        assertTrue(resumed.runUntilEnded(60_000), resumed::toString);
        for (final Session session : resumed.sessions) {
            assertEquals(EndReason.FINISHED, session.endReason(), resumed::toString);
            assertEquals(0, session.statistics().desyncs(), resumed::toString);
        }
        assertEquals(next, verified(2).firstFrame());
        assertEquals(playedHash(2), playedHash(3));
    }

    private static void resume(final SessionConfig config, final TestGame game, final long next) {
        config.simulation(game).startFrame(next);
    }
}
