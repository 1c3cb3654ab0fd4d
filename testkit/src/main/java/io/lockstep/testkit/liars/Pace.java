package io.lockstep.testkit.liars;

import java.util.Arrays;

/** How many frames the slowest of some peers plays in each second of a match. */
final class Pace {

    private static final int MS_PER_S = 1000;
    /** Milliseconds at the end of a match in which the pace counts: a minute. */
    static final int LAST_MS = 60_000;
    private static final int LAST_S = LAST_MS / MS_PER_S;

    private long[] frames = new long[LAST_S];
    private int seconds;

    /** At this time the slowest has come to this frame. */
    void at(final long nowMs, final long frame) {
        if (nowMs % MS_PER_S == 0) {
            if (seconds == frames.length) {
                frames = Arrays.copyOf(frames, 2 * frames.length);
            }
            frames[seconds++] = frame;
        }
    }

    /** The frames that were played in the last minute that was looked at. */
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
