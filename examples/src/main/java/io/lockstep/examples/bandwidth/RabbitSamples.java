package io.lockstep.examples.bandwidth;

import io.lockstep.codecs.rabbit.RabbitCodec;
import io.lockstep.codecs.rabbit.RabbitMessage;
import io.lockstep.examples.catalogue.Action;
import io.lockstep.examples.catalogue.ClientMessage;
import io.lockstep.examples.catalogue.Direction;
import io.lockstep.examples.catalogue.Entity;
import io.lockstep.examples.catalogue.EntityKind;
import io.lockstep.examples.catalogue.Event;
import io.lockstep.examples.catalogue.EventKind;
import io.lockstep.examples.catalogue.GameObject;
import io.lockstep.examples.catalogue.Player;
import io.lockstep.examples.catalogue.RequestKind;
import io.lockstep.examples.catalogue.ResponseKind;
import io.lockstep.examples.catalogue.ServerMessage;
import io.lockstep.examples.catalogue.Snapshot;
import io.lockstep.examples.formats.RabbitFormat;
import java.nio.ByteBuffer;
import java.util.List;

/** What a server and a client of the Rabbit catalogue send; together they hold every message of it. */
public final class RabbitSamples {

    static final int ENTITIES = 64;

    private static final String DOCUMENT = "rabbit";
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int TICK = 36_000;
    private static final int CHANNEL = 7;

    private final RabbitCodec<RabbitMessage> codec = new RabbitCodec<>();
    private final List<Sample> samples;

    RabbitSamples(final List<Sample> samples) {
        this.samples = samples;
    }

    private void add(final String name, final String kind, final RabbitMessage message) {
        final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        codec.encode(message, bytes);
        samples.add(Sample.of(DOCUMENT, name, bytes.flip(), new RabbitFormat(kind)));
    }

    void addAll() {
        final ServerMessage server = new ServerMessage();
        final Event event = server.event;
        event.time = TICK;
        fill(event.kind.snapshot);
        addServer("Event Snapshot of " + ENTITIES + " entities", server);
        event.kind.variant = EventKind.GAME_OVER;
        event.kind.gameOver.won = true;
        addServer("Event GameOver", server);
        server.variant = ServerMessage.RESPONSE;
        server.response.channel = CHANNEL;
        server.response.kind.error.text("the session is full");
        addServer("Response Error", server);
        server.response.kind.variant = ResponseKind.PONG;
        addServer("Response Pong", server);
        server.response.kind.variant = ResponseKind.CONNECT;
        server.response.kind.connect.player = 1;
        fill(server.response.kind.connect.snapshot);
        addServer("Response Connect, " + ENTITIES + " entities", server);
        final ClientMessage client = new ClientMessage();
        client.request.channel = CHANNEL;
        addClient("Request Ping", client);
        client.request.kind.variant = RequestKind.INIT;
        addClient("Request Init", client);
        client.variant = ClientMessage.ACTION;
        client.action.breaks.isBreaking = true;
        client.action.breaks.entity = ENTITIES;
        addClient("Action Break", client);
        client.action.variant = Action.THROW;
        client.action.throwing.target.x = 12.5f;
        client.action.throwing.target.y = -3.25f;
        addClient("Action Throw", client);
        client.action.variant = Action.MOVE;
        client.action.move.direction.bits = Direction.NORTH;
        addClient("Action Move", client);
    }

    private void addServer(final String name, final RabbitMessage message) {
        add(name, RabbitFormat.SERVER_MESSAGE, message);
    }

    private void addClient(final String name, final RabbitMessage message) {
        add(name, RabbitFormat.CLIENT_MESSAGE, message);
    }

    /**
     * Fills a snapshot with 64 trees, mushrooms and, one in four, players.
     *
     * @param snapshot an empty one
     */
    public static void fill(final Snapshot snapshot) {
        for (int i = 0; i < ENTITIES; i++) {
            final Entity entity = snapshot.add();
            entity.id = i;
            if (i % 4 == 0) {
                fill(entity.kind.player, i);
                entity.kind.variant = EntityKind.PLAYER;
            } else {
                fill(entity.kind.object, i);
            }
        }
    }

    private static void fill(final Player player, final int i) {
        player.position.x = i + 0.5f;
        player.position.y = ENTITIES - i;
        player.movement.bits = Direction.WEST;
        player.isHolding = i % 8 == 0;
        player.holding = i + 1;
        player.owner = i;
        player.health = 90 + i;
        player.maxHealth = 160;
    }

    private static void fill(final GameObject object, final int i) {
        object.position.x = i;
        object.position.y = i / 8.0f;
        object.mushroom = i % 2 == 0;
        object.breakable = i % 2 == 0;
        object.durability = 0.75f;
        object.health = i;
        object.maxHealth = 100;
    }
}
