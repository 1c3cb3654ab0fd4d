package io.lockstep.examples.benchmarks;

import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.sync.StateHistory;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateFields;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
    /** As a session at 60 Hz asks for: the check interval, the input delay and a second. */
    private static final int SPAN_FRAMES = 102;

    private final ChecksumWriter writer = new ChecksumWriter();
    private final int[] fields = new int[STATE_BYTES / Integer.BYTES];
    private final byte[] block = new byte[STATE_BYTES];
    private final Units units = new Units();
    private final StateFields walker = new StateFields();
    private final ByteBuffer saved = ByteBuffer.allocate(STATE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final StateHistory history = new StateHistory(SessionConfig.DEFAULT_CHECKSUM_INTERVAL, SPAN_FRAMES,
        StateHistory.DEFAULT_STATE_BYTES);
    private long frame;

    /** Prepares the state. */
    public ChecksumBenchmark() {
        for (int i = 0; i < fields.length; i++) {
            fields[i] = i * i;
        }
        for (int i = 0; i < block.length; i++) {
            block[i] = (byte) (i * i);
        }
        final StateBuffer bytes = new StateBuffer(STATE_BYTES);
        units.save(bytes);
        saved.put(0, bytes.array(), 0, STATE_BYTES);
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
     * The walk of a game's {@code save} over 2,048 units of 32 bytes, in fields of every width, and the checksum.
     *
     * @return its checksum
     */
    @Benchmark
    public int walk() {
        units.advance();
        writer.reset();
        units.save(writer);
        return writer.checksum();
    }

    /**
     * The same state, declared: one walk that saves and loads.
     *
     * @return its checksum
     */
    @Benchmark
    public int declared() {
        units.advance();
        writer.reset();
        walker.save(units, writer);
        return writer.checksum();
    }

    /**
     * Loads that state again.
     *
     * @return one of its fields
     */
    @Benchmark
    public int load() {
        walker.load(units, saved.clear());
        return units.x[0];
    }

    /**
     * Loads it by hand.
     *
     * @return one of its fields
     */
    @Benchmark
    public int loadByHand() {
        units.load(saved.clear());
        return units.x[0];
    }

    /**
     * The same walk as a session does it after every frame: sections summed, and the state kept.
     *
     * @return its checksum
     */
    @Benchmark
    public int kept() {
        units.advance();
        writer.reset(history.bufferFor(frame));
        units.save(writer);
        final int checksum = writer.checksum();
        history.record(frame, writer, checksum, false);
        frame++;
        return checksum;
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

    /** A state as games have it: an array for each property, a field for each unit. */
    private static final class Units implements StateFields.Part {

        private static final int UNIT_BYTES = 32;
        private static final int COUNT = STATE_BYTES / UNIT_BYTES;

        private final long[] id = new long[COUNT];
        private final int[] x = new int[COUNT];
        private final int[] y = new int[COUNT];
        private final int[] target = new int[COUNT];
        private final float[] heading = new float[COUNT];
        private final short[] health = new short[COUNT];
        private final short[] ammunition = new short[COUNT];
        private final byte[] kind = new byte[COUNT];
        private final byte[] owner = new byte[COUNT];
        private final byte[] order = new byte[COUNT];
        private final boolean[] alive = new boolean[COUNT];
        private int next;

        Units() {
            for (int i = 0; i < COUNT; i++) {
                id[i] = 31L * i * i;
                heading[i] = i / 8f;
                health[i] = (short) (i * 7);
                alive[i] = i % 3 > 0;
            }
        }

        void advance() {
            next = (next + 1) % COUNT;
            x[next]++;
        }

        void save(final StateWriter out) {
            out.section("units");
            for (int i = 0; i < COUNT; i++) {
                out.writeLong("id", id[i]);
                out.writeInt("x", x[i]);
                out.writeInt("y", y[i]);
                out.writeInt("target", target[i]);
                out.writeFloat("heading", heading[i]);
                out.writeShort("health", health[i]);
                out.writeShort("ammunition", ammunition[i]);
                out.writeByte("kind", kind[i]);
                out.writeByte("owner", owner[i]);
                out.writeByte("order", order[i]);
                out.writeBoolean("alive", alive[i]);
            }
        }

        void load(final ByteBuffer state) {
            for (int i = 0; i < COUNT; i++) {
                id[i] = state.getLong();
                x[i] = state.getInt();
                y[i] = state.getInt();
                target[i] = state.getInt();
                heading[i] = state.getFloat();
                health[i] = state.getShort();
                ammunition[i] = state.getShort();
                kind[i] = state.get();
                owner[i] = state.get();
                order[i] = state.get();
                alive[i] = state.get() != 0;
            }
        }

        @Override
        public void fields(final StateFields walk) {
            walk.section("units");
            for (int i = 0; i < COUNT; i++) {
                id[i] = walk.field("id", id[i]);
                x[i] = walk.field("x", x[i]);
                y[i] = walk.field("y", y[i]);
                target[i] = walk.field("target", target[i]);
                heading[i] = walk.field("heading", heading[i]);
                health[i] = walk.field("health", health[i]);
                ammunition[i] = walk.field("ammunition", ammunition[i]);
                kind[i] = walk.field("kind", kind[i]);
                owner[i] = walk.field("owner", owner[i]);
                order[i] = walk.field("order", order[i]);
                alive[i] = walk.field("alive", alive[i]);
            }
        }
    }
}
