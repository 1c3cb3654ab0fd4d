package io.lockstep.core.internal.foresight;

/** What playing ahead has cost. Written by the session's thread. */
public final class ForesightCounters {

    /** Frames that were settled, and of those the ones that had been played rightly before. */
    long settled;
    long foreseen;
    /** Inputs that were guessed. */
    long guesses;
    /** Frames played ahead, states kept for that, and states gone back to. */
    long steps;
    long saves;
    long loads;
    /** How often frames were taken back, how many in all and at once. */
    long rollbacks;
    long takenBack;
    int deepest;

    void rollback(final int depth) {
        rollbacks++;
        takenBack += depth;
        deepest = Math.max(deepest, depth);
    }
}
