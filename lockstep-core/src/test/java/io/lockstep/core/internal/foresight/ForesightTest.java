package io.lockstep.core.internal.foresight;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Cue;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.InputPredictor;
import io.lockstep.core.internal.game.CueLedger;
import io.lockstep.core.internal.game.PredictionSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameInputs;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A game that is played ahead has, at each frame that is settled, the state that settling alone gives (S18). */
class ForesightTest {

    private static final int PLAYERS = 3;
    private static final int INPUT_BYTES = 2;
    private static final int EVENT_BYTES = 4;
    private static final int SEEDS = 300;
    private static final int FRAMES = 200;

    /** A game of which every input, event and absence shows for ever. */
    private static final class Sum implements Simulation {
        private static final long PRIME = 0x100000001B3L;
        private long state = 1;
        private long steps;
        private long last = -1;
        private final CueLedger cues = new CueLedger();
        private final List<String> heard = new ArrayList<>();
        private final Set<String> alive = new TreeSet<>();

        /** Each cue that started ends once; what is settled is kept. */
        void listen() {
            for (Cue cue = cues.nextCue(); cue != null; cue = cues.nextCue()) {
                final String name = cue.frame() + "/" + cue.key();
                assertTrue(cue.type() == Cue.Type.START ? alive.add(name) : cue.type() == Cue.Type.MOVED
                    ? alive.contains(name) : alive.remove(name), cue::toString);
                if (cue.type() == Cue.Type.SETTLED) {
                    heard.add(name + "=" + cue.value());
                }
            }
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            last = frame;
            steps++;
            add(frame);
            for (int player = 0; player < inputs.players(); player++) {
                add(inputs.present(player) ? 1 : 0);
                add(inputs.bits(player));
                final ByteBuffer event = inputs.event(player);
                add(event.remaining());
                for (int at = event.position(); at < event.limit(); at++) {
                    add(event.get(at));
                }
                if (inputs.bits(player) % 3 == 0 || inputs.event(player).hasRemaining()) {
                    cues.emit(1, player, (int) state & 7);
                }
            }
        }

        private void add(final long value) {
            state = (state ^ value) * PRIME;
        }

        @Override
        public void save(final StateWriter out) {
            out.section("one");
            out.writeLong("state", state);
            out.section("two");
            out.writeInt("half", (int) state);
        }

        @Override
        public void load(final ByteBuffer from) {
            state = from.getLong();
            from.getInt();
        }
    }

    private static byte[] saved(final Simulation game) {
        final StateBuffer buffer = new StateBuffer(1024);
        game.save(buffer);
        return Arrays.copyOf(buffer.array(), buffer.length());
    }

    /** A match of drawn arrivals: played ahead, and settled in lockstep from the same log. */
    private static final class Drawn {
        private final SplittableRandom random;
        private final long start;
        private final InputLog log;
        private final Sum game = new Sum();
        private final Sum alone = new Sum();
        private final FrameInputs settledInputs;
        private final FrameInputs aloneInputs;
        private final Foresight foresight;
        private final int window;
        private long frame;
        private long head;

        Drawn(final long seed, final int window, final boolean sparse) {
            this(seed, window, sparse, Integer.MAX_VALUE, 0);
        }

        Drawn(final long seed, final int window, final boolean sparse, final int stepsPerPoll, final long start) {
            random = new SplittableRandom(seed);
            this.start = start;
            frame = start;
            head = start;
            log = new InputLog(PLAYERS, INPUT_BYTES, EVENT_BYTES, start);
            settledInputs = new FrameInputs(log, PLAYERS, INPUT_BYTES);
            aloneInputs = new FrameInputs(log, PLAYERS, INPUT_BYTES);
            this.window = window;
            foresight = new Foresight(game, game.cues,
                new PlayedFrames(log, InputPredictor.repeat(), PLAYERS, INPUT_BYTES, EVENT_BYTES, window),
                new PredictionSettings(window, InputPredictor.repeat(), sparse, stepsPerPoll), INPUT_BYTES, start,
                null);
            foresight.polled();
        }

        private void arrive(final int player) {
            // What is held for long, so that guesses are often right.
            final byte value = (byte) (log.next(player) / (1 + player * 4) * (player + 1));
            log.append(player, new byte[] {value, 0}, 0);
            if (random.nextInt(10) == 0) {
                log.attachEvent(player, new byte[] {1, 2, value, 0}, 0, random.nextInt(EVENT_BYTES + 1));
            }
        }

        void play() {
            while (frame < start + FRAMES) {
                final int player = random.nextInt(PLAYERS);
                if (log.next(player) < frame + 30 && !log.isClosed(player)) {
                    arrive(player);
                }
                if (player == 2 && frame > start + FRAMES / 2 && random.nextInt(40) == 0) {
                    log.close(player, frame + random.nextInt(window + 1));
                }
                head = Math.max(head, frame);
                head += head < frame + window && random.nextInt(3) == 0 ? 1 : 0;
                foresight.advance(head);
                while (log.complete(frame) && random.nextInt(4) != 0) {
                    settle();
                }
            }
            foresight.end();
            game.listen();
            assertEquals(alone.heard, game.heard);
            assertTrue(game.alive.isEmpty() && game.heard.size() > 20, game.alive::toString);
        }

