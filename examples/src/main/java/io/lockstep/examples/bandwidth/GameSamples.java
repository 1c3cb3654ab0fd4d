package io.lockstep.examples.bandwidth;

import io.lockstep.codecs.schema.Schema;
import io.lockstep.codecs.schema.SchemaCodec;
import io.lockstep.codecs.schema.SchemaForm;
import io.lockstep.codecs.schema.SchemaValue;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.WireState;
import io.lockstep.examples.dogfight.protocol.DogfightEvent;
import io.lockstep.examples.dogfight.protocol.DogfightEventCodec;
import io.lockstep.examples.dogfight.protocol.DogfightState;
import io.lockstep.examples.dogfight.protocol.DogfightStateCodec;
import io.lockstep.examples.dogfight.protocol.PlayerId;
import io.lockstep.examples.formats.DogfightFormat;
import io.lockstep.examples.formats.Format;
import io.lockstep.examples.formats.SchemaFormat;
import io.lockstep.examples.formats.SchemaText;
import java.nio.ByteBuffer;
import java.util.List;

/** The messages of the dogfight protocol and the schema codec's examples. */
final class GameSamples {

    static final String MARIO = "update of the example";

    private static final String DOGFIGHT = "dogfight";
    private static final String SCHEMA = "schema";
    private static final String POSITIONS = "players:u2{x:u1,y:u1}[255],monsters:u2{x:u1,y:u1}[255]";
    private static final int BUFFER_BYTES = 64 << 10;

    private final List<Sample> samples;

    GameSamples(final List<Sample> samples) {
        this.samples = samples;
    }

    void addDogfight(final Dogfight game) {
        final Format format = new DogfightFormat();
        final DogfightEventCodec events = new DogfightEventCodec();
        final DogfightEvent event = new DogfightEvent();
        PlayerId.put(0, event.playerId, 0);
        final String[] names = {"player_connection", "player_disconnection", "move", "shoot"};
        for (event.action = 0; event.action < names.length; event.action++) {
            final ByteBuffer bytes = ByteBuffer.allocate(DogfightEventCodec.MAX_BYTES);
            events.encode(event, bytes);
            samples.add(Sample.of(DOGFIGHT, names[event.action], bytes.flip(), format));
        }
        final DogfightState state = WireState.room(game.players());
        WireState.describe(game, state);
        final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        new DogfightStateCodec().encode(state, bytes);
        samples.add(Sample.of(DOGFIGHT, "state, " + state.players + " players, " + state.powerUps + " power-ups",
            bytes.flip(), format));
    }

    void addSchema() {
        final Schema schema = SchemaText.parse(SchemaText.MARIO);
        final SchemaValue older = new SchemaValue(schema);
        older.setString(schema.indexOf("playerName"), "Mario");
        older.setNumber(schema.indexOf("playerScore"), 1000);
        older.setNumber(schema.indexOf("coins"), 700);
        older.setNumber(schema.indexOf("x"), 200);
        older.setNumber(schema.indexOf("y"), 100);
        older.setBool(schema.indexOf("isAlive"), true);
        addSchema(MARIO, new SchemaValue(schema), older);
        final SchemaValue newer = new SchemaValue(schema);
        newer.copyFrom(older);
        newer.setNumber(schema.indexOf("x"), 201);
        addSchema("the same, x has changed", older, newer);
        final Schema positions = SchemaText.parse(POSITIONS);
        final SchemaValue moved = new SchemaValue(positions);
        put(moved, "players", 2, 190);
        put(moved, "monsters", 12, 200);
        addSchema("two players who moved", new SchemaValue(positions), moved);
    }

    private static void put(final SchemaValue value, final String map, final int key, final int x) {
        final SchemaValue position = value.editMap(value.schema().indexOf(map)).put(key);
        position.setNumber(position.schema().indexOf("x"), x);
        position.setNumber(position.schema().indexOf("y"), 210);
    }

    private void addSchema(final String name, final SchemaValue older, final SchemaValue newer) {
        final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        new SchemaCodec(newer.schema(), SchemaForm.BINARY).encodeChanges(older, newer, bytes);
        samples.add(Sample.of(SCHEMA, name, bytes.flip(), new SchemaFormat(newer.schema())));
    }
}
