package io.lockstep.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.Command;
import org.junit.jupiter.api.Test;

/** Who takes part in which frames, and what the log holds of it. */
class InputLogSeatsTest {

    private static final long START = 100;
    private static final int LEAVE = Command.of(Command.Kind.LEAVE);

    private final InputLog log = new InputLog(2, 2, 4, START);

    private static byte[] input(final long frame, final int player) {
        return new byte[] {(byte) (frame * 2 + player), (byte) (frame >> 7)};
    }

    /** Adds inputs of one player up to a frame, which is not added. */
    private void appendTo(final int player, final long end) {
        while (log.next(player) < end) {
            log.append(player, input(log.next(player), player), 0);
        }
    }

    private void assertHolds(final int player, final long from, final long until) {
        for (long frame = from; frame < until; frame++) {
            assertTrue(log.holds(player, frame), "frame " + frame);
            assertTrue(log.equal(player, frame, input(frame, player), 0, new byte[4], 0, 0, 0), "frame " + frame);
        }
    }

    private void assertHoldsNothing(final int player, final long from, final long until) {
        for (long frame = from; frame < until; frame++) {
            assertFalse(log.holds(player, frame), "frame " + frame);
        }
    }

    private void assertPresent(final int player, final boolean present, final long from, final long until) {
        for (long frame = from; frame < until; frame++) {
            assertEquals(present, log.present(player, frame), "frame " + frame);
        }
    }

    @Test
    void shouldBeginWithEverybodyPresentAndHoldNothingFromBeforeTheStart() {
        appendTo(0, 105);
        assertPresent(0, true, START, 1000);
        assertFalse(log.isClosed(0));
        assertHolds(0, START, 105);
        assertHoldsNothing(0, 0, START);
    }

    @Test
    void shouldForgetWhatIsBehindTheFrameOfClosing() {
        appendTo(0, 120);
        appendTo(1, 125);
        log.close(0, 110);
        assertEquals(110, log.next(0));
        assertTrue(log.isClosed(0));
        assertFalse(log.isClosed(1));
        assertPresent(0, true, START, 110);
        assertPresent(0, false, 110, 1000);
        assertHolds(0, START, 110);
        assertHoldsNothing(0, 110, 130);
        for (long frame = START; frame < 125; frame++) {
            assertTrue(log.complete(frame), "frame " + frame);
        }
        assertFalse(log.complete(125), "the other is still waited for");
    }

    @Test
    void shouldTakeInputsUpToAFrameOfClosingThatIsAhead() {
        appendTo(0, 105);
        appendTo(1, 120);
        log.close(0, 110);
        assertEquals(105, log.next(0));
        assertFalse(log.complete(105));
        appendTo(0, 110);
        assertTrue(log.complete(109));
        assertTrue(log.complete(110));
        log.append(0, input(110, 0), 0);
        assertEquals(110, log.next(0), "absent from there on");
        assertHoldsNothing(0, 110, 112);
    }

    @Test
    void shouldStayClosedFromTheLowerFrame() {
        appendTo(0, 120);
        log.close(0, 110);
        log.close(0, 115);
        assertPresent(0, false, 110, 120);
        log.close(0, 104);
        assertEquals(104, log.next(0));
        assertPresent(0, true, START, 104);
        assertPresent(0, false, 104, 120);
    }

    @Test
    void shouldNotHoldWhatForgottenFramesHaveOverwritten() {
        final long end = START + InputLog.FRAMES + 20;
        appendTo(0, end);
        final long close = end - 15;
        log.close(0, close);
        // The ring's slots of frames below end − FRAMES went to those that are forgotten now.
        assertHoldsNothing(0, close - InputLog.FRAMES, end - InputLog.FRAMES);
        assertHolds(0, end - InputLog.FRAMES, close);
    }

    @Test
    void shouldCloseWhoLeavesBehindTheFrameThatSaysSo() {
        appendTo(0, 107);
        appendTo(1, 150);
        log.attachCommand(0, LEAVE);
        assertEquals(107, log.next(0));
        assertTrue(log.isClosed(0));
        assertTrue(log.present(0, 106));
        assertTrue(log.holds(0, 106));
        assertEquals(LEAVE, log.command(0, 106));
        assertPresent(0, false, 107, 150);
        assertTrue(log.complete(149));
        assertEquals(0, log.command(0, 107));
    }

