package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests a player that has submitted more inputs than are remembered. */
class SubmissionsTest {

    private static final int PLAYER = 0;
    private static final int FORGOTTEN = 10;
    private static final long GUESS = -1;

    private final Submissions submissions = new Submissions(1, 0, 0, new ViolationLog());

    SubmissionsTest() {
        for (long frame = 0; frame < FrameWindow.FRAMES + FORGOTTEN; frame++) {
            submissions.sampled(PLAYER, frame, frame, frame);
        }
    }

    @Test
    void shouldSeeAGuessForAnInputThatIsRemembered() {
        assertTrue(submissions.isInput(PLAYER, FORGOTTEN, FORGOTTEN));
        assertFalse(submissions.isInput(PLAYER, FORGOTTEN, GUESS));
    }

    /** A late joiner replays frames that another peer played alone long ago. */
    @Test
    void shouldTakeNoInputForAGuessThatIsForgotten() {
        assertTrue(submissions.isInput(PLAYER, FORGOTTEN - 1, FORGOTTEN - 1));
    }
}
