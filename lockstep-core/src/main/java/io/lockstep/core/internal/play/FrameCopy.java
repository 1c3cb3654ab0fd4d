package io.lockstep.core.internal.play;

import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.InputFrames;

/** Moves one player's input, and the event or command beside it, of one frame between the log and a message. */
public final class FrameCopy {

    private FrameCopy() {
    }

    /** Puts them into a message and says how long they are in JSON. */
    public static int put(final InputLog log, final int player, final long frame, final InputFrames frames,
        final int index,
                   final int inputBytes) {
        final int eventLength = log.eventLength(player, frame);
        frames.input(index, log.inputs(), log.inputOffset(player, frame));
        if (eventLength > 0) {
            frames.event(index, log.events(), log.eventOffset(player, frame), eventLength);
        }
        final int command = log.command(player, frame);
        if (command != Command.NONE) {
            frames.command(index, command);
            return JsonSize.ofCommand(inputBytes);
        }
        return JsonSize.ofInput(inputBytes, eventLength);
    }

    /**
     * Files them into the log if they are the next of their player. What came of a frame in which the player is absent
     * is left alone: who sent it did not know.
     *
     * @return false when the log holds something else for that frame
     */
    public static boolean file(final InputLog log, final int player, final long frame, final InputFrames frames,
                        final int frameIndex, final int index) {
        if (!log.present(player, frame)) {
            return true;
        }
        final int offset = frames.inputOffset(frameIndex, index);
        final int eventOffset = frames.eventOffset(frameIndex, index);
        final int eventLength = frames.eventLength(frameIndex, index);
        final int command = frames.commandOf(frameIndex, index);
        if (frame == log.next(player)) {
            log.append(player, frames.inputs(), offset);
            if (eventLength > 0) {
                log.attachEvent(player, frames.events(), eventOffset, eventLength);
            }
            if (command != Command.NONE) {
                log.attachCommand(player, command);
            }
            log.join(player);
            return true;
        }
        return !log.holds(player, frame)
            || log.equal(player, frame, frames.inputs(), offset, frames.events(), eventOffset, eventLength, command);
    }

    /**
     * Keeps a player's input of a frame in the log until the frames before it have arrived.
     *
     * @param frame a frame after a gap in the player's inputs
     * @return false if the log keeps another input for that frame
     */
    public static boolean keep(final InputLog log, final int player, final long frame, final InputFrames frames,
                        final int frameIndex, final int index) {
        final int offset = frames.inputOffset(frameIndex, index);
        final int eventOffset = frames.eventOffset(frameIndex, index);
        final int eventLength = frames.eventLength(frameIndex, index);
        final int command = frames.commandOf(frameIndex, index);
        if (log.isKept(player, frame)) {
            return log.equal(player, frame, frames.inputs(), offset, frames.events(), eventOffset, eventLength,
                command);
        }
        if (log.present(player, frame)) {
            log.keep(player, frame, frames.inputs(), offset, frames.events(), eventOffset, eventLength, command);
        }
        return true;
    }
}
