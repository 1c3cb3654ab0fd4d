package io.lockstep.examples.soak;

import io.lockstep.examples.impair.VirtualAeron;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.SimulatedMatch;

/** Plays matches on the real Aeron stack, in virtual time over loopback sockets. */
final class AeronRunner implements MatchRunner {

    private static final long NS_PER_MS = 1_000_000L;

    private final PeerKeys keys;

    AeronRunner(final PeerKeys keys) {
        this.keys = keys;
    }

    @Override
    public MatchResult run(final Job job) {
        final long startNs = System.nanoTime();
        final SimulatedMatch match = new SimulatedMatch(job.scenario(), job.seed(), Games.seats(job.scenario()))
            .liveness(job.options().liveness()).statisticsFrom(job.options().statsFromMs());
        final MatchResult result =
            match.world(new AeronWorld(job.scenario(), job.seed(), match::orderDelay, keys)).run();
        result.wallMillis = (System.nanoTime() - startNs) / NS_PER_MS;
        return result;
    }

    @Override
    public void requireRoom(final Scenario scenario) {
        if (scenario.peers > VirtualAeron.MAX_PEERS) {
            throw new IllegalArgumentException(scenario.peers + " peers are too many for --stack aeron, at most "
                + VirtualAeron.MAX_PEERS);
        }
    }

    @Override
    public String replayOptions() {
        return " --stack aeron" + KeysOption.text(keys);
    }
}
