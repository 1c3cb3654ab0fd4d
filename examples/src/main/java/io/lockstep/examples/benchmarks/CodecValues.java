package io.lockstep.examples.benchmarks;

import io.lockstep.codecs.rabbit.RabbitCodec;
import io.lockstep.codecs.schema.Schema;
import io.lockstep.codecs.schema.SchemaCodec;
import io.lockstep.codecs.schema.SchemaForm;
import io.lockstep.codecs.schema.SchemaValue;
import io.lockstep.examples.bandwidth.RabbitSamples;
import io.lockstep.examples.catalogue.Snapshot;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.WireState;
import io.lockstep.examples.dogfight.protocol.DogfightState;
import io.lockstep.examples.dogfight.protocol.DogfightStateCodec;
import io.lockstep.examples.formats.DogfightFormat;
import io.lockstep.examples.formats.RabbitFormat;
import io.lockstep.examples.formats.SchemaText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What the codecs and Jackson are measured with: the same values. */
final class CodecValues {

    private static final int PLAYERS = 2;
    private static final int BUFFER_BYTES = 64 << 10;

    private CodecValues() {
    }

    static DogfightState room() {
        return WireState.room(PLAYERS);
    }

    static DogfightState state() {
        final DogfightState state = room();
        WireState.describe(new Dogfight(PLAYERS, 1), state);
        return state;
    }

    static Snapshot snapshot() {
        final Snapshot snapshot = new Snapshot();
        RabbitSamples.fill(snapshot);
        return snapshot;
    }

    static Schema schema() {
        return SchemaText.parse(SchemaText.MARIO);
    }

    static SchemaValue mario(final Schema schema) {
        final SchemaValue mario = new SchemaValue(schema);
        mario.setString(schema.indexOf("playerName"), "Mario");
        mario.setNumber(schema.indexOf("playerScore"), 1000);
        mario.setNumber(schema.indexOf("coins"), 700);
        mario.setNumber(schema.indexOf("x"), 200);
        mario.setNumber(schema.indexOf("y"), 100);
        mario.setBool(schema.indexOf("isAlive"), true);
        return mario;
    }

    static String stateJson() {
        final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        new DogfightStateCodec().encode(state(), bytes);
        return new DogfightFormat().decode(bytes.flip()).text();
    }

    static String snapshotJson() {
        final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        new RabbitCodec<Snapshot>().encode(snapshot(), bytes);
        return new RabbitFormat("Snapshot").decode(bytes.flip()).text();
    }

    static String marioJson() {
        final SchemaCodec codec = new SchemaCodec(schema(), SchemaForm.JSON);
        final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        codec.encode(mario(codec.schema()), bytes);
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }
}
