package io.lockstep.examples.dogfight;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BotsTest {

    private static final int FRAMES = 6_000;
    private static final int MAX_CHANGES_PER_SECOND = 8;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldPlayTheSameMatchFromTheSameSeed(final long seed) {
        final Dogfight a = new Dogfight(4, seed);
        final Dogfight b = new Dogfight(4, seed);
        DogfightTest.fight(a, new HandInputs(4), DogfightTest.bots(a, seed), FRAMES);
        DogfightTest.fight(b, new HandInputs(4), DogfightTest.bots(b, seed), FRAMES);
        assertArrayEquals(StateBytes.of(a), StateBytes.of(b));
    }

    @Test
    void shouldHoldKeysLikeAPerson() {
        final Dogfight game = new Dogfight(2, 1);
        final HandInputs inputs = new HandInputs(2);
        final DogfightBot[] bots = DogfightTest.bots(game, 1);
        int changes = 0;
        int last = 0;
        for (int i = 0; i < FRAMES; i++) {
            DogfightTest.fight(game, inputs, bots, 1);
            changes += inputs.bits(0) == last ? 0 : 1;
            last = inputs.bits(0);
        }
        assertReasonable(changes);
    }

    @Test
    void shouldHoldKeysInAScriptToo() {
        int changes = 0;
        int pressed = 0;
        for (int frame = 1; frame < FRAMES; frame++) {
            final int now = ScriptedBot.buttons(3, 1, frame);
            changes += now == ScriptedBot.buttons(3, 1, frame - 1) ? 0 : 1;
            pressed |= now;
        }
        assertReasonable(changes);
        assertEquals(Buttons.ALL, pressed);
    }

    private static void assertReasonable(final int changes) {
        final int seconds = FRAMES / 60;
        assertTrue(changes > seconds && changes < MAX_CHANGES_PER_SECOND * seconds, changes + " changes");
    }

    @Test
    void shouldSampleWhatTheScriptSays() {
        final ScriptedBot bot = new ScriptedBot(17);
        final ByteBuffer input = ByteBuffer.allocate(64);
        for (int frame = 0; frame < 1_000; frame++) {
            bot.sample(frame, 31, input);
            assertEquals(ScriptedBot.buttons(17, 31, frame), input.get(0) & 0xFF | (input.get(1) & 0xFF) << 8);
            assertEquals(0, input.position());
        }
    }

    @Test
    void shouldFitIntoAnInputOfOneByte() {
        final ByteBuffer input = ByteBuffer.allocate(1);
        Buttons.write(Buttons.ALL, input);
        assertEquals(-1, input.get(0));
    }

    @Test
    void shouldNameTheTenButtons() {
        assertEquals(10, Buttons.count());
        assertEquals("up", Buttons.name(0));
        assertEquals("pause", Buttons.name(9));
    }
}
