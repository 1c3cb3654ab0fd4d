package io.lockstep.core.session;

import io.lockstep.core.input.InputLog;
import io.lockstep.core.protocol.InputFrames;

/** Moves one player's input and event of one frame between the log and a message. */
final class FrameCopy {

    private FrameCopy() {
    }

    /** Puts them into a message and says how long they are in JSON. */
    static int put(final InputLog log, final int player, final long frame, final InputFrames frames, final int index,
                   final int inputBytes) {
        final int eventLength = log.eventLength(player, frame);
        frames.input(index, log.inputs(), log.inputOffset(player, frame));
        if (eventLength > 0) {
            frames.event(index, log.events(), log.eventOffset(player, frame), eventLength);
        }
        return JsonSize.ofInput(inputBytes, eventLength);
    }

    /**
     * Files them into the log if they are the next of their player.
     *
     * @return false when the log holds something else for that frame
     */
    static boolean file(final InputLog log, final int player, final long frame, final InputFrames frames,
                        final int frameIndex, final int index) {
        final int offset = frames.inputOffset(frameIndex, index);
        final int eventOffset = frames.eventOffset(frameIndex, index);
        final int eventLength = frames.eventLength(frameIndex, index);
        if (frame == log.next(player)) {
            log.append(player, frames.inputs(), offset);
            if (eventLength > 0) {
                log.attachEvent(player, frames.events(), eventOffset, eventLength);
            }
            return true;
        }
        return !log.holds(player, frame)
            || log.equal(player, frame, frames.inputs(), offset, frames.events(), eventOffset, eventLength);
    }
}
