package io.lockstep.core.internal.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import org.junit.jupiter.api.Test;

class RecordingFormatTest {

    @Test
    void shouldCheckTheLastFrameOfEachInterval() {
        assertTrue(RecordingFormat.isCheckFrame(29, 30));
        assertFalse(RecordingFormat.isCheckFrame(28, 30));
        assertFalse(RecordingFormat.isCheckFrame(30, 30));
        assertTrue(RecordingFormat.isCheckFrame(59, 30));
        assertTrue(RecordingFormat.isCheckFrame(7, 1));
    }

    @Test
    void shouldCountAsManyCheckFramesAsThereAre() {
        for (int interval = 1; interval < 9; interval++) {
            for (long first = 0; first < 20; first++) {
                int expected = 0;
                for (int count = 0; count < 20; count++) {
                    assertEquals(expected, RecordingFormat.checkFrames(first, count, interval),
                        count + " from " + first + " at " + interval);
                    expected += RecordingFormat.isCheckFrame(first + count, interval) ? 1 : 0;
                }
            }
        }
    }

    @Test
    void shouldHaveRoomForEachReasonToEnd() {
        for (final EndReason reason : EndReason.values()) {
            assertTrue(reason.name().length() <= RecordingFormat.MAX_END_BYTES, reason.name());
        }
    }
}
