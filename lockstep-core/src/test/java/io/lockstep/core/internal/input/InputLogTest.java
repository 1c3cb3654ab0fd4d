package io.lockstep.core.internal.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.Command;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every player's inputs are one gapless run of which the newest 256 frames are kept. */
class InputLogTest {

    private static final int PLAYERS = 3;

    private static byte[] input(final long frame, final int player) {
        return new byte[] {(byte) 0xEE, (byte) frame, (byte) (frame >> 8), (byte) player};
    }

    private static void append(final InputLog log, final int player) {
        log.append(player, input(log.next(player), player), 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 250, 65_500, (1L << 31) - 10, (1L << 32) - 10})
    void shouldKeepTheNewestFramesOfEveryPlayer(final long start) {
        final InputLog log = new InputLog(PLAYERS, 3, 8, start);
        for (int i = 0; i < 600; i++) {
            for (int player = 0; player < PLAYERS; player++) {
                assertEquals(start + i, log.next(player));
                append(log, player);
            }
            for (long frame = Math.max(start, start + i - InputLog.FRAMES + 1); frame <= start + i; frame += 17) {
                for (int player = 0; player < PLAYERS; player++) {
                    assertTrue(log.holds(player, frame));
                    assertTrue(log.equal(player, frame, input(frame, player), 1, new byte[0], 0, 0, 0));
                    assertEquals((byte) player, log.inputs()[log.inputOffset(player, frame) + 2]);
                }
            }
            assertFalse(log.holds(0, start + i + 1));
            assertFalse(log.holds(0, start + i - InputLog.FRAMES));
        }
    }

    @Test
    void shouldBeCompleteOnlyWithEverybodysInput() {
        final InputLog log = new InputLog(PLAYERS, 3, 8, 10);
        assertFalse(log.complete(10));
        append(log, 0);
        append(log, 2);
        append(log, 2);
        assertFalse(log.complete(10));
        append(log, 1);
        assertTrue(log.complete(10));
        assertTrue(log.complete(9));
        assertFalse(log.complete(11));
        assertEquals(12, log.next(2));
    }

    @Test
    void shouldTellADifferentInputOrEventFromTheSame() {
        final InputLog log = new InputLog(1, 2, 4, 0);
        final byte[] source = {9, 1, 2, 9};
        final byte[] event = {8, 5, 6, 7, 8};
        log.append(0, source, 1);
        log.attachEvent(0, event, 1, 3);
        assertTrue(log.equal(0, 0, new byte[] {1, 2}, 0, new byte[] {5, 6, 7}, 0, 3, 0));
        assertFalse(log.equal(0, 0, new byte[] {1, 3}, 0, new byte[] {5, 6, 7}, 0, 3, 0));
        assertFalse(log.equal(0, 0, new byte[] {0, 2}, 0, new byte[] {5, 6, 7}, 0, 3, 0));
        assertFalse(log.equal(0, 0, new byte[] {1, 2}, 0, new byte[] {5, 6, 8}, 0, 3, 0));
        assertFalse(log.equal(0, 0, new byte[] {1, 2}, 0, new byte[] {5, 6, 7}, 0, 2, 0));
        assertFalse(log.equal(0, 0, new byte[] {1, 2}, 0, new byte[0], 0, 0, 0));
        assertEquals(3, log.eventLength(0, 0));
        assertEquals(6, log.events()[log.eventOffset(0, 0) + 1]);
    }

    @Test
    void shouldForgetAnEventWhenItsSlotIsUsedAgain() {
        final InputLog log = new InputLog(2, 1, 4, 0);
        for (int frame = 0; frame < 2 * InputLog.FRAMES; frame++) {
            log.append(1, new byte[] {(byte) frame}, 0);
            if (frame < InputLog.FRAMES) {
                log.attachEvent(1, new byte[] {1, 2, 3, (byte) frame}, 0, 4);
            }
            assertEquals(frame < InputLog.FRAMES ? 4 : 0, log.eventLength(1, frame));
        }
    }

    @Test
    void shouldTellADifferentCommandFromTheSame() {
        final InputLog log = new InputLog(1, 1, 4, 0);
        final int pause = Command.of(Command.Kind.PAUSE, 1, 2);
        log.append(0, new byte[] {3}, 0);
        log.attachCommand(0, pause);
        assertEquals(pause, log.command(0, 0));
        assertEquals(0, log.command(0, 1), "not known yet");
        assertEquals(0, log.eventLength(0, 0));
        assertTrue(log.equal(0, 0, new byte[] {3}, 0, new byte[4], 0, 0, pause));
        assertFalse(log.equal(0, 0, new byte[] {3}, 0, new byte[4], 0, 0, Command.of(Command.Kind.PAUSE, 1, 3)));
        assertFalse(log.equal(0, 0, new byte[] {3}, 0, new byte[4], 0, 0, 0));
        assertFalse(log.equal(0, 0, new byte[] {3}, 0, new byte[4], 0, 1, pause));
        assertFalse(log.isClosed(0), "only who leaves is closed");
    }

