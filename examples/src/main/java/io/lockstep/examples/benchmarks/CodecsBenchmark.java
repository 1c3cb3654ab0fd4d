package io.lockstep.examples.benchmarks;

import io.lockstep.codecs.CodecCode;
import io.lockstep.codecs.rabbit.RabbitCodec;
import io.lockstep.codecs.schema.Schema;
import io.lockstep.codecs.schema.SchemaCode;
import io.lockstep.codecs.schema.SchemaCodec;
import io.lockstep.codecs.schema.SchemaForm;
import io.lockstep.codecs.schema.SchemaValue;
import io.lockstep.examples.catalogue.Snapshot;
import io.lockstep.examples.dogfight.protocol.DogfightState;
import io.lockstep.examples.dogfight.protocol.DogfightStateCodec;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A value written and read again, with everything made before: the reuse path of the codecs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecsBenchmark {

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int U8 = 0xFF;

    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final DogfightStateCodec states = new DogfightStateCodec();
    private final DogfightState state = CodecValues.state();
    private final DogfightState stateRead = CodecValues.room();
    private final RabbitCodec<Snapshot> snapshots = new RabbitCodec<>();
    private final Snapshot snapshot = CodecValues.snapshot();
    private final Snapshot snapshotRead = CodecValues.snapshot();
    private final Schema schema = CodecValues.schema();
    private final SchemaCodec updates = new SchemaCodec(schema, SchemaForm.BINARY);
    private final SchemaValue older = CodecValues.mario(schema);
    private final SchemaValue newer = CodecValues.mario(schema);
    private final SchemaValue updated = CodecValues.mario(schema);
    private final int x = schema.indexOf("x");
    private final int score = schema.indexOf("playerScore");
    private int next;

    /** A benchmark with values of its own. */
    public CodecsBenchmark() {
    }

    /**
     * The dogfight state of two players and five power-ups, 246 bytes.
     *
     * @return that it was read
     */
    @Benchmark
    public CodecCode dogfightState() {
        state.x[0] = next++;
        states.encode(state, buffer.clear());
        return states.decode(buffer.flip(), stateRead);
    }

    /**
     * A Rabbit snapshot of 64 entities.
     *
     * @return that it was read
     */
    @Benchmark
    public CodecCode rabbitSnapshot() {
        snapshot.entity(0).id = next++;
        snapshots.encode(snapshot, buffer.clear());
        return snapshots.decode(buffer.flip(), snapshotRead);
    }

    /**
     * Two changed properties of the schema document's example, put into a value that holds the others.
     *
     * @return that they were read
     */
    @Benchmark
    public SchemaCode schemaUpdate() {
        next++;
        newer.setNumber(x, next & U8);
        newer.setNumber(score, next & U8);
        updates.encodeChanges(older, newer, buffer.clear());
        return updates.decodeChanges(buffer.flip(), updated);
    }
}
