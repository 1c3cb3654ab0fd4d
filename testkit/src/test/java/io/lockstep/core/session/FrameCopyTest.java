package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameCopy;
import io.lockstep.core.internal.play.FrameInputs;
import io.lockstep.core.internal.play.JsonSize;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.WireLimits;
import org.junit.jupiter.api.Test;

/** What one log holds of a frame, another one holds after it travelled; and the game sees the same. */
class FrameCopyTest {

    private static final int LIMIT = 1000;
    private static final int LEAVE = Command.of(Command.Kind.LEAVE);
    private static final int PAUSE = Command.of(Command.Kind.PAUSE, 1, 9);

    private final InputLog here = new InputLog(2, 2, 4, 0);
    private final InputLog there = new InputLog(2, 2, 4, 0);
    private final InputWindow window = new InputWindow(2, 1, 4);
    private final InputFrames frames = window.frames();

    /** Frame 0 an event, 1 a command, 2 nothing, 3 leaves. */
    private void play() {
        for (int frame = 0; frame < 4; frame++) {
            here.append(1, new byte[] {(byte) (frame + 1), 7}, 0);
            if (frame == 0) {
                here.attachEvent(1, new byte[] {5, 6, 7}, 0, 3);
            } else if (frame == 1) {
                here.attachCommand(1, PAUSE);
            } else if (frame == 3) {
                here.attachCommand(1, LEAVE);
            }
        }
    }

    private void put(final long first, final long end) {
        window.reset(1, 0, first);
        for (long frame = first; frame < end; frame++) {
            FrameCopy.put(here, 1, frame, frames, 0, 2);
            assertTrue(window.endFrame(LIMIT));
        }
    }

    private boolean file(final long frame, final int index) {
        return FrameCopy.file(there, 1, frame, frames, index, 0);
    }

    @Test
    void shouldCarryEventsAndCommandsAndCloseWhoLeaves() {
        play();
        put(0, 4);
        for (int frame = 0; frame < 4; frame++) {
            assertTrue(file(frame, frame));
        }
        assertEquals(4, there.next(1));
        assertEquals(3, there.eventLength(1, 0));
        assertEquals(PAUSE, there.command(1, 1));
        assertEquals(0, there.eventLength(1, 1));
        assertEquals(0, there.command(1, 2));
        assertEquals(LEAVE, there.command(1, 3));
        assertTrue(there.isClosed(1));
        assertFalse(there.present(1, 4));
        for (int frame = 0; frame < 4; frame++) {
            assertTrue(file(frame, frame), "the same again");
        }
    }

    @Test
    void shouldTellAFrameWithAnotherCommand() {
        play();
        put(0, 4);
        for (int frame = 0; frame < 3; frame++) {
            file(frame, frame);
        }
        assertFalse(file(1, 2), "a command that was none");
        assertFalse(file(2, 1), "none that was a command");
    }

    @Test
    void shouldLeaveWhatCameOfAbsentFramesAlone() {
        play();
        put(0, 4);
        there.close(1, 2);
        for (int frame = 0; frame < 4; frame++) {
            assertTrue(file(frame, frame));
        }
        assertEquals(2, there.next(1));
        assertEquals(0, there.command(1, 3));
        there.open(1, 6);
        assertTrue(file(2, 2));
        assertTrue(file(5, 3));
        assertEquals(6, there.next(1));
        assertTrue(file(6, 2));
        assertEquals(7, there.next(1));
        assertTrue(file(0, 0));
        assertFalse(file(0, 1), "what was known before it was closed still is");
    }

    @Test
    void shouldShowTheGameNeutralInputsOfWhoIsAbsentAndNoCommands() {
        play();
        here.append(0, new byte[] {9, 9}, 0);
        here.attachEvent(0, new byte[] {5, 6, 7}, 0, 3);
        here.close(0, 1);
        final FrameInputs inputs = new FrameInputs(here, 2, 2);
        assertTrue(here.complete(1));
        inputs.of(0);
        assertTrue(inputs.present(0));
        assertEquals(0x0909, inputs.bits(0));
        assertEquals(3, inputs.event(0).remaining());
        assertEquals(3, inputs.event(1).remaining());
        inputs.of(1);
        assertFalse(inputs.present(0));
        assertEquals(0, inputs.bits(0));
        assertEquals(2, inputs.bytes(0).remaining());
        assertEquals(0, inputs.bytes(0).getShort(inputs.bytes(0).position()));
        assertEquals(0, inputs.event(0).remaining());
        assertTrue(inputs.present(1));
        assertEquals(0x0702, inputs.bits(1));
        assertEquals(0, inputs.event(1).remaining(), "a command is no event");
        // The ring's slot of an absent frame still holds the frame that was there before: it must not show.
        inputs.of(InputLog.FRAMES);
        assertEquals(0, inputs.bits(0));
        assertEquals(0, inputs.event(0).remaining());
        assertEquals(0, inputs.bits(1), "left");
    }

    @Test
    void shouldKnowHowLongFramesGetInJson() {
        play();
        final MessageCodec codec = new MessageCodec(new WireLimits(2, 1, 4, 1));
        put(0, 0);
        final int empty = codec.toJson(window).length();
        window.reset(1, 0, 0);
        FrameCopy.put(here, 1, 2, frames, 0, 2);
        here.startAt(1, 100);
        here.append(1, new byte[2], 0);
        here.attachCommand(1, Command.of(Command.Kind.ACTIVATE, 31, 65_535));
        window.endFrame(LIMIT);
        final int size = FrameCopy.put(here, 1, 100, frames, 0, 2);
        window.endFrame(LIMIT);
        // Where events was null there is now a list; the first element needs no comma.
        final int longer = codec.toJson(window).length() - empty - JsonSize.ofInput(2, 0);
        assertTrue(size >= longer && size <= longer + 4, size + " for " + longer);
        assertEquals(size, JsonSize.worstInput(2, 4));
        assertEquals(JsonSize.ofInput(2, 255), JsonSize.worstInput(2, 255));
    }

    @Test
    void shouldKnowHowLongAWindowGetsInJsonWithoutInputs() {
        window.reset(1, -1, -1);
        window.echo(-1, Long.MAX_VALUE);
        window.acknowledgeChecksum(-1);
        window.leads(-1);
        window.report().set(-16_000, -16_000, 1, 255);
        for (int i = 0; i < 8; i++) {
            assertTrue(window.checksums().add(-1, -1));
        }
        final int length = new MessageCodec(WireLimits.DEFAULT).toJson(window).length();
        assertTrue(length + 1 <= JsonSize.HEAD_BYTES, "takes " + length);
    }
}
