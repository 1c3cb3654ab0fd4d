package io.lockstep.examples.benchmarks;

import io.lockstep.core.internal.protocol.InputWindow;
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

/**
 * The message of every tick as it is at an RTT of 100 ms: 8 frames of one player's two bytes, of which two changed, and
 * the echo.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class InputWindowBenchmark {

    private static final int FRAMES = 8;
    /** A player changes buttons every few frames. */
    private static final int FRAMES_PER_CHANGE = 4;
    /** Different windows taken in turn, so that nothing can be computed once and kept. */
    private static final int WINDOWS = 64;
    private static final int WINDOW_MASK = WINDOWS - 1;
    private static final int INPUT_BYTES = WireLimits.DEFAULT_INPUT_BYTES;
    private static final int LIMIT_BYTES = 1184;
    private static final long HELD_NS = 5_000_000;

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final InputWindow window = new InputWindow(INPUT_BYTES, 1, WireLimits.DEFAULT_EVENT_BYTES);
    private final ByteBuffer target = ByteBuffer.allocate(LIMIT_BYTES);
    private final ByteBuffer[] datagrams = new ByteBuffer[WINDOWS];
    private final byte[] inputs = new byte[(WINDOWS + FRAMES) * INPUT_BYTES];
    private int next;

    /** Prepares inputs and datagrams. */
    public InputWindowBenchmark() {
        for (int i = 0; i < inputs.length / INPUT_BYTES; i++) {
            final int buttons = i / FRAMES_PER_CHANGE % Byte.MAX_VALUE;
            inputs[i * INPUT_BYTES] = (byte) buttons;
        }
        for (int i = 0; i < WINDOWS; i++) {
            fill(i);
            datagrams[i] = ByteBuffer.allocate(LIMIT_BYTES);
            codec.encode(window, datagrams[i]);
            datagrams[i].flip();
        }
    }

    private void fill(final int first) {
        window.reset(1, first, first);
        window.echo(first, HELD_NS);
        for (int frame = first; frame < first + FRAMES; frame++) {
            window.frames().input(0, inputs, frame * INPUT_BYTES);
            window.endFrame(LIMIT_BYTES);
        }
    }

    /**
     * Fills and writes a window, as is done for every link in every tick.
     *
     * @return its length
     */
    @Benchmark
    public int encode() {
        fill(next++ & WINDOW_MASK);
        target.clear();
        return codec.encode(window, target);
    }

    /**
     * Reads a window.
     *
     * @return that it is well-formed
     */
    @Benchmark
    public WireCode decode() {
        final ByteBuffer datagram = datagrams[next++ & WINDOW_MASK];
        datagram.position(0);
        return codec.decode(datagram);
    }
}