    @Test
    void shouldCompareTheEventOfItsOwnFrameAndPlayer() {
        final InputLog log = new InputLog(2, 1, 4, 0);
        for (int frame = 0; frame < 3; frame++) {
            for (int player = 0; player < 2; player++) {
                log.append(player, new byte[1], 0);
                log.attachEvent(player, new byte[] {(byte) frame, (byte) player}, 0, 2);
            }
        }
        for (int frame = 0; frame < 3; frame++) {
            for (int player = 0; player < 2; player++) {
                final byte[] event = {9, (byte) frame, (byte) player};
                assertTrue(log.equal(player, frame, new byte[1], 0, event, 1, 2, 0), player + " at " + frame);
                assertFalse(log.equal(1 - player, frame, new byte[1], 0, event, 1, 2, 0), player + " at " + frame);
            }
        }
    }

    @Test
    void shouldHaveRoomForACommandOfEachPlayerInEachFrame() {
        final InputLog log = new InputLog(2, 1, 4, 0);
        for (int frame = 0; frame < InputLog.FRAMES; frame++) {
            for (int player = 0; player < 2; player++) {
                log.append(player, new byte[1], 0);
                log.attachCommand(player, Command.of(Command.Kind.PAUSE, player, frame & 1));
            }
        }
        for (int frame = 0; frame < InputLog.FRAMES; frame++) {
            for (int player = 0; player < 2; player++) {
                assertEquals(Command.of(Command.Kind.PAUSE, player, frame & 1), log.command(player, frame));
            }
        }
    }

    @Test
    void shouldReturnTheLowestNextFrameOfSeveralPlayers() {
        final InputLog log = new InputLog(PLAYERS, 3, 8, 10);
        append(log, 0);
        append(log, 0);
        append(log, 2);
        assertEquals(12, log.next(new int[] {0}));
        assertEquals(11, log.next(new int[] {0, 2}));
        assertEquals(11, log.next(new int[] {2, 0}));
        assertEquals(10, log.next(new int[] {0, 1, 2}));
    }

    @Test
    void shouldCountTheFirstInputsAsTheirOwnersWord() {
        final InputLog log = new InputLog(1, 1, 4, 10);
        assertEquals(10, log.ownWordFrom(0));
        log.append(0, new byte[1], 0);
        assertEquals(10, log.ownWordFrom(0));
    }

    @Test
    void shouldHoldAnEventOrACommandAndForgetItWhenItsSlotIsUsedAgain() {
        final InputLog log = new InputLog(1, 1, 4, 0);
        final int pause = Command.of(Command.Kind.PAUSE);
        log.append(0, new byte[1], 0);
        log.attachEvent(0, new byte[4], 0, 4);
        log.attachCommand(0, pause);
        assertEquals(0, log.eventLength(0, 0));
        log.attachEvent(0, new byte[4], 0, 4);
        assertEquals(0, log.command(0, 0));
        log.attachCommand(0, pause);
        for (int i = 0; i < InputLog.FRAMES; i++) {
            log.append(0, new byte[1], 0);
        }
        assertEquals(0, log.command(0, 0), "gone");
        assertEquals(0, log.command(0, InputLog.FRAMES));
    }

    @Test
    void shouldWorkWithoutRoomForEvents() {
        final InputLog log = new InputLog(1, 1, 0, 0);
        log.append(0, new byte[] {3}, 0);
        assertEquals(0, log.eventLength(0, 0));
        assertTrue(log.equal(0, 0, new byte[] {3}, 0, new byte[0], 0, 0, 0));
    }

    private static void keep(final InputLog log, final long frame, final int command) {
        log.keep(0, frame, new byte[] {(byte) frame}, 0, new byte[] {(byte) -frame}, 0, command == 0 ? 1 : 0, command);
    }

    @Test
    void shouldAddFramesAfterAGapWhenItIsFilled() {
        final InputLog log = new InputLog(2, 1, 4, 10);
        keep(log, 12, 0);
        keep(log, 13, 0);
        keep(log, 15, 0);
        assertEquals(10, log.next(0));
        assertFalse(log.isKept(0, 11));
        assertTrue(log.isKept(0, 12));
        assertFalse(log.isKept(1, 12));
        assertFalse(log.holds(0, 12));
        for (int frame = 10; frame < 12; frame++) {
            log.append(0, new byte[] {(byte) frame}, 0);
            log.join(0);
        }
        assertEquals(14, log.next(0));
        assertFalse(log.isKept(0, 12));
        assertTrue(log.isKept(0, 15));
        assertEquals(12, log.inputs()[log.inputOffset(0, 12)]);
        assertEquals(-13, log.events()[log.eventOffset(0, 13)]);
        assertEquals(0, log.eventLength(0, 11));
    }

