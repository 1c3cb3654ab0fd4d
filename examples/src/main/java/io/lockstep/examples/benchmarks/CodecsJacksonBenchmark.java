package io.lockstep.examples.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The values of {@link CodecsBenchmark} written and read by Jackson, through readers and writers made once. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecsJacksonBenchmark {

    private static final int U8 = 0xFF;

    private final ObjectMapper snake = JacksonModels.snakeCase();
    private final ObjectMapper camel = JacksonModels.camelCase();
    private final ObjectWriter stateWriter = snake.writerFor(JacksonModels.State.class);
    private final ObjectReader stateReader = snake.readerFor(JacksonModels.State.class);
    private final ObjectWriter snapshotWriter = snake.writerFor(JacksonModels.Snapshot.class);
    private final ObjectReader snapshotReader = snake.readerFor(JacksonModels.Snapshot.class);
    private JacksonModels.State state;
    private JacksonModels.Snapshot snapshot;
    private final JacksonModels.Mario update = new JacksonModels.Mario();
    private final ObjectWriter updateWriter = camel.writerFor(JacksonModels.Mario.class);
    private ObjectReader updateReader;
    private int next;

    /** A benchmark that is to be prepared. */
    public CodecsJacksonBenchmark() {
    }

    /**
     * Takes the values over.
     *
     * @throws IOException if Jackson does not read them
     */
    @Setup
    public void prepare() throws IOException {
        state = stateReader.readValue(CodecValues.stateJson());
        snapshot = snapshotReader.readValue(CodecValues.snapshotJson());
        updateReader = camel.readerForUpdating(
            camel.readValue(CodecValues.marioJson(), JacksonModels.Mario.class));
        update.isAlive = true;
        update.isPoweredUp = false;
    }

    /**
     * The dogfight state.
     *
     * @return what was read
     * @throws IOException if nothing was
     */
    @Benchmark
    public Object dogfightState() throws IOException {
        state.players.get(0).posX = next++;
        return stateReader.readValue(stateWriter.writeValueAsBytes(state));
    }

    /**
     * The Rabbit snapshot.
     *
     * @return what was read
     * @throws IOException if nothing was
     */
    @Benchmark
    public Object rabbitSnapshot() throws IOException {
        snapshot.entities.get(0).id = next++;
        return snapshotReader.readValue(snapshotWriter.writeValueAsBytes(snapshot));
    }

    /**
     * The two changed properties and both booleans.
     *
     * @return the value they were put into
     * @throws IOException if nothing was read
     */
    @Benchmark
    public Object schemaUpdate() throws IOException {
        next++;
        update.x = next & U8;
        update.playerScore = next & U8;
        return updateReader.readValue(updateWriter.writeValueAsBytes(update));
    }
}
