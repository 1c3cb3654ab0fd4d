package io.lockstep.examples.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One whole tick of a match of two: both peers poll, receive, step and send. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TwoPeerBenchmark {

    private final VirtualMatch match = VirtualMatch.tiny(2, false);

    /** Starts the match. */
    public TwoPeerBenchmark() {
    }

    /** Makes sure that it was played. */
    @TearDown
    public void finish() {
        match.check();
    }

    /**
     * One tick of both peers.
     *
     * @return the sum of their frames
     */
    @Benchmark
    public long wholeTick() {
        return match.tickAll();
    }
}
