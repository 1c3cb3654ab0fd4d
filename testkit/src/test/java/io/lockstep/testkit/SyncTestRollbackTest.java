package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A game that is taken back and played again comes to the states of one that never is, or is found out. */
class SyncTestRollbackTest {

    private static final int PLAYERS = 3;
    private static final int FRAMES = 600;
    private static final int SHORT_FRAMES = 90;
    /** Each button is held for a while, as by a player, so that a guess is often right. */
    private static final InputSource INPUTS = (frame, player, input) ->
        input.putShort((short) (frame / (3 + 4 * player) * (player + 5)));

    /** What is wrong with a game. */
    private enum Fault {
        /** A sum is part of the state, but is not in what is saved. */
        STATE_THAT_IS_NOT_SAVED("game.sum"),
        /** The highest score so far is saved and loaded, but never goes down. */
        LOAD_THAT_KEEPS_THE_LARGER("game.best"),
        /** What was loaded is added to what is there. */
        LOAD_THAT_DOES_NOT_CLEAR("game.sum"),
        /** A state is read when it is needed, out of the array that it was handed over in. */
        LOAD_THAT_READS_LATER("game.sum"),
        /** How often it was called is what a clock would be. */
        STEP_THAT_COUNTS_ITS_CALLS("game.sum"),
        /** A counter outside of every game, such as one for the numbers of things. */
        STEP_THAT_COUNTS_FOR_ALL("game.sum"),
        /** What came out for a frame is remembered, and not worked out again. */
        STEP_THAT_REMEMBERS_FRAMES("game.sum"),
        /** The inputs are kept until the next frame, when they are others. */
        STEP_THAT_KEEPS_ITS_INPUTS("game.sum"),
        /** What is for ears and eyes alone is made part of the state. */
        STEP_THAT_KNOWS_WHETHER_IT_IS_A_REPLAY("game.sum"),
        STEP_THAT_COUNTS_THE_GUESSES_IT_SAW("game.sum"),
        /** Saving leaves its mark on the state. */
        SAVE_THAT_CHANGES_THE_STATE("game.sum");

        private final String field;

        Fault(final String field) {
            this.field = field;
        }
    }

    /** A game with one fault, or none. */
    private static final class Planted implements Simulation {
        private final Fault fault;
        private final int[] shared;
        private final int[] remembered = new int[2 * FRAMES];
        private int sum;
        private int best;
        private int hidden;
        private int calls;
        private ByteBuffer unread;
        private Inputs last;

        Planted(final Fault fault, final int[] shared) {
            this.fault = fault;
            this.shared = shared;
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            readLate();
            final int score = score(inputs);
            hidden += score;
            sum = 31 * sum + hidden + mistake((int) frame, inputs, score);
            best = Math.max(best, score);
        }

        private int mistake(final int frame, final Inputs inputs, final int score) {
            if (fault == Fault.STEP_THAT_COUNTS_ITS_CALLS) {
                return calls++;
            }
            if (fault == Fault.STEP_THAT_COUNTS_FOR_ALL) {
                return shared[0]++;
            }
            if (fault == Fault.STEP_THAT_KNOWS_WHETHER_IT_IS_A_REPLAY) {
                return inputs.replayed() ? 1 : 0;
            }
            if (fault == Fault.STEP_THAT_COUNTS_THE_GUESSES_IT_SAW) {
                calls += inputs.settled(0) ? 0 : 1;
                return calls;
            }
            if (fault == Fault.STEP_THAT_REMEMBERS_FRAMES) {
                remembered[frame] = remembered[frame] == 0 ? score : remembered[frame];
                return remembered[frame];
            }
            if (fault == Fault.STEP_THAT_KEEPS_ITS_INPUTS) {
                final int before = score(last == null ? inputs : last);
                last = inputs;
                return before;
            }
            return 0;
        }

        @Override
        public void save(final StateWriter out) {
            readLate();
            out.section("game");
            out.writeInt("sum", fault == Fault.SAVE_THAT_CHANGES_THE_STATE ? sum++ : sum);
            out.writeInt("best", best);
            if (fault != Fault.STATE_THAT_IS_NOT_SAVED) {
                out.writeInt("hidden", hidden);
            }
        }

        @Override
        public void load(final ByteBuffer state) {
            unread = state;
            if (fault == Fault.LOAD_THAT_READS_LATER) {
                unread = state.duplicate().order(state.order());
                state.position(state.limit());
            } else {
                readLate();
            }
        }

        private void readLate() {
            if (unread != null) {
                sum = fault == Fault.LOAD_THAT_DOES_NOT_CLEAR ? sum + unread.getInt() : unread.getInt();
                best = fault == Fault.LOAD_THAT_KEEPS_THE_LARGER ? Math.max(best, unread.getInt()) : unread.getInt();
                if (fault != Fault.STATE_THAT_IS_NOT_SAVED) {
                    hidden = unread.getInt();
                }
                unread = null;
            }
        }
    }

    /** Is taken back and counts it. */
    private static final class Spy implements Simulation {
        private final int[] depths = new int[SyncTest.MAX_ROLLBACK + 1];
        private long next;
        private int steps;
        private int absences;
        private int sum;

        @Override
        public void step(final long frame, final Inputs inputs) {
            depths[(int) (next - frame)]++;
            next = frame + 1;
            steps++;
            absences += inputs.present(0) ? 0 : 1;
            sum += score(inputs);
        }

        @Override
        public void save(final StateWriter out) {
            out.writeInt("sum", sum);
        }

        @Override
        public void load(final ByteBuffer state) {
            sum = state.getInt();
        }
    }

