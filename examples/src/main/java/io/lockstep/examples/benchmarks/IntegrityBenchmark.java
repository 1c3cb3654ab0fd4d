package io.lockstep.examples.benchmarks;

import io.lockstep.core.internal.protocol.Integrity;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The checksum of a datagram, computed once when it is sent and once when it arrives. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IntegrityBenchmark {

    /** Length of the datagram: the median and the longest of steady play. */
    @Param({"32", "64"})
    public int bytes;

    private final Integrity integrity = new Integrity();
    private ByteBuffer datagram;
    private int sequence;

    /** A benchmark that is to be prepared. */
    public IntegrityBenchmark() {
    }

    /** Prepares the datagram. */
    @Setup
    public void prepare() {
        datagram = ByteBuffer.allocate(bytes);
        for (int i = 0; i < bytes; i++) {
            datagram.put((byte) (i * i));
        }
        datagram.flip();
    }

    /**
     * Seals the datagram.
     *
     * @return its checksum
     */
    @Benchmark
    public int seal() {
        return integrity.seal(datagram, ++sequence, bytes);
    }
}
