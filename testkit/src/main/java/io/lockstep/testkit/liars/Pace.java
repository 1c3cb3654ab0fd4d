package io.lockstep.testkit.liars;

import java.util.Arrays;

/** The number of frames that the slowest of several peers plays in each second of a match. */
final class Pace {

    private static final int MS_PER_S = 1000;
    /** Time at the end of a match in which the pace is measured, in milliseconds: a minute. */
    static final int LAST_MS = 60_000;
    private static final int LAST_S = LAST_MS / MS_PER_S;

    private long[] frames = new long[LAST_S];
    private int seconds;

    /** Records the frame that the slowest peer has reached. */
    void at(final long nowMs, final long frame) {
        if (nowMs % MS_PER_S == 0) {
            if (seconds == frames.length) {
                frames = Arrays.copyOf(frames, 2 * frames.length);
            }
            frames[seconds++] = frame;
        }
    }

    /** Returns the number of frames played in the last recorded minute, or 0 before there was one. */
    long last() {
        return seconds <= LAST_S ? 0 : frames[seconds - 1] - frames[seconds - 1 - LAST_S];
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (int second = 1; second < seconds; second++) {
            text.append(second == 1 ? "" : " ").append(frames[second] - frames[second - 1]);
        }
        return text.toString();
    }
}
