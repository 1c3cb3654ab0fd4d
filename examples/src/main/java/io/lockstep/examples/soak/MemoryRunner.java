package io.lockstep.examples.soak;

import io.lockstep.core.simnet.MatchResult;
import io.lockstep.core.simnet.SimulatedMatch;

/** Plays matches on the simulated network. */
final class MemoryRunner implements MatchRunner {

    private static final long NS_PER_MS = 1_000_000L;

    @Override
    public MatchResult run(final Job job) {
        final long startNs = System.nanoTime();
        final MatchResult result = new SimulatedMatch(job.scenario(), job.seed(), Games.seats(job.scenario()))
            .liveness(job.options().liveness()).statisticsFrom(job.options().statsFromMs()).run();
        result.wallMillis = (System.nanoTime() - startNs) / NS_PER_MS;
        return result;
    }
}
