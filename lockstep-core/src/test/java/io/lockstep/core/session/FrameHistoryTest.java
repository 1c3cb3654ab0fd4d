package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameHistory;
import io.lockstep.core.internal.protocol.Command;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executed frames come out as they went in, however many there are. */
class FrameHistoryTest {

    private static final int FRAMES = 2000;

    private final InputLog log = new InputLog(2, 4, 16, 0);
    private final FrameHistory history =
        new FrameHistory(Session.builder().players(2).inputBytes(4).maxEventBytes(16).unchecked(), log);

    private static byte[] bytes(final long frame, final int player, final int length) {
        final byte[] bytes = new byte[length];
        new Random(frame * 2 + player).nextBytes(bytes);
        return bytes;
    }

    private static boolean hasEvent(final long frame, final int player) {
        return (frame + player) % 5 == 0;
    }

    private void execute(final long frame) {
        for (int player = 0; player < 2; player++) {
            log.append(player, bytes(frame, player, 4), 0);
            if (hasEvent(frame, player)) {
                log.attachEvent(player, bytes(frame, player, 16), 0, 1 + (int) frame % 16);
            }
        }
    }

    private void assertRead(final long frame) {
        assertTrue(history.next());
        assertEquals(frame, history.frame());
        assertEquals(frame % 3 == 0, history.isPaused());
        assertEquals(2, history.inputs().players());
        for (int player = 0; player < 2; player++) {
            final byte[] input = bytes(frame, player, 4);
            assertTrue(history.inputs().present(player));
            assertEquals(ByteBuffer.wrap(input), history.inputs().bytes(player));
            assertEquals(Integer.reverseBytes(ByteBuffer.wrap(input).getInt()), history.inputs().bits(player));
            assertEquals(ByteBuffer.wrap(bytes(frame, player, 16), 0,
                hasEvent(frame, player) ? 1 + (int) frame % 16 : 0), history.inputs().event(player));
        }
    }

    @Test
    void shouldGiveBackFarMoreFramesThanTheLogHolds() {
        for (long frame = 0; frame < FRAMES; frame++) {
            execute(frame);
            if (frame == 9) {
                history.begin(10);
            } else if (frame > 9) {
                assertTrue(history.add(frame % 3 == 0));
            }
        }
        assertEquals(FRAMES, history.end());
        for (long frame = 10; frame < FRAMES; frame++) {
            assertRead(frame);
        }
        assertFalse(history.next());
    }

    @Test
    void shouldBeReadWhileItGrows() {
        history.begin(0);
        long read = 0;
        for (long frame = 0; frame < FRAMES; frame++) {
            execute(frame);
            assertTrue(history.add(frame % 3 == 0));
            for (int i = 0; frame > 1000 && i < 2 && read <= frame; i++) {
                assertRead(read++);
            }
        }
        assertTrue(read > 1500);
    }

    @Test
    void shouldLeaveOutWhoIsAbsent() {
        history.begin(0);
        execute(0);
        assertTrue(history.add(false));
        log.append(0, bytes(1, 0, 4), 0);
        log.append(1, bytes(1, 1, 4), 0);
        log.attachCommand(1, Command.of(Command.Kind.LEAVE));
        assertTrue(history.add(false));
        log.append(0, bytes(2, 0, 4), 0);
        assertTrue(history.add(false));
        assertTrue(history.next() && history.next() && history.inputs().present(1));
        assertTrue(history.next());
        assertFalse(history.inputs().present(1));
        assertEquals(0, history.inputs().bits(1));
        assertFalse(history.inputs().event(1).hasRemaining());
    }

    @Test
    void shouldRefuseMoreThanItMayHold() {
        history.begin(0);
        long frame = 0;
        boolean room = true;
        while (room) {
            for (int player = 0; player < 2; player++) {
                log.append(player, bytes(frame, player, 4), 0);
                log.attachEvent(player, bytes(frame, player, 16), 0, 16);
            }
            room = history.add(false);
            frame++;
        }
        assertTrue(frame > FrameHistory.MAX_BYTES / 60, "frame " + frame);
        assertTrue(history.next());
        history.clear();
        assertFalse(history.next());
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldGiveBackFramesFromAnyFrame(final long start) {
        final InputLog far = new InputLog(2, 4, 16, start);
        final FrameHistory kept =
            new FrameHistory(Session.builder().players(2).inputBytes(4).maxEventBytes(16).unchecked(), far);
        kept.begin(start);
        for (long frame = start; frame < start + 600; frame++) {
            for (int player = 0; player < 2; player++) {
                far.append(player, bytes(frame, player, 4), 0);
            }
            assertTrue(kept.add(frame % 3 == 0));
        }
        assertEquals(start + 600, kept.end());
        for (long frame = start; frame < start + 600; frame++) {
            assertTrue(kept.next());
            assertEquals(frame, kept.frame());
            assertEquals(frame % 3 == 0, kept.isPaused());
            assertEquals(ByteBuffer.wrap(bytes(frame, 1, 4)), kept.inputs().bytes(1));
        }
    }
}
