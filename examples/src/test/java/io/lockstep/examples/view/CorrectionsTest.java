package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.dogfight.Rules;
import org.junit.jupiter.api.Test;

/** How a ship is drawn that was seen at 1000 and has to have been elsewhere. */
class CorrectionsTest {

    private static final int PIXEL = Rules.UNITS_PER_PIXEL;
    private static final double SEEN = 1_000;
    /** 100 ms at 60 Hz. */
    private static final int A_MOMENT = 6;

    private final Corrections corrections = new Corrections(1);

    private void move(final double offX) {
        corrections.move(0, SEEN, SEEN, 0, offX, 0);
    }

    /** A frame in which nothing new turns out: what is left of the last difference is all there is. */
    private void passes() {
        move(corrections.offsetX(0));
    }

    @Test
    void shouldDrawItWhereItIsAsLongAsItWasSeenThere() {
        move(0);
        assertEquals(0, corrections.offsetX(0));
        assertEquals(0, corrections.ghostFrames[0]);
    }

    @Test
    void shouldComeToWhereItIsWithinAMoment() {
        move(20 * PIXEL);
        assertTrue(corrections.offsetX(0) > 10 * PIXEL, "it jumped");
        double last = corrections.offsetX(0);
        for (int frame = 1; frame < A_MOMENT; frame++) {
            passes();
            assertTrue(corrections.offsetX(0) < last);
            last = corrections.offsetX(0);
        }
        assertTrue(last < PIXEL, "still " + last / PIXEL + " pixels off");
    }

    @Test
    void shouldShowAGhostOnceWhereItWasSeenAndLetItFade() {
        move(20 * PIXEL);
        assertEquals(SEEN, corrections.ghostX[0]);
        for (int left = Corrections.GHOST_FRAMES; left > 0; left--) {
            assertEquals(left, corrections.ghostFrames[0]);
            passes();
        }
        assertEquals(0, corrections.ghostFrames[0]);
    }

    @Test
    void shouldShowNoGhostOfWhatNobodySees() {
        move(2 * PIXEL);
        assertEquals(0, corrections.ghostFrames[0]);
        assertTrue(corrections.offsetX(0) > 0);
    }

    @Test
    void shouldNotGlideAcrossTheField() {
        move(400 * PIXEL);
        assertEquals(0, corrections.offsetX(0));
        assertEquals(Corrections.GHOST_FRAMES, corrections.ghostFrames[0]);
    }

    @Test
    void shouldForgetTheDifferenceOfAShipThatAppearsAnew() {
        move(20 * PIXEL);
        corrections.appear(0);
        assertEquals(0, corrections.offsetX(0));
        assertEquals(Corrections.GHOST_FRAMES - 1, corrections.ghostFrames[0]);
    }
}
