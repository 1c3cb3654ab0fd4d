package io.lockstep.core.codec.rabbit;

import io.lockstep.core.codec.rabbit.catalogue.Action;
import io.lockstep.core.codec.rabbit.catalogue.Break;
import io.lockstep.core.codec.rabbit.catalogue.ClientMessage;
import io.lockstep.core.codec.rabbit.catalogue.Connect;
import io.lockstep.core.codec.rabbit.catalogue.Direction;
import io.lockstep.core.codec.rabbit.catalogue.Empty;
import io.lockstep.core.codec.rabbit.catalogue.Entity;
import io.lockstep.core.codec.rabbit.catalogue.EntityKind;
import io.lockstep.core.codec.rabbit.catalogue.ErrorText;
import io.lockstep.core.codec.rabbit.catalogue.Event;
import io.lockstep.core.codec.rabbit.catalogue.EventKind;
import io.lockstep.core.codec.rabbit.catalogue.GameObject;
import io.lockstep.core.codec.rabbit.catalogue.GameOver;
import io.lockstep.core.codec.rabbit.catalogue.Move;
import io.lockstep.core.codec.rabbit.catalogue.Player;
import io.lockstep.core.codec.rabbit.catalogue.Point;
import io.lockstep.core.codec.rabbit.catalogue.Request;
import io.lockstep.core.codec.rabbit.catalogue.RequestKind;
import io.lockstep.core.codec.rabbit.catalogue.Response;
import io.lockstep.core.codec.rabbit.catalogue.ResponseKind;
import io.lockstep.core.codec.rabbit.catalogue.ServerMessage;
import io.lockstep.core.codec.rabbit.catalogue.Snapshot;
import io.lockstep.core.codec.rabbit.catalogue.Throw;
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
