package io.lockstep.examples.formats;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.rabbit.RabbitMessage;
import io.lockstep.examples.catalogue.Action;
import io.lockstep.examples.catalogue.Break;
import io.lockstep.examples.catalogue.ClientMessage;
import io.lockstep.examples.catalogue.Connect;
import io.lockstep.examples.catalogue.Direction;
import io.lockstep.examples.catalogue.Entity;
import io.lockstep.examples.catalogue.EntityKind;
import io.lockstep.examples.catalogue.ErrorText;
import io.lockstep.examples.catalogue.Event;
import io.lockstep.examples.catalogue.EventKind;
import io.lockstep.examples.catalogue.GameObject;
import io.lockstep.examples.catalogue.GameOver;
import io.lockstep.examples.catalogue.Move;
import io.lockstep.examples.catalogue.Player;
import io.lockstep.examples.catalogue.Point;
import io.lockstep.examples.catalogue.Request;
import io.lockstep.examples.catalogue.RequestKind;
import io.lockstep.examples.catalogue.Response;
import io.lockstep.examples.catalogue.ResponseKind;
import io.lockstep.examples.catalogue.ServerMessage;
import io.lockstep.examples.catalogue.Snapshot;
import io.lockstep.examples.catalogue.Throw;

/** Rabbit messages as JSON: fields by the names of the catalogue, a variant as the name of its body. */
final class CatalogueJson {

    private static final String[] DIRECTIONS = {"north", "west", "south", "east"};

    private final JsonWriter out;

    CatalogueJson(final JsonWriter out) {
        this.out = out;
    }

    /** Writes a message as an object. */
    void write(final RabbitMessage message) {
        out.beginObject();
        if (!envelope(message) && !world(message)) {
            client(message);
        }
        out.endObject();
    }

    private void member(final String name, final RabbitMessage message) {
        out.name(name);
        write(message);
    }

    private JsonWriter number(final String name, final int u32) {
        return out.name(name).unsigned(Integer.toUnsignedLong(u32));
    }

    /** A float in as few digits as it needs. */
    private void number(final String name, final float f32) {
        out.name(name).number(Double.parseDouble(Float.toString(f32)));
    }

    /** What carries something else from the server to the client. */
    private boolean envelope(final RabbitMessage message) {
        if (message instanceof ServerMessage server) {
            final boolean event = server.variant == ServerMessage.EVENT;
            member(event ? "event" : "response", event ? server.event : server.response);
        } else if (message instanceof Event event) {
            number("time", event.time);
            member("kind", event.kind);
        } else if (message instanceof EventKind kind) {
            final boolean snapshot = kind.variant == EventKind.SNAPSHOT;
            member(snapshot ? "snapshot" : "game_over", snapshot ? kind.snapshot : kind.gameOver);
        } else if (message instanceof Response response) {
            number("channel", response.channel);
            member("kind", response.kind);
        } else if (message instanceof ResponseKind kind) {
            switch (kind.variant) {
                case ResponseKind.CONNECT -> member("connect", kind.connect);
                case ResponseKind.PONG -> member("pong", kind.pong);
                default -> member("error", kind.error);
            }
        } else if (message instanceof Connect connect) {
            number("player", connect.player);
            member("snapshot", connect.snapshot);
        } else if (message instanceof ErrorText error) {
            out.name("text").string(error.text());
        } else if (message instanceof GameOver over) {
            out.name("won").bool(over.won);
        } else {
            return false;
        }
        return true;
    }

    private boolean world(final RabbitMessage message) {
        if (message instanceof Snapshot snapshot) {
            out.name("entities").beginArray();
            for (int i = 0; i < snapshot.count(); i++) {
                write(snapshot.entity(i));
            }
            out.endArray();
        } else if (message instanceof Entity entity) {
            number("id", entity.id);
            member("kind", entity.kind);
        } else if (message instanceof EntityKind kind) {
            switch (kind.variant) {
                case EntityKind.OBJECT -> member("object", kind.object);
                case EntityKind.PLAYER -> member("player", kind.player);
                default -> member("dead", kind.dead);
            }
        } else if (message instanceof GameObject object) {
            object(object);
        } else if (message instanceof Player player) {
            player(player);
        } else if (message instanceof Point point) {
            number("x", point.x);
            number("y", point.y);
            number("z", point.z);
        } else if (message instanceof Direction direction) {
            direction(direction);
        } else {
            return false;
        }
        return true;
    }

    private void object(final GameObject object) {
        member("position", object.position);
        out.name("kind").string(object.mushroom ? "mushroom" : "tree").name("breakable").bool(object.breakable);
        if (object.breakable) {
            number("durability", object.durability);
        }
        number("health", object.health);
        number("max_health", object.maxHealth);
    }

    private void player(final Player player) {
        member("position", player.position);
        member("movement", player.movement);
        if (player.isHolding) {
            number("holding", player.holding);
        }
        if (player.isBreaking) {
            number("breaking", player.breaking);
        }
        number("owner", player.owner);
        number("health", player.health);
        number("max_health", player.maxHealth);
    }

    private void direction(final Direction direction) {
        for (int bit = 0; bit < DIRECTIONS.length; bit++) {
            if ((direction.bits >>> bit & 1) != 0) {
                out.name(DIRECTIONS[bit]).bool(true);
            }
        }
    }

    private void client(final RabbitMessage message) {
        if (message instanceof ClientMessage client) {
            final boolean request = client.variant == ClientMessage.REQUEST;
            member(request ? "request" : "action", request ? client.request : client.action);
        } else if (message instanceof Request request) {
            number("channel", request.channel);
            member("kind", request.kind);
        } else if (message instanceof RequestKind kind) {
            member(kind.variant == RequestKind.PING ? "ping" : "init", kind.body);
        } else if (message instanceof Action action) {
            switch (action.variant) {
                case Action.MOVE -> member("move", action.move);
                case Action.THROW -> member("throw", action.throwing);
                default -> member("break", action.breaks);
            }
        } else if (message instanceof Break breaks) {
            if (breaks.isBreaking) {
                number("entity", breaks.entity);
            }
        } else if (message instanceof Throw throwing) {
            member("target", throwing.target);
        } else if (message instanceof Move move) {
            member("direction", move.direction);
        }
    }
}
