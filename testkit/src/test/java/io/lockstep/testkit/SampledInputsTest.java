package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Tests the bits that inputs and events take in a window of several frames. */
class SampledInputsTest {

    private static final int PLAYERS = 2;
    private static final long BEYOND_16_BITS = 65_540;
    private static final int EVENT_BITS = 48;

    private final SampledInputs inputs = new SampledInputs(PLAYERS, 2);

    private void sample(final long frame, final int value) {
        inputs.begin(frame, frame);
        for (int player = 0; player < PLAYERS; player++) {
            inputs.add(player, ByteBuffer.allocate(2).putShort(0, (short) value));
        }
    }

    @Test
    void shouldCountABitForEachInputThatRepeatsTheOneBefore() {
        sample(BEYOND_16_BITS, 0);
        sample(BEYOND_16_BITS + 1, 0);
        assertEquals(2 * PLAYERS, inputs.bitsFrom(BEYOND_16_BITS));
    }

    @Test
    void shouldCountTheEventsOfAllFramesThatAWindowRepeats() {
        for (int frame = 0; frame < 4; frame++) {
            sample(BEYOND_16_BITS + frame, frame);
        }
        inputs.events(BEYOND_16_BITS + 1 & 0xFFFF, EVENT_BITS);
        assertEquals(EVENT_BITS + PLAYERS * 4, inputs.eventBitsFrom(BEYOND_16_BITS));
        assertEquals(EVENT_BITS + PLAYERS * 3, inputs.eventBitsFrom(BEYOND_16_BITS + 1));
        assertEquals(0, inputs.eventBitsFrom(BEYOND_16_BITS + 2), "a window without events says nothing about them");
    }

    @Test
    void shouldForgetTheEventsOfAFrameWhoseRoomANewOneTakes() {
        sample(BEYOND_16_BITS, 0);
        inputs.events(BEYOND_16_BITS, EVENT_BITS);
        for (long frame = BEYOND_16_BITS + 1; frame <= BEYOND_16_BITS + FrameWindow.FRAMES; frame++) {
            sample(frame, 0);
        }
        assertEquals(0, inputs.eventBitsFrom(BEYOND_16_BITS + FrameWindow.FRAMES));
    }
}
