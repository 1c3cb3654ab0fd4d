package io.lockstep.examples.benchmarks;

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

/**
 * One peer's tick: poll, receive from everybody, step a game that does next to nothing, send to everybody. The peers
 * take turns on one thread, so that one operation is one tick of one peer, and every peer's is in the mean.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SessionBenchmark {

    /** How many peers play. */
    @Param({"2", "8", "32"})
    public int peers;

    /** Whether they know each other by keys. */
    @Param({"false", "true"})
    public boolean keys;

    private VirtualMatch match;

    /** A benchmark that is to be prepared. */
    public SessionBenchmark() {
    }

    /** Starts the match. */
    @Setup
    public void start() {
        match = VirtualMatch.tiny(peers, keys);
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