    @Test
    void shouldOpenAgainAndRememberTheGap() {
        appendTo(0, 110);
        appendTo(1, 300);
        log.close(0, 110);
        log.open(0, 150);
        assertFalse(log.isClosed(0));
        assertEquals(150, log.next(0));
        assertPresent(0, true, START, 110);
        assertPresent(0, false, 110, 150);
        assertPresent(0, true, 150, 1000);
        assertTrue(log.complete(149));
        assertFalse(log.complete(150));
        assertHolds(0, START, 110);
        assertHoldsNothing(0, 110, 152);
        appendTo(0, 160);
        assertTrue(log.complete(159));
        assertHolds(0, START, 110);
        assertHoldsNothing(0, 110, 150);
        assertHolds(0, 150, 160);
        appendTo(0, START + InputLog.FRAMES + 5);
        assertHoldsNothing(0, START, START + 5);
        assertHolds(0, START + 5, 110);
    }

    @Test
    void shouldCloseAndOpenTwice() {
        appendTo(0, 110);
        log.close(0, 110);
        log.open(0, 150);
        appendTo(0, 160);
        log.close(0, 155);
        assertPresent(0, true, START, 110);
        assertPresent(0, false, 110, 150);
        assertPresent(0, true, 150, 155);
        assertPresent(0, false, 155, 500);
        log.open(0, 500);
        assertEquals(500, log.next(0));
        assertPresent(0, true, 150, 155);
        assertPresent(0, false, 155, 500);
        assertPresent(0, true, 500, 600);
    }

    @Test
    void shouldTakeBackAnOpeningThatACloseIsBefore() {
        appendTo(0, 110);
        log.close(0, 110);
        log.open(0, 150);
        appendTo(0, 153);
        log.close(0, 140);
        assertTrue(log.isClosed(0));
        assertEquals(110, log.next(0));
        assertPresent(0, true, START, 110);
        assertPresent(0, false, 110, 500);
        assertHolds(0, START, 110);
        log.open(0, 200);
        assertPresent(0, true, START, 110);
        assertPresent(0, false, 110, 200);
        assertPresent(0, true, 200, 300);
    }

    @Test
    void shouldKeepTheRunBeforeAnOpeningThatCameToNothing() {
        appendTo(0, 110);
        log.close(0, 110);
        log.open(0, 150);
        log.close(0, 150);
        log.open(0, 170);
        assertPresent(0, true, START, 110);
        assertPresent(0, false, 110, 170);
        assertPresent(0, true, 170, 300);
    }

    @Test
    void shouldNotOpenWhoIsNotClosedOrOnlyLater() {
        appendTo(0, 110);
        log.open(0, 150);
        assertEquals(110, log.next(0));
        log.close(0, 120);
        log.open(0, 119);
        assertTrue(log.isClosed(0));
        assertEquals(110, log.next(0));
        assertPresent(0, false, 120, 200);
        log.open(0, 120);
        assertFalse(log.isClosed(0));
        assertPresent(0, true, 110, 200);
    }

    @Test
    void shouldStartAtALaterFrameWithNothingFromBefore() {
        appendTo(0, 110);
        log.close(0, 105);
        log.startAt(0, 1000);
        log.startAt(1, 1000);
        assertFalse(log.isClosed(0));
        assertEquals(1000, log.next(0));
        assertHoldsNothing(0, 700, 1002);
        assertFalse(log.complete(1000));
        appendTo(0, 1003);
        log.close(1, 1000);
        assertTrue(log.complete(1002));
        assertHolds(0, 1000, 1003);
        log.open(1, 1002);
        assertFalse(log.complete(1002));
        appendTo(1, 1003);
        assertTrue(log.complete(1002));
        assertPresent(1, false, 1000, 1002);
    }

    @Test
    void shouldHaveANeutralInputForWhoIsAbsent() {
        for (int player = 0; player < 2; player++) {
            for (int i = 0; i < 2 * InputLog.FRAMES; i++) {
                log.append(player, new byte[] {-1, -1}, 0);
            }
        }
        assertEquals(0, log.inputs()[log.neutralOffset()]);
        assertEquals(0, log.inputs()[log.neutralOffset() + 1]);
    }
}
