package io.lockstep.examples.formats;

import io.lockstep.codecs.CodecCode;
import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.examples.dogfight.protocol.DogfightEvent;
import io.lockstep.examples.dogfight.protocol.DogfightEventCodec;
import io.lockstep.examples.dogfight.protocol.DogfightState;
import io.lockstep.examples.dogfight.protocol.DogfightStateCodec;
import io.lockstep.examples.dogfight.protocol.PlayerId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Events and states of the dogfight protocol. An event has 37 or 38 bytes, and no state has. */
public final class DogfightFormat implements Format {

    /** As many players as a session can have. */
    private static final int PLAYERS = 32;
    private static final int POWER_UPS = DogfightStateCodec.MAX_POWER_UPS;
    private static final String[] EVENTS =
        {"player_connection", "player_disconnection", "move", "shoot", "emote", "scuttle"};
    private static final String[] STATUS = {null, "in_progress", "closed"};
    private static final String[] KINDS = {null, "hp_plus_one", "hp_plus_three", "ammo_plus_one"};
    private static final String[] DIRECTIONS = {"idle", "up", "down", "left", "right"};

    private final DogfightEventCodec events = new DogfightEventCodec();
    private final DogfightStateCodec states = new DogfightStateCodec();
    private final DogfightEvent event = new DogfightEvent();
    private final DogfightState state = new DogfightState(PLAYERS, POWER_UPS);

    /** A format with room for the largest state. */
    public DogfightFormat() {
    }

    @Override
    public Answer decode(final ByteBuffer source) {
        final int length = source.remaining();
        final boolean isEvent = length == DogfightEventCodec.MAX_BYTES || length == DogfightEventCodec.MAX_BYTES - 1;
        final CodecCode code = isEvent ? events.decode(source, event) : states.decode(source, state);
        if (code != CodecCode.OK) {
            return Answer.refused(code, code.meaning(), length);
        }
        final JsonWriter writer = new JsonWriter().beginObject();
        if (isEvent) {
            event(writer);
        } else {
            state(writer);
        }
        return Answer.of(writer.endObject().toString());
    }

    private void event(final JsonWriter writer) {
        writer.name("event").string(EVENTS[event.action]);
        if (event.action == DogfightEvent.MOVE) {
            writer.name("direction").string(DIRECTIONS[event.argument]);
        } else if (event.hasArgument()) {
            writer.name("word").unsigned(event.argument);
        }
        id(event.playerId, 0, writer);
    }

    private void state(final JsonWriter writer) {
        writer.name("status").string(STATUS[state.status]).name("power_ups").beginArray();
        for (int i = 0; i < state.powerUps; i++) {
            position(state.powerUpX[i], state.powerUpY[i], writer.beginObject());
            writer.name("kind").string(KINDS[state.powerUpKind[i]]).endObject();
        }
        writer.endArray().name("players").beginArray();
        for (int i = 0; i < state.players; i++) {
            player(i, writer);
        }
        writer.endArray();
    }

    private void player(final int player, final JsonWriter writer) {
        position(state.x[player], state.y[player], writer.beginObject());
        writer.name("hp").signed(state.hp[player]).name("alive").bool(state.alive[player]);
        writer.name("direction").string(DIRECTIONS[state.direction[player]]);
        id(state.playerId, player * PlayerId.BYTES, writer);
        writer.name("bullets").beginArray();
        final int first = player * DogfightState.BULLETS;
        for (int i = first; i < first + DogfightState.BULLETS; i++) {
            position(state.bulletX[i], state.bulletY[i], writer.beginObject());
            writer.name("active").bool(state.bulletActive[i]);
            writer.name("direction").string(DIRECTIONS[state.bulletDirection[i]]).endObject();
        }
        writer.endArray().endObject();
    }

    private static void position(final int x, final int y, final JsonWriter writer) {
        writer.name("pos_x").signed(x).name("pos_y").signed(y);
    }

    /** Any bytes are a name, so each becomes one character. */
    private static void id(final byte[] names, final int offset, final JsonWriter writer) {
        writer.name("player_id").string(new String(names, offset, PlayerId.BYTES, StandardCharsets.ISO_8859_1));
    }
}
