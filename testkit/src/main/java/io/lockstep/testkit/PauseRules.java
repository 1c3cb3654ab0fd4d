package io.lockstep.testkit;

import io.lockstep.core.internal.protocol.Message;

/**
 * Holds one session's pauses against what is promised of them (S13): how often each player may pause, and for how long
 * at the most the game stands still. Who joined in mid-match knows of fewer pauses than there were, never of more.
 */
final class PauseRules {

    private static final int MOST_PAUSES = 3;
    private static final int LONGEST_SECONDS = 600;
    private static final long NEVER = -1;

    private final int peer;
    private final Oracle oracle;
    private final long longestFrames;
    private final int[] pauses = new int[Message.MAX_PLAYERS];
    private long pausedFrom = NEVER;

    PauseRules(final int peer, final int tickRate, final Oracle oracle) {
        this.peer = peer;
        this.oracle = oracle;
        longestFrames = (long) LONGEST_SECONDS * tickRate;
    }

    /** The session says that a player's pause begins with a frame. */
    void paused(final int player, final long frame) {
        pausedFrom = frame;
        if (++pauses[player] > MOST_PAUSES) {
            oracle.violated("S13", frame, "pause " + pauses[player] + " of player " + player + ", at most "
                + MOST_PAUSES, peer, player);
        }
    }

    /** It says that the game goes on. */
    void resumed() {
        pausedFrom = NEVER;
    }

    /** A frame has passed in which the game stood still. */
    void passes(final long frame) {
        if (pausedFrom != NEVER && frame - pausedFrom == longestFrames) {
            oracle.violated("S13", frame, "still paused, since frame " + pausedFrom, peer);
        }
    }
}
