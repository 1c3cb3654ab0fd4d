package io.lockstep.examples.view;

import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.PredictionStatistics;

/** Tells what rollbacks there were since it was asked last. */
public final class RollbackMeter {

    private final long[] counted = new long[PredictionOptions.MAX_FRAMES + 1];
    private long all;

    /** Tells of everything since the beginning at first. */
    public RollbackMeter() {
        // All counts are 0.
    }

    /**
     * Was there any since the depth was asked for?
     *
     * @param statistics of the session
     * @return true when there was
     */
    public boolean isNew(final PredictionStatistics statistics) {
        return statistics.rollbacks() != all;
    }

    /**
     * By how many frames the deepest of them went back.
     *
     * @param statistics of the session
     * @return 0 when there was none
     */
    public int depth(final PredictionStatistics statistics) {
        int deepest = 0;
        for (int frames = 1; frames < counted.length; frames++) {
            // Of a session that came back all counts begin again.
            deepest = statistics.rollbacks(frames) > counted[frames] ? frames : deepest;
            counted[frames] = statistics.rollbacks(frames);
        }
        all = statistics.rollbacks();
        return deepest;
    }
}
