package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.link.InFlight;
import org.junit.jupiter.api.Test;

/** When there is no room for another window, and when there is again. */
class InFlightTest {

    private static final long MS = 1_000_000L;
    private static final int BYTES = 1000;

    private final InFlight inFlight = new InFlight(60);
    private int sequence;

    /** Windows leave, one a millisecond, until there is no room; how many did. */
    private int fill() {
        final int before = sequence;
        while (!inFlight.isFull(nowNs(), nowNs()) && sequence - before < 1000) {
            sequence++;
            inFlight.sent(sequence, BYTES, nowNs());
        }
        return sequence - before;
    }

    private long nowNs() {
        return sequence * MS;
    }

    @Test
    void shouldHaveRoomForSixteenThousandBytesUnanswered() {
        assertEquals(17, fill());
    }

    @Test
    void shouldHaveRoomAgainForWhatHasArrived() {
        fill();
        inFlight.answered(5);
        assertEquals(5, fill());
        inFlight.answered(5);
        inFlight.answered(3);
        assertEquals(0, fill());
        inFlight.answered(sequence);
        assertEquals(17, fill());
    }

    /** The peer hears what we carry for others, but no window of ours. */
    @Test
    void shouldHaveRoomForWhatIsCarriedAsLongAsThatIsAnsweredAndWindowsAreNot() {
        for (int i = 0; i < 100; i++) {
            assertFalse(inFlight.isFull(nowNs(), nowNs()));
            inFlight.sent(++sequence, BYTES, nowNs());
            inFlight.along(++sequence, BYTES);
            inFlight.answered(sequence);
        }
    }

    @Test
    void shouldKeepNoWindowWaitingForWhatIsCarried() {
        fill();
        final long sentNs = nowNs();
        inFlight.along(++sequence, BYTES);
        assertTrue(inFlight.isFull(sentNs, sentNs + 99 * MS));
        assertFalse(inFlight.isFull(sentNs, sentNs + 100 * MS));
    }

    @Test
    void shouldLetOneLeaveEveryTenthOfASecond() {
        fill();
        assertTrue(inFlight.isFull(nowNs(), nowNs() + 99 * MS));
        assertFalse(inFlight.isFull(nowNs(), nowNs() + 100 * MS));
    }

    @Test
    void shouldNotHoldAnythingBackFromAPeerThatIsNotHeard() {
        fill();
        assertTrue(inFlight.isFull(nowNs() - 199 * MS, nowNs()));
        assertFalse(inFlight.isFull(nowNs() - 200 * MS, nowNs()));
    }

    @Test
    void shouldExpectNoAnswerOfAFormerProcess() {
        fill();
        inFlight.restart();
        assertEquals(17, fill());
    }
}
