package io.lockstep.examples.benchmarks;

import io.lockstep.core.sync.ChecksumWriter;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The checksum of 64 KiB of game state, taken after every frame. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChecksumBenchmark {

    private static final int STATE_BYTES = 64 << 10;

    private final ChecksumWriter writer = new ChecksumWriter();
    private final int[] fields = new int[STATE_BYTES / Integer.BYTES];
    private final byte[] block = new byte[STATE_BYTES];

    /** Prepares the state. */
    public ChecksumBenchmark() {
        for (int i = 0; i < fields.length; i++) {
            fields[i] = i * i;
        }
        for (int i = 0; i < block.length; i++) {
            block[i] = (byte) (i * i);
        }
    }

    /**
     * A state of 16,384 fields of four bytes.
     *
     * @return its checksum
     */
    @Benchmark
    public int intFields() {
        fields[0]++;
        writer.reset();
        for (final int field : fields) {
            writer.writeInt("field", field);
        }
        return writer.checksum();
    }

    /**
     * A state that is one array.
     *
     * @return its checksum
     */
    @Benchmark
    public int byteArray() {
        block[0]++;
        writer.reset();
        writer.writeBytes("block", block, 0, STATE_BYTES);
        return writer.checksum();
    }
}
