package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    /** Far more than a match of four seconds takes. */
    private static final int MOST_TICKS = 1000;

    @Test
    void shouldPlayItsMatchToTheEnd() {
        final WarmUp warmUp = new WarmUp();
        int ticks = 0;
        while (!warmUp.isOver() && ticks < MOST_TICKS) {
            warmUp.tick();
            ticks++;
        }
        assertTrue(warmUp.isOver());
        assertEquals(EndReason.FINISHED, warmUp.endReason());
    }
}
