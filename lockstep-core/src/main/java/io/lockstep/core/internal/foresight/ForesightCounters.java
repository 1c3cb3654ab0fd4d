package io.lockstep.core.internal.foresight;

import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.PredictionStatistics;

/** What playing ahead has cost. */
final class ForesightCounters implements PredictionStatistics {

    long settled;
    long foreseen;
    long guesses;
    long steps;
    long saves;
    long loads;
    private final long[] depths = new long[PredictionOptions.MAX_FRAMES + 1];
    private long rollbacks;
    private int deepest;

    void rollback(final int depth) {
        rollbacks++;
        depths[depth]++;
        deepest = Math.max(deepest, depth);
    }

    @Override
    public long settled() {
        return settled;
    }

    @Override
    public long foreseen() {
        return foreseen;
    }

    @Override
    public long guesses() {
        return guesses;
    }

    @Override
    public long steps() {
        return steps;
    }

    @Override
    public long saves() {
        return saves;
    }

    @Override
    public long loads() {
        return loads;
    }

    @Override
    public long rollbacks() {
        return rollbacks;
    }

    @Override
    public long rollbacks(final int frames) {
        return depths[frames];
    }

    @Override
    public int deepest() {
        return deepest;
    }
}
