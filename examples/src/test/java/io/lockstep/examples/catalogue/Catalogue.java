package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitMessage;
import java.util.List;

/** Every message, by the name it has in the catalogue. */
final class Catalogue {

    static final List<String> NAMES = List.of("ServerMessage", "Event", "EventKind", "GameOver", "Snapshot", "Entity",
        "EntityKind", "Object", "Player", "Dead", "Direction", "Point", "Response", "ResponseKind", "Error", "Pong",
        "Connect", "ClientMessage", "Request", "RequestKind", "Ping", "Init", "Action", "Break", "Throw", "Move");

    private Catalogue() {
    }

    static RabbitMessage message(final String name) {
        return switch (name) {
            case "ServerMessage" -> new ServerMessage();
            case "Event" -> new Event();
            case "EventKind" -> new EventKind();
            case "GameOver" -> new GameOver();
            case "Snapshot" -> new Snapshot();
            case "Entity" -> new Entity();
            case "EntityKind" -> new EntityKind();
            case "Object" -> new GameObject();
            case "Player" -> new Player();
            case "Dead", "Pong", "Ping", "Init" -> new Empty();
            case "Direction" -> new Direction();
            case "Point" -> new Point();
            case "Response" -> new Response();
            case "ResponseKind" -> new ResponseKind();
            case "Error" -> new ErrorText();
            case "Connect" -> new Connect();
            case "ClientMessage" -> new ClientMessage();
            case "Request" -> new Request();
            case "RequestKind" -> new RequestKind();
            case "Action" -> new Action();
            case "Break" -> new Break();
            case "Throw" -> new Throw();
            case "Move" -> new Move();
            default -> throw new IllegalArgumentException(name + " is not in the catalogue");
        };
    }
}
