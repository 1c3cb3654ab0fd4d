package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** A message coming from the server: either an {@link Event} or a {@link Response}. */
public final class ServerMessage implements RabbitMessage {

    /** The body is an {@link Event}. */
    public static final int EVENT = 0;

    /** The body is a {@link Response}. */
    public static final int RESPONSE = 1;

    /** {@link #EVENT} or {@link #RESPONSE}, a u1. */
    public int variant;

    /** The body of {@link #EVENT}. */
    public final Event event;

    /** The body of {@link #RESPONSE}. */
    public final Response response;

    /** A message to fill or to read into, its snapshots of at most {@link Snapshot#MAX_ENTITIES}. */
    public ServerMessage() {
        this(Snapshot.MAX_ENTITIES);
    }

    /**
     * A message to fill or to read into.
     *
     * @param mostEntities the most entities its snapshots may have, at least 0
     * @throws IllegalArgumentException if it is negative
     */
    public ServerMessage(final int mostEntities) {
        event = new Event(mostEntities);
        response = new Response(mostEntities);
    }

    @Override
    public void visit(final RabbitFields fields) {
        variant = fields.unsigned(variant, 1);
        if (variant == EVENT) {
            event.visit(fields);
        } else {
            response.visit(fields);
        }
    }
}
