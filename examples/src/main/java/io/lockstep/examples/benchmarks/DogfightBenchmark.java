package io.lockstep.examples.benchmarks;

import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.ScriptedBot;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One peer's tick as in {@link SessionBenchmark}, with a real game in it: its step and the checksum of its state. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DogfightBenchmark {

    private static final long SEED = 1;

    /** How many peers play. */
    @Param({"2", "8", "32"})
    public int peers;

    private VirtualMatch match;

    /** A benchmark that is to be prepared. */
    public DogfightBenchmark() {
    }

    /** Starts the match. */
    @Setup
    public void start() {
        match = new VirtualMatch(peers, peer -> new Dogfight(peers, SEED), peer -> new ScriptedBot(SEED),
            (peer, config) -> config);
    }

    /** Makes sure that it was played. */
    @TearDown
    public void finish() {
        match.check();
    }

    /**
     * One tick of one peer.
     *
     * @return its frame
     */
    @Benchmark
    public long peerTick() {
        return match.tickNext();
    }
}
