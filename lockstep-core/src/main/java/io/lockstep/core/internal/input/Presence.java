package io.lockstep.core.internal.input;

import java.util.Arrays;

/**
 * In which frames each player takes part: from one frame on until another, and in one earlier run before that. Older
 * runs are forgotten and read as absent: to come and go takes longer than the frames that a log keeps.
 */
final class Presence {

    /** No end: the player is present until further notice. */
    private static final long OPEN = Long.MAX_VALUE;

    /** Where a run begins that has lasted since before the match. */
    private static final long ALWAYS = Long.MIN_VALUE;

    /** The newest run of each player: the first frame, and the first one behind it. */
    private final long[] from;
    private final long[] until;
    /** The run before it, empty when both are the same. */
    private final long[] pastFrom;
    private final long[] pastUntil;

    Presence(final int players) {
        from = new long[players];
        until = new long[players];
        pastFrom = new long[players];
        pastUntil = new long[players];
        Arrays.fill(from, ALWAYS);
        Arrays.fill(until, OPEN);
    }

    boolean present(final int player, final long frame) {
        return frame >= from[player] && frame < until[player]
            || frame >= pastFrom[player] && frame < pastUntil[player];
    }

    boolean isClosed(final int player) {
        return until[player] != OPEN;
    }

    /** The first frame in which a closed player is absent; no frame is as high for one who is not closed. */
    long until(final int player) {
        return until[player];
    }

    /** The first frame of the newest run. */
    long from(final int player) {
        return from[player];
    }

    /** Present in every frame. */
    void reset(final int player) {
        from[player] = ALWAYS;
        until[player] = OPEN;
        pastFrom[player] = 0;
        pastUntil[player] = 0;
    }

    void close(final int player, final long frame) {
        if (frame < from[player]) {
            // Before the newest run began: it never was.
            from[player] = pastFrom[player];
            until[player] = pastUntil[player];
            pastUntil[player] = pastFrom[player];
        }
        until[player] = Math.min(until[player], frame);
    }

    /** False when the player is not closed, or is closed only from a later frame on. */
    boolean open(final int player, final long frame) {
        if (!isClosed(player) || frame < until[player]) {
            return false;
        }
        if (until[player] > from[player]) {
            pastFrom[player] = from[player];
            pastUntil[player] = until[player];
        }
        from[player] = frame;
        until[player] = OPEN;
        return true;
    }
}
