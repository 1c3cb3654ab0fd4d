package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendWindowTest {

    private static final long START = 100;

    private final SendWindow window = new SendWindow(START, 60, 1);

    @BeforeEach
    void beginWithAWindowThatStands() {
        window.stands(START + 60);
    }

    private void sendTo(final long end) {
        window.sent(end, 1, 0, 0);
    }

    @Test
    void shouldHoldWhatWasAcknowledgedSinceTheStart() {
        sendTo(START + 3);
        assertFalse(window.mayFollow(START - 1));
        assertFalse(window.mayFollow(START));
        window.acknowledge(START + 2);
        assertFalse(window.mayFollow(START - 1), "nobody has that");
        assertTrue(window.mayFollow(START));
        assertTrue(window.mayFollow(START + 1));
        assertFalse(window.mayFollow(START + 2), "on its way");
        window.acknowledge(START + 1);
        assertTrue(window.mayFollow(START + 1), "an older word takes nothing back");
    }

    @Test
    void shouldNotCountOnInputsBeforeAStateThatThePeerWasGiven() {
        sendTo(START + 60);
        window.acknowledge(START + 50);
        assertFalse(window.mayFollow(START + 49), "its log may begin with that frame");
        window.acknowledge(START + 51);
        assertTrue(window.mayFollow(START + 50));
        assertFalse(window.mayFollow(START + 49));
    }

    @Test
    void shouldNotCountOnInputsThatOthersHandedOn() {
        sendTo(START + 2);
        window.acknowledge(START + 5);
        assertFalse(window.mayFollow(START + 4));
        window.lacksNone(START + 7);
        assertFalse(window.mayFollow(START + 6), "it has come there, however that was");
    }

    @Test
    void shouldBeginAnewWithAnotherProcess() {
        sendTo(START + 3);
        window.acknowledge(START + 3);
        window.begin(START + 3);
        assertFalse(window.mayFollow(START + 2));
        sendTo(START + 4);
        window.acknowledge(START + 4);
        assertTrue(window.mayFollow(START + 3));
        window.countFrom(START + 4);
        assertFalse(window.mayFollow(START + 3));
    }

    @Test
    void shouldStandNowAndThen() {
        sendTo(START + 3);
        window.acknowledge(START + 3);
        window.stands(START - 13);
        assertTrue(window.mayFollow(START + 2));
        window.stands(START - 14);
        assertFalse(window.mayFollow(START + 2), "16 frames later");
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldFollowWhatIsAcknowledgedFromAnyFrame(final long start) {
        final SendWindow far = new SendWindow(start, 60, 1);
        for (long frame = start; frame < start + 20; frame++) {
            far.stands(frame);
            far.sent(frame + 1, 1, 0, 0);
            assertFalse(far.mayFollow(frame), "frame " + frame);
            far.acknowledge(frame + 1);
            assertEquals(frame + 1, far.acked());
            assertTrue(far.mayFollow(frame), "frame " + frame);
        }
    }

    @Test
    void shouldTakeAPeerForDeafThatHasAcknowledgedNothingForASecond() {
        final long second = 1_000_000_000L;
        window.sent(START + 2, 1, 100, 0);
        window.acknowledge(START + 1);
        window.sent(START + 3, 2, 100, second - 1);
        assertFalse(window.isStuck(second), "one input was acknowledged");
        window.sent(START + 4, 3, 100, 2 * second - 2);
        assertFalse(window.isStuck(2 * second - 2));
        assertTrue(window.isStuck(2 * second - 1));
        window.acknowledge(START + 4);
        window.sent(START + 4, 4, 100, 3 * second);
        assertFalse(window.isStuck(3 * second), "it lacks nothing");
    }
}
