package io.lockstep.examples.benchmarks;

import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The smallest message, an input of two bytes without checksum or events, through the codec that sessions use. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FrameInputBenchmark {

    /** Different datagrams taken in turn, so that nothing can be computed once and kept. */
    private static final int DATAGRAMS = 64;
    private static final int DATAGRAM_MASK = DATAGRAMS - 1;
    private static final int BUFFER_BYTES = 64;

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final FrameInput message = new FrameInput();
    private final ByteBuffer target = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteBuffer[] datagrams = new ByteBuffer[DATAGRAMS];
    private int next;

    /** Prepares the datagrams. */
    public FrameInputBenchmark() {
        for (int i = 0; i < DATAGRAMS; i++) {
            datagrams[i] = ByteBuffer.allocate(BUFFER_BYTES);
            codec.encode(message.player(i / 2).inputs(i * i).frame(i), datagrams[i]);
            datagrams[i].flip();
        }
    }

    /**
     * Fills and writes a message.
     *
     * @return its length
     */
    @Benchmark
    public int encode() {
        next++;
        target.clear();
        return codec.encode(message.inputs(next).frame(next), target);
    }

    /**
     * Reads a message.
     *
     * @return that it is well-formed
     */
    @Benchmark
    public WireCode decode() {
        final ByteBuffer datagram = datagrams[next++ & DATAGRAM_MASK];
        datagram.position(0);
        return codec.decode(datagram);
    }
}
