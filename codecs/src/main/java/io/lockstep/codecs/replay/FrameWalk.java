package io.lockstep.codecs.replay;

import io.lockstep.core.internal.replay.RecordingFormat;

/** Goes through the frames of a recording without simulating them. */
final class FrameWalk {

    final RecordedFrames frames;
    private final RecordingReader recording;
    private int block = -1;
    private boolean inBlock;

    FrameWalk(final RecordingReader recording) {
        this.recording = recording;
        frames = recording.newFrames();
    }

    /** Goes on to the first frame that is not before this one. */
    boolean next(final long from) {
        while (true) {
            while (inBlock && frames.next()) {
                if (frames.frame() >= from) {
                    return true;
                }
            }
            inBlock = false;
            do {
                block++;
            } while (block < recording.blocks()
                && (recording.kindOf(block) != RecordingFormat.FRAMES || recording.frameAfter(block) <= from));
            if (block >= recording.blocks()) {
                return false;
            }
            recording.open(frames, block);
            inBlock = true;
        }
    }
}
