package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.input.InputPredictor;
import io.lockstep.core.sync.StateBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an application sees of a session that plays ahead of what is settled. */
class SessionPredictionTest {

    private static final long END = 300;
    private static final int WINDOW = 8;
    private static final long LATENCY_MS = 90;

    private static Match match(final PredictionOptions options) {
        return new Match(2, LATENCY_MS, (peer, config) ->
            config.endFrame(END).inputDelay(2).prediction(options));
    }

    private static PredictionOptions window(final int frames) {
        return new PredictionOptions().frames(frames);
    }

    @Test
    void shouldBeAheadByTheWayOfTheInputsAndNoFurtherThanTheWindow() {
        final Match match = match(window(WINDOW));
        final List<Long> ahead = new ArrayList<>();
        match.runUntil(6000, () -> {
            final Session session = match.sessions.get(0);
            if (session.phase() == Phase.PLAYING && session.frame() > 60) {
                ahead.add(session.head() - session.frame());
            }
            return match.ended();
        });
        assertTrue(ahead.stream().allMatch(frames -> frames >= 0 && frames <= WINDOW), ahead::toString);
        assertTrue(ahead.stream().anyMatch(frames -> frames >= 3), ahead::toString);
        match.assertFinishedAlike(END, "window " + WINDOW);
    }

    @Test
    void shouldNotStallOnALineThatTheWindowCovers() {
        final Match lockstep = match(window(0));
        final Match ahead = match(window(WINDOW));
        lockstep.runUntilEnded(20_000);
        ahead.runUntilEnded(20_000);
        lockstep.assertFinishedAlike(END, "lockstep");
        ahead.assertFinishedAlike(END, "ahead");
        assertTrue(lockstep.sessions.get(0).statistics().stallTicks() > END / 2, "inputs come three ticks late");
        assertEquals(0, ahead.sessions.get(0).statistics().stallTicks());
        assertTrue(ahead.sessions.get(0).statistics().prediction().foreseen() > 0, "frames are foreseen");
        assertEquals(0, lockstep.sessions.get(0).statistics().prediction().saves());
    }

    @Test
    void shouldSettleTheSameWithEachPredictorAndWithOneState() {
        final List<InputPredictor> predictors = List.of(InputPredictor.repeat(), InputPredictor.repeatFor(2),
            InputPredictor.hold(0xF), (player, ago, last, guess) -> guess.put((byte) ago).put((byte) player));
        for (final InputPredictor predictor : predictors) {
            final Match match = match(window(WINDOW).predictor(predictor).sparse(predictor == predictors.get(1)));
            match.runUntilEnded(20_000);
            match.assertFinishedAlike(END, "predictor " + predictors.indexOf(predictor));
            assertTrue(match.sessions.get(0).statistics().prediction().rollbacks() > 0, "guesses were wrong");
        }
    }

    @Test
    void shouldGuessWhatAPredictorSays() {
        final ByteBuffer last = ByteBuffer.wrap(new byte[] {0x3F, 0x55, 1, 2, 77});
        assertEquals(List.of(0x3F, 0x55, 1, 2, 77), guess(InputPredictor.repeat(), 9, last));
        assertEquals(List.of(0x3F, 0x55, 1, 2, 77), guess(InputPredictor.repeatFor(3), 3, last));
        assertEquals(List.of(0, 0, 0, 0, 0), guess(InputPredictor.repeatFor(3), 4, last));
        assertEquals(List.of(0x0F, 0x50, 0, 2, 77), guess(InputPredictor.hold(0x0200_F00F), 1, last));
        assertThrows(IllegalArgumentException.class, () -> InputPredictor.repeatFor(0));
    }

    private static List<Integer> guess(final InputPredictor predictor, final int ago, final ByteBuffer last) {
        final ByteBuffer guess = ByteBuffer.allocate(last.capacity());
        predictor.predict(1, ago, last.duplicate(), guess);
        final List<Integer> bytes = new ArrayList<>();
        for (final byte each : guess.array()) {
            bytes.add((int) each);
        }
        return bytes;
    }

    @Test
    void shouldTakeBackWhatIsAheadWhenItLeaves() {
        final Match match = match(window(WINDOW));
        assertTrue(match.runUntil(4000, () -> match.sessions.get(0).head() - match.sessions.get(0).frame() > 2),
            "it is ahead");
        final Session session = match.sessions.get(0);
        session.leave();
        assertTrue(match.runUntil(4000, () -> session.phase() == Phase.ENDED), "it has left");
        final StateBuffer state = new StateBuffer(StateBuffer.DEFAULT_CAPACITY_BYTES);
        match.games.get(0).save(state);
        assertEquals(session.statistics().stateChecksum(), state.crc32());
    }

    @Test
    void shouldRefuseAWindowThatIsNone() {
        for (final int frames : new int[] {-1, PredictionOptions.MAX_FRAMES + 1}) {
            final String said = assertThrows(IllegalArgumentException.class, () -> match(window(frames))).getMessage();
            assertTrue(said.contains("prediction") && said.contains(String.valueOf(frames)) && said.contains("0 to 30"),
                said);
        }
        assertThrows(IllegalArgumentException.class, () -> match(window(1).stepsPerPoll(0)));
        assertThrows(IllegalArgumentException.class, () -> match(window(1).predictor(null)));
    }

    /** A window of its own is no reason to run ahead of the others' clocks, and to guess what is there in time. */
    @Test
    void shouldForeseeNothingOnANearLineBesideOneInLockstep() {
        final Match match = new Match(2, 1, (peer, config) ->
            config.endFrame(END).inputDelay(2).prediction(peer == 0 ? WINDOW : 0));
        match.runUntilEnded(20_000);
        match.assertFinishedAlike(END, "a near line");
        assertEquals(0, match.sessions.get(0).statistics().prediction().saves());
    }

    /** Without a pace no frame is due before it is complete. */
    @Test
    void shouldPlayNothingAheadWithoutAPace() {
        final Match match = new Match(2, LATENCY_MS, (peer, config) ->
            config.endFrame(END).inputDelay(2).prediction(WINDOW).unpaced(true));
        match.runUntilEnded(60_000);
        match.assertFinishedAlike(END, "unpaced");
        assertEquals(0, match.sessions.get(0).statistics().prediction().saves());
    }
}
