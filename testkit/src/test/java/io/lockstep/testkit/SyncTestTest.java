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
        assertTrue(result.detail().contains("counter.sum differs"), result.detail());
    }

    @Test
    void shouldFindStateThatIsNotLoaded() {
        final SyncTest.Result result = test(false, true);
        assertFalse(result.ok());
        assertEquals(-1, result.frame());
        assertTrue(result.detail().contains("counter.hidden differs"), result.detail());
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
}
