package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class KeptFramesTest {

    private static final long MS = 1_000_000L;

    private final KeptFrames kept = new KeptFrames(60);

    private void send(final int sequence, final long first, final long behind, final long nowNs) {
        for (long frame = first; frame < behind; frame++) {
            kept.sent(frame);
        }
        kept.left(sequence, first, behind, nowNs);
    }

    @Test
    void shouldKnowTheFramesOfAWindowThatArrived() {
        send(1, 10, 11, MS);
        send(2, 11, 13, 2 * MS);
        kept.arrived(2);
        assertFalse(kept.isKept(10));
        assertTrue(kept.isKept(11));
        assertTrue(kept.isKept(12));
        assertEquals(3 * MS, kept.sinceProvenNs(5 * MS));
    }

    /** Frame 10 leaves in a window, and what happens then does not tell that the frame is there. */
    private void assertUnknownAfter(final Runnable happening) {
        send(1, 10, 11, MS);
        happening.run();
        assertFalse(kept.isKept(10));
    }

    @Test
    void shouldNotTakeTheEchoOfAnotherDatagramForThatOfAWindow() {
        assertUnknownAfter(() -> {
            kept.arrived(2);
            kept.arrived(1 + InFlight.windows(60));
        });
    }

    @Test
    void shouldNotTakeALateEchoForOneOfAFrameInTheSamePlace() {
        send(1, 10, 11, MS);
        send(2, 266, 267, 2 * MS);
        kept.arrived(1);
        assertFalse(kept.isKept(266));
    }

    @Test
    void shouldForgetAFrameThatIsSentAgain() {
        assertUnknownAfter(() -> {
            kept.arrived(1);
            assertTrue(kept.isKept(10));
            kept.sent(10);
        });
    }

    @Test
    void shouldForgetAllWindowsOfTheMatchBefore() {
        assertUnknownAfter(() -> {
            kept.restart();
            kept.arrived(1);
        });
    }
}
