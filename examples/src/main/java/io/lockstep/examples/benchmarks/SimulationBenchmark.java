package io.lockstep.examples.benchmarks;

import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.Seat;
import io.lockstep.testkit.SimulatedMatch;
import io.lockstep.testkit.StampedGame;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How fast the fleet plays: one operation is one second of a match of four at 60 Hz, the simulated network and the
 * oracle included. A billion divided by the nanoseconds is the speed in real times.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SimulationBenchmark {

    private static final int PEERS = 4;
    private static final int SECONDS = 20;
    private static final int TICK_RATE = 60;

    /** The network that is simulated. */
    @Param({"lan", "wifi_average"})
    public String profile;

    private long seed;

    /** A benchmark, ready to run. */
    public SimulationBenchmark() {
    }

    /**
     * A match of twenty seconds, each time with the next seed.
     *
     * @return its result
     */
    @Benchmark
    @OperationsPerInvocation(SECONDS)
    public MatchResult matchSecond() {
        final Scenario scenario = Scenario.of(Profile.byKey(profile), PEERS, SECONDS * TICK_RATE);
        final MatchResult result = new SimulatedMatch(scenario, ++seed, (peer, players, matchSeed) -> {
            final StampedGame game = new StampedGame(peer, matchSeed);
            return new Seat(game, game, game);
        }).run();
        if (!result.ok()) {
            throw new IllegalStateException("seed " + seed + ": " + result.toJson());
        }
        return result;
    }
}
