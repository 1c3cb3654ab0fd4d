package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests a player that has submitted more inputs than are remembered, and events whose frames fell into a pause. */
class SubmissionsTest {

    private static final int PLAYER = 0;
    private static final int FORGOTTEN = 10;
    private static final long GUESS = -1;
    private static final int PEER = 0;
    private static final int CUT_PEER = 1;
    private static final long EVENT = 77;
    private static final long PAUSED = FORGOTTEN + 1;
    private static final long LATER = PAUSED + 1;

    private final PlayedFrames played = new PlayedFrames(2);
    private final Submissions submissions = new Submissions(1, 0, 0, played, new ViolationLog());

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

    @Test
    void shouldTakeAnEventInAnotherFrameWhereItsFirstOneWasAPause() {
        submissions.sent(PLAYER, EVENT);
        assertTrue(hasEvent(CUT_PEER, PAUSED));
        pauses(PEER);
        assertTrue(hasEvent(PEER, LATER));
        assertFalse(hasEvent(PEER, LATER + 1), "once more");
    }

    @Test
    void shouldTakeAnEventOfAPeerThatWasCutAndIsBehind() {
        submissions.sent(PLAYER, EVENT);
        pauses(PEER);
        assertTrue(hasEvent(PEER, LATER));
        assertFalse(hasEvent(CUT_PEER, LATER + 1), "no pause of anybody");
        assertTrue(hasEvent(CUT_PEER, PAUSED));
        assertFalse(hasEvent(PEER, LATER + 1), "once more");
    }

    @Test
    void shouldNotTakeAnEventTwiceWithoutAPause() {
        submissions.sent(PLAYER, EVENT);
        assertTrue(hasEvent(PEER, PAUSED));
        pauses(CUT_PEER);
        assertFalse(hasEvent(PEER, LATER));
    }

    /** Simulates a frame with the event, if the player has submitted that. */
    private boolean hasEvent(final int peer, final long frame) {
        played.begin(peer, frame);
        final boolean submitted = submissions.isSubmitted(peer, PLAYER, frame, frame, EVENT);
        if (submitted) {
            played.own(peer, frame, PLAYER);
        }
        played.end(peer, frame, 0);
        return submitted;
    }

    private void pauses(final int peer) {
        played.begin(peer, PAUSED);
        played.pause(peer, PAUSED);
        played.end(peer, PAUSED, 0);
    }
}
