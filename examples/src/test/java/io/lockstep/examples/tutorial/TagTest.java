package io.lockstep.examples.tutorial;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.InputSource;
import io.lockstep.testkit.SyncTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

// tutorial: begin
class TagTest {

    /** Presses any keys, the same ones for the same frame and player. */
    private static final InputSource BOT = (frame, player, input) ->
        input.putShort((short) new SplittableRandom(frame / 20 * 2 + player).nextInt(16));

    @Test
    void shouldSaveAndLoadItsWholeState() {
        final SyncTest.Result result = new SyncTest(2, Tag::new, BOT).run(3600); // a minute
        assertTrue(result.ok(), result::detail);
    }

    /** Only if it is to be played ahead, with prediction(8). */
    @Test
    void shouldBeTakenBackAndPlayedAgain() {
        final SyncTest.Result result = new SyncTest(2, Tag::new, BOT).rollback(8).run(3600);
        assertTrue(result.ok(), result::detail);
    }
}
// tutorial: end
