package io.lockstep.examples.soak;

import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.SimulatedMatch;

/** Plays matches on the simulated network, over its own lanes or over plain UDP. */
final class MemoryRunner implements MatchRunner {

    private static final long NS_PER_MS = 1_000_000L;

    private final boolean udp;
    private final PeerKeys keys;

    MemoryRunner(final boolean udp, final PeerKeys keys) {
        this.udp = udp;
        this.keys = keys;
    }

    @Override
    public String replayOptions() {
        return (udp ? " --stack udp" : "") + KeysOption.text(keys);
    }

    @Override
    public MatchResult run(final Job job) {
        final long startNs = System.nanoTime();
        final SimulatedMatch match = new SimulatedMatch(job.scenario(), job.seed(), Games.seats(job.scenario()))
            .liveness(job.options().liveness()).statisticsFrom(job.options().statsFromMs());
        if (keys != PeerKeys.NONE) {
            match.keys(keys);
        }
        if (udp) {
            match.overUdp();
        }
        final MatchResult result = match.run();
        result.wallMillis = (System.nanoTime() - startNs) / NS_PER_MS;
        return result;
    }
}
