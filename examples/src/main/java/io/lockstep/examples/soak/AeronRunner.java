package io.lockstep.examples.soak;

import io.lockstep.examples.impair.VirtualAeron;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.SimulatedMatch;
import java.util.concurrent.locks.LockSupport;

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
        final MatchResult result;
        // A signal waits until the drivers of the match have deleted their files.
        try (StopSignal stop = StopSignal.install()) {
            result = match.world(new AeronWorld(job.scenario(), job.seed(), match::orderDelay, keys, stop)).run();
        } catch (final AeronWorld.Stopped stopped) {
            return awaitTheEnd();
        }
        result.wallMillis = (System.nanoTime() - startNs) / NS_PER_MS;
        return result;
    }

    /** The process ends, and a match that was stopped has no result. */
    private static MatchResult awaitTheEnd() {
        while (true) {
            LockSupport.park();
        }
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
