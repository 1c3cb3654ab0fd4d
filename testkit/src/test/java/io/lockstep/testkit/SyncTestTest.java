package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SyncTestTest {

    private static final InputSource INPUTS = (frame, player, input) -> input.putShort((short) (frame * 3 + player));

    /** A game with one of the usual bugs. */
    private static class Counter implements Simulation {
        final boolean forgetsToSave;
        final boolean forgetsToLoad;
        int sum;
        int hidden;

        Counter(final boolean forgetsToSave, final boolean forgetsToLoad) {
            this.forgetsToSave = forgetsToSave;
            this.forgetsToLoad = forgetsToLoad;
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            hidden += inputs.bits(0);
            sum += inputs.bits(1) ^ hidden;
        }

        @Override
        public void save(final StateWriter out) {
            out.section("counter");
            out.writeInt("sum", sum);
            if (!forgetsToSave) {
                out.writeInt("hidden", hidden);
            }
        }

        @Override
        public void load(final ByteBuffer state) {
            sum = state.getInt();
            if (!forgetsToSave && !forgetsToLoad) {
                hidden = state.getInt();
            }
        }
    }

    /** A game that forgets to save what an event, or an absence, has changed. */
    private static final class Guarded implements Simulation {
        private final boolean byEvent;
        private final boolean saves;
        private int sum;
        private int hidden;

        Guarded(final boolean byEvent, final boolean saves) {
            this.byEvent = byEvent;
            this.saves = saves;
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                final boolean changes = byEvent ? inputs.event(player).hasRemaining() : !inputs.present(player);
                hidden += changes ? player + 1 : 0;
            }
            sum = 31 * sum + hidden;
        }

        @Override
        public void save(final StateWriter out) {
            out.section("guarded");
            out.writeInt("sum", sum);
            if (saves) {
                out.writeInt("hidden", hidden);
            }
        }

        @Override
        public void load(final ByteBuffer state) {
            sum = state.getInt();
            hidden = saves ? state.getInt() : hidden;
        }
    }

    private static SyncTest guarded(final boolean byEvent, final boolean saves) {
        return new SyncTest(3, () -> new Guarded(byEvent, saves), INPUTS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindWhatAnEventOrAnAbsenceChangedAndNobodySaved(final boolean byEvent) {
        for (final int frames : new int[] {0, 8}) {
            final SyncTest sound = frames == 0 ? guarded(byEvent, true) : guarded(byEvent, true).rollback(frames);
            assertTrue(sound.run(3600).ok());
            final SyncTest wrong = frames == 0 ? guarded(byEvent, false) : guarded(byEvent, false).rollback(frames);
            final SyncTest.Result result = wrong.run(3600);
            assertFalse(result.ok());
            assertTrue(result.detail().contains(": guarded.sum[0]: "), result.detail());
        }
    }

    @Test
    void shouldSendTheEventsThatItIsGiven() {
        final boolean[] seen = new boolean[2];
        assertTrue(new SyncTest(2, () -> new Eavesdropper(seen), INPUTS)
            .events(player -> (frame, event) -> event.put((byte) (40 + player))).run(100).ok());
        assertTrue(seen[0] && seen[1]);
    }

    /** Sees the events that reach a game. */
    private record Eavesdropper(boolean[] seen) implements Simulation {

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                if (inputs.event(player).hasRemaining()) {
                    seen[player] |= inputs.event(player).get() == 40 + player;
                }
            }
        }

        @Override
        public void save(final StateWriter out) {
            out.writeByte("nothing", 0);
        }

        @Override
        public void load(final ByteBuffer state) {
            state.get();
        }
    }

    private static SyncTest.Result test(final boolean forgetsToSave, final boolean forgetsToLoad) {
        return new SyncTest(2, () -> new Counter(forgetsToSave, forgetsToLoad), INPUTS).run(100);
    }

    @Test
    void shouldFindNothingWrongWithASoundGame() {
        assertTrue(test(false, false).ok());
        final StampedGame bot = new StampedGame(0, 5);
        assertTrue(new SyncTest(4, () -> new StampedGame(0, 5), bot).distance(3).run(100).ok());
    }

    @Test
    void shouldFindStateThatIsNotSaved() {
        final SyncTest.Result result = test(true, false);
        assertFalse(result.ok());
        assertTrue(result.detail().matches("state of frame -1 loaded again, then 1 frames stepped: "
            + "counter.sum\\[0]: \\d+ at first, \\d+ then"), result.detail());
    }

    @Test
    void shouldFindStateThatIsNotLoaded() {
        final SyncTest.Result result = test(false, true);
        assertFalse(result.ok());
        assertEquals(-1, result.frame());
        assertEquals("state of frame -1 loaded again: load left 4 of 8 bytes unread, the last field that it read is "
            + "counter.sum[0]", result.detail());
    }

    @Test
    void shouldSumUpEveryState() {
        final SyncTest sound = new SyncTest(2, () -> new Counter(false, false), INPUTS);
        final long chain = sound.chain(100);
        assertEquals(chain, sound.chain(100));
        assertNotEquals(chain, sound.chain(101));
        final InputSource other = (frame, player, input) ->
            input.putShort((short) (frame * 3 + player + (player == 1 && (frame == 50 || frame == 51) ? 512 : 0)));
        assertNotEquals(chain, new SyncTest(2, () -> new Counter(false, false), other).chain(100));
    }

    /** A game on a map that it is told, and which it forgets to save or not. */
    private static final class Mapped implements Simulation {
        private final boolean saves;
        private int map;
        private int sum;

        Mapped(final boolean saves) {
            this.saves = saves;
        }

        @Override
        public void configure(final ByteBuffer matchConfig) {
            map = matchConfig.getInt();
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            sum += map ^ inputs.bits(0);
            map += saves ? 1 : 0;
        }

        @Override
        public void save(final StateWriter out) {
            out.writeInt("sum", sum);
            if (saves) {
                out.writeInt("map", map);
            }
        }

        @Override
        public void load(final ByteBuffer state) {
            sum = state.getInt();
            if (saves) {
                map = state.getInt();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellEachCopyOfTheGameWhatItIsToldInAMatch(final boolean saves) {
        final byte[] config = {1, 2, 3, 4};
        final SyncTest test = new SyncTest(2, () -> new Mapped(saves), INPUTS).matchConfig(config);
        assertTrue(test.run(100).ok(), "what is the same for a whole match need not be saved");
        assertTrue(new SyncTest(2, () -> new Mapped(saves), INPUTS).matchConfig(config).rollback(4).run(100).ok());
        assertNotEquals(new SyncTest(2, () -> new Mapped(saves), INPUTS).chain(100), test.chain(100));
        assertTrue(SwarmTest.of((peer, players, seed) -> new Seat(new Mapped(saves), INPUTS)).matchConfig(config)
            .seeds(1, 1).frames(300).run().ok());
    }
}
