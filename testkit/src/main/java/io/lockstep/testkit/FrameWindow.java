package io.lockstep.testkit;

/** How far back the oracles remember frames. */
final class FrameWindow {

    /** Frames remembered; peers are never further apart than an input window and the longest delay. */
    static final int FRAMES = 1024;
    /** What is left of a frame is its slot. */
    static final int MASK = FRAMES - 1;
    /** No frame, no time, no number. */
    static final long NEVER = -1;

    private FrameWindow() {
    }
}