    @Test
    void shouldKeepTheFramesAfterAGapOfEachPlayerApart() {
        final InputLog log = new InputLog(3, 1, 4, 10);
        for (int player = 0; player < 3; player++) {
            log.keep(player, 12 + player, new byte[] {1}, 0, new byte[1], 0, 0, 0);
            log.keep(player, 18, new byte[] {1}, 0, new byte[1], 0, 0, 0);
        }
        for (int player = 0; player < 3; player++) {
            for (int frame = 12; frame < 19; frame++) {
                assertEquals(frame == 12 + player || frame == 18, log.isKept(player, frame), player + " at " + frame);
            }
        }
        log.close(1, 10);
        assertFalse(log.isKept(1, 13));
        assertTrue(log.isKept(0, 12));
        assertTrue(log.isKept(2, 14));
    }

    @Test
    void shouldCloseAPlayerWithALastFrameAfterAGap() {
        final InputLog log = new InputLog(1, 1, 4, 10);
        keep(log, 11, Command.of(Command.Kind.LEAVE));
        keep(log, 12, 0);
        assertFalse(log.isClosed(0));
        log.append(0, new byte[1], 0);
        log.join(0);
        assertTrue(log.isClosed(0));
        assertEquals(12, log.next(0));
        assertFalse(log.isKept(0, 12));
    }

    @Test
    void shouldForgetFramesAfterAGapWithTheSeat() {
        final InputLog log = new InputLog(1, 1, 4, 10);
        keep(log, 12, 0);
        log.close(0, 11);
        log.open(0, 11);
        assertFalse(log.isKept(0, 12));
        keep(log, 13, 0);
        log.startAt(0, 12);
        assertFalse(log.isKept(0, 13));
    }

    @Test
    void shouldNotRememberKeptFramesOfAClosedSeat() {
        final InputLog log = new InputLog(2, 1, 4, 10);
        keep(log, 12, 0);
        log.close(0, 11);
        log.open(0, 11);
        keep(log, 14, 0);
        assertFalse(log.isKept(0, 12));
        assertTrue(log.isKept(0, 14));
    }

    @Test
    void shouldNotRememberFramesThatWereKeptBeforeAClosingAhead() {
        final InputLog log = new InputLog(1, 1, 4, 10);
        log.close(0, 20);
        keep(log, 15, 0);
        log.open(0, 20);
        keep(log, 16 + InputLog.FRAMES, 0);
        assertFalse(log.isKept(0, 15 + InputLog.FRAMES), "the slot of frame 15");
    }

    @Test
    void shouldNotCountTheNextFrameAsKeptAfterAGap() {
        final InputLog log = new InputLog(1, 1, 4, 10);
        keep(log, 11, 0);
        keep(log, 12, 0);
        log.append(0, new byte[1], 0);
        assertFalse(log.isKept(0, 11), "no gap is before it");
        assertTrue(log.isKept(0, 12));
    }

    @Test
    void shouldHoldFewerOldFramesIfFramesWaitAfterAGap() {
        final InputLog log = new InputLog(1, 1, 4, 0);
        for (int frame = 0; frame < InputLog.FRAMES; frame++) {
            log.append(0, new byte[1], 0);
        }
        assertTrue(log.holds(0, 0));
        keep(log, InputLog.FRAMES + 20, 0);
        assertFalse(log.holds(0, 20));
        assertTrue(log.holds(0, 21));
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldJoinWhatIsKeptAfterAGapFromAnyFrame(final long start) {
        final InputLog log = new InputLog(1, 1, 4, start);
        for (long frame = start + 1; frame < start + 100; frame++) {
            keep(log, frame, 0);
            assertTrue(log.isKept(0, frame));
            assertFalse(log.isKept(0, frame + 1));
        }
        log.append(0, new byte[] {(byte) start}, 0);
        log.join(0);
        assertEquals(start + 100, log.next(0));
        assertEquals((byte) (start + 50), log.inputs()[log.inputOffset(0, start + 50)]);
        log.handedOn(0);
        assertEquals(start + 100, log.ownWordFrom(0));
    }

    /** The runs of frames in which a player is present. */
    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldKnowWhoIsPresentFromAnyFrame(final long start) {
        final InputLog log = new InputLog(2, 1, 4, start);
        for (int i = 0; i < 40; i++) {
            log.append(0, new byte[1], 0);
        }
        log.close(0, start + 20);
        log.open(0, start + 30);
        log.append(0, new byte[1], 0);
        assertEquals(start + 31, log.next(0));
        assertEquals(start + 30, log.presentFrom(0));
        for (long frame = start; frame < start + 60; frame++) {
            assertEquals(frame < start + 20 || frame >= start + 30, log.present(0, frame), "frame " + frame);
            assertEquals(frame < start + 20 || frame == start + 30, log.holds(0, frame), "frame " + frame);
        }
        assertFalse(log.present(0, start + 25));
        assertFalse(log.complete(start), "of player 1 nothing came");
        log.close(1, start);
        assertTrue(log.complete(start + 30));
        assertFalse(log.complete(start + 31));
    }
}