    private static int score(final Inputs inputs) {
        int score = 1;
        for (int player = 0; player < inputs.players(); player++) {
            score += inputs.present(player) ? inputs.bits(player) : -1000 * player;
        }
        return score;
    }

    private static SyncTest test(final Fault fault) {
        final int[] shared = new int[1];
        return new SyncTest(PLAYERS, () -> new Planted(fault, shared), INPUTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, SyncTest.MAX_ROLLBACK})
    void shouldFindNothingWrongWithASoundGame(final int most) {
        final FieldsGame bot = new FieldsGame(PLAYERS, 7);
        final StampedGame stamps = new StampedGame(0, 7);
        for (long seed = 1; seed <= 5; seed++) {
            assertSound(test(null), most, seed);
            assertSound(new SyncTest(PLAYERS, () -> new FieldsGame(PLAYERS, 7), bot), most, seed);
            assertSound(new SyncTest(PLAYERS, () -> new StampedGame(0, 7), stamps), most, seed);
        }
    }

    private static void assertSound(final SyncTest test, final int most, final long seed) {
        final SyncTest.Result result = test.rollback(most).seed(seed).run(FRAMES);
        assertTrue(result.ok(), result::detail);
        assertEquals(-1, result.frame());
        assertNull(result.detail());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldFindEachFaultAndNameFrameFieldAndSeed(final Fault fault) {
        for (long seed = 1; seed <= 20; seed++) {
            final SyncTest.Result result = test(fault).rollback(8).seed(seed).run(SHORT_FRAMES);
            assertFalse(result.ok(), fault + " with seed " + seed);
            assertTrue(result.detail().contains("before frame " + (result.frame() + 1) + ": " + fault.field
                + "[0]: "), result.detail());
            assertTrue(result.detail().endsWith("; rollback(8), seed(" + seed + ")"), result.detail());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"STEP_THAT_REMEMBERS_FRAMES", "LOAD_THAT_READS_LATER"})
    void shouldFindWhatGoingBackWithTheSameInputsDoesNot(final Fault fault) {
        assertTrue(test(fault).run(FRAMES).ok());
        assertFalse(test(fault).rollback(1).run(FRAMES).ok());
    }

    @Test
    void shouldFindTheSameAgainWithTheSameSeed() {
        final SyncTest.Result first = test(Fault.STEP_THAT_REMEMBERS_FRAMES).rollback(30).seed(5).run(FRAMES);
        assertEquals(first, test(Fault.STEP_THAT_REMEMBERS_FRAMES).rollback(30).seed(5).run(FRAMES));
        final Set<Long> frames = new TreeSet<>();
        for (long seed = 1; seed <= 20; seed++) {
            frames.add(test(Fault.STEP_THAT_REMEMBERS_FRAMES).rollback(30).seed(seed).run(FRAMES).frame());
        }
        assertTrue(frames.size() > 1, frames::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, SyncTest.MAX_ROLLBACK})
    void shouldTakeBackEveryNumberOfFramesUpToTheMost(final int most) {
        final Spy ahead = new Spy();
        final Spy alone = new Spy();
        final Iterator<Spy> games = List.of(ahead, alone).iterator();
        assertTrue(new SyncTest(PLAYERS, games::next, INPUTS).rollback(most).run(40 * FRAMES).ok());
        for (int depth = 1; depth < ahead.depths.length; depth++) {
            assertEquals(depth <= most, ahead.depths[depth] > 0, "rollbacks of " + depth + " frames");
        }
        assertEquals(alone.next, alone.steps);
        assertEquals(alone.next, alone.depths[0]);
        assertTrue(ahead.steps >= 2 * alone.steps, ahead.steps + " steps");
    }

    @Test
    void shouldFindWhatDiffersAfterTheLastFrameAlone() {
        for (long seed = 1; seed <= 20; seed++) {
            final SyncTest.Result result = test(Fault.STEP_THAT_COUNTS_ITS_CALLS).rollback(1).seed(seed).run(1);
            assertFalse(result.ok(), "seed " + seed);
            assertEquals(0, result.frame());
        }
    }

    @Test
    void shouldGuessWronglyEachTimeEvenIfNobodyEverDoesAnything() {
        final Spy ahead = new Spy();
        final Iterator<Spy> games = List.of(ahead, new Spy()).iterator();
        assertTrue(new SyncTest(1, games::next, (frame, player, input) -> { }).maxEventBytes(0).rollback(1).run(FRAMES)
            .ok());
        assertTrue(ahead.absences > FRAMES / 4, ahead.absences + " wrong guesses");
        assertEquals(ahead.depths[1] - FRAMES, ahead.absences, "each frame is played again once, guessed rightly");
    }

    @Test
    void shouldSayWithWhichSeedAGameThrew() {
        final IllegalStateException thrown = assertThrows(IllegalStateException.class,
            () -> new SyncTest(PLAYERS, Spy::new, (frame, player, input) -> input.putShort((short) -1))
                .inputBytes(1).rollback(8).seed(77).run(FRAMES));
        assertInstanceOf(BufferOverflowException.class, thrown.getCause());
        assertTrue(thrown.getMessage().endsWith("; rollback(8), seed(77)"), thrown.getMessage());
    }

    @Test
    void shouldRefuseANumberOfFramesThatNoSessionTakesBack() {
        assertThrows(IllegalArgumentException.class, () -> test(null).rollback(0));
        assertThrows(IllegalArgumentException.class, () -> test(null).rollback(SyncTest.MAX_ROLLBACK + 1));
    }
}