        private void settle() {
            if (random.nextInt(20) == 0) {
                foresight.stoodStill(frame);
            } else {
                foresight.step(frame, settledInputs.of(frame));
                alone.cues.begin(frame);
                alone.step(frame, aloneInputs.of(frame));
                alone.cues.end();
                alone.cues.settled(frame);
            }
            game.listen();
            alone.listen();
            assertEquals(alone.heard, game.heard);
            frame++;
            assertArrayEquals(saved(alone), saved(foresight), () -> "after frame " + (frame - 1));
            if (random.nextInt(50) == 0) {
                foresight.load(ByteBuffer.wrap(saved(alone)).order(ByteOrder.LITTLE_ENDIAN));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 8, 30})
    void shouldHaveTheStateOfLockstepAtEachSettledFrame(final int window) {
        check(window, false, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldHaveItFromAnyFirstFrame(final long start) {
        check(8, false, start);
        check(8, true, start);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 30})
    void shouldHaveItWithOneKeptStateToo(final int window) {
        check(window, true, 0);
    }

    private static void check(final int window, final boolean sparse, final long start) {
        long foreseen = 0;
        long rollbacks = 0;
        int deepest = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            final Drawn match = new Drawn(seed, window, sparse, Integer.MAX_VALUE, start);
            try {
                match.play();
            } catch (final AssertionError | RuntimeException wrong) {
                throw new AssertionError("seed " + seed + ", window " + window, wrong);
            }
            foreseen += match.foresight.statistics().foreseen();
            rollbacks += match.foresight.statistics().rollbacks();
            deepest = Math.max(deepest, match.foresight.statistics().deepest());
        }
        assertTrue(window == 0 || (sparse || foreseen > 1000) && rollbacks > 1000,
            foreseen + " foreseen, " + rollbacks + " rollbacks");
        assertEquals(window, deepest);
    }

    /** What is asked of a state that was kept: that of a game which has not been played ahead, in the same sections. */
    @Test
    void shouldWriteAKeptStateInTheSectionsOfTheGame() {
        final List<String> expected = sections(new Sum());
        final Drawn match = new Drawn(1, 4, false);
        match.foresight.advance(3);
        assertEquals(expected, sections(match.foresight));
    }

    private static List<String> sections(final Simulation game) {
        final List<String> found = new ArrayList<>();
        final StateBuffer bytes = new StateBuffer(1024) {
            @Override
            public void section(final String name) {
                found.add(name + " from byte " + length());
            }
        };
        game.save(bytes);
        found.add("crc " + bytes.crc32());
        return found;
    }

    @Test
    void shouldShowACorrectionAlsoWhereItCanGetNoFurther() {
        final Drawn match = new Drawn(1, 4, false);
        match.foresight.advance(4);
        // The others' first frame is missing still, so that nothing can be settled.
        match.log.append(1, new byte[] {9, 0}, 0);
        match.foresight.advance(4);
        final Drawn informed = new Drawn(1, 4, false);
        informed.log.append(1, new byte[] {9, 0}, 0);
        informed.foresight.advance(4);
        assertArrayEquals(saved(informed.game), saved(match.game));
        assertEquals(1, match.foresight.statistics().rollbacks(4));
    }

    @Test
    void shouldSpreadARollbackOverPollsWhereStepsAreFew() {
        final Drawn match = new Drawn(1, 8, false, 3, 0);
        for (int polls = 1; polls <= 3; polls++) {
            match.foresight.polled();
            match.foresight.advance(8);
            assertEquals(Math.min(3 * polls, 8), match.game.steps);
        }
    }

    @Test
    void shouldNotPlayIntoAPauseThatIsKnown() {
        final Drawn match = new Drawn(1, 8, false);
        for (int frame = 0; frame < 4; frame++) {
            match.log.append(0, new byte[INPUT_BYTES], 0);
        }
        match.log.attachCommand(0, Command.of(Command.Kind.PAUSE));
        match.foresight.advance(8);
        assertEquals(2, match.game.last);
    }

    @Test
    void shouldPlayNoFurtherAheadThanTheWindow() {
        final Drawn match = new Drawn(1, 4, false);
        match.foresight.advance(100);
        assertEquals(3, match.game.last);
    }

    @Test
    void shouldStepNothingAgainThatWasForeseen() {
        final Drawn match = new Drawn(1, 8, false);
        for (int i = 0; i < 8; i++) {
            for (int player = 0; player < PLAYERS; player++) {
                match.log.append(player, new byte[INPUT_BYTES], 0);
            }
        }
        match.foresight.advance(8);
        for (long frame = 0; frame < 8; frame++) {
            match.foresight.step(frame, match.settledInputs.of(frame));
        }
        assertEquals(8, match.game.steps);
        assertEquals(8, match.foresight.statistics().foreseen());
    }
}
