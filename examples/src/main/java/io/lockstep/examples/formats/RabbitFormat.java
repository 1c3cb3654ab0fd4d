package io.lockstep.examples.formats;

import io.lockstep.codecs.CodecCode;
import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.rabbit.RabbitCodec;
import io.lockstep.codecs.rabbit.RabbitMessage;
import io.lockstep.examples.catalogue.Action;
import io.lockstep.examples.catalogue.Break;
import io.lockstep.examples.catalogue.ClientMessage;
import io.lockstep.examples.catalogue.Connect;
import io.lockstep.examples.catalogue.Direction;
import io.lockstep.examples.catalogue.Empty;
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
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Messages of the Rabbit catalogue. Nothing in the bytes tells which one they are. */
public final class RabbitFormat implements Format {

    /** What a client receives. */
    public static final String SERVER_MESSAGE = "ServerMessage";

    /** What a server receives. */
    public static final String CLIENT_MESSAGE = "ClientMessage";

    private static final Map<String, Supplier<RabbitMessage>> MESSAGES = new LinkedHashMap<>();

    static {
        MESSAGES.put(SERVER_MESSAGE, ServerMessage::new);
        MESSAGES.put(CLIENT_MESSAGE, ClientMessage::new);
        MESSAGES.put("Event", Event::new);
        MESSAGES.put("EventKind", EventKind::new);
        MESSAGES.put("GameOver", GameOver::new);
        MESSAGES.put("Snapshot", Snapshot::new);
        MESSAGES.put("Entity", Entity::new);
        MESSAGES.put("EntityKind", EntityKind::new);
        MESSAGES.put("Object", GameObject::new);
        MESSAGES.put("Player", Player::new);
        MESSAGES.put("Dead", Empty::new);
        MESSAGES.put("Direction", Direction::new);
        MESSAGES.put("Point", Point::new);
        MESSAGES.put("Response", Response::new);
        MESSAGES.put("ResponseKind", ResponseKind::new);
        MESSAGES.put("Error", ErrorText::new);
        MESSAGES.put("Pong", Empty::new);
        MESSAGES.put("Connect", Connect::new);
        MESSAGES.put("Request", Request::new);
        MESSAGES.put("RequestKind", RequestKind::new);
        MESSAGES.put("Ping", Empty::new);
        MESSAGES.put("Init", Empty::new);
        MESSAGES.put("Action", Action::new);
        MESSAGES.put("Break", Break::new);
        MESSAGES.put("Throw", Throw::new);
        MESSAGES.put("Move", Move::new);
    }

    private final RabbitCodec<RabbitMessage> codec = new RabbitCodec<>();
    private final RabbitMessage message;

    /**
     * For one kind of message.
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if it is not
     */
    public RabbitFormat(final String name) {
        if (!MESSAGES.containsKey(name)) {
            throw new IllegalArgumentException("'" + name + "' is not in the catalogue; there are "
                + String.join(", ", names()));
        }
        message = MESSAGES.get(name).get();
    }

    /**
     * The catalogue.
     *
     * @return the names of all messages
     */
    public static Set<String> names() {
        return MESSAGES.keySet();
    }

    @Override
    public Answer decode(final ByteBuffer source) {
        final int length = source.remaining();
        final CodecCode code = codec.decode(source, message);
        return code == CodecCode.OK ? Answer.of(json(message)) : Answer.refused(code, code.meaning(), length);
    }

    private static String json(final RabbitMessage message) {
        final JsonWriter writer = new JsonWriter();
        new CatalogueJson(writer).write(message);
        return writer.toString();
    }
}
