package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** What is requested; neither kind has a body. */
public final class RequestKind implements RabbitMessage {

    /** A pong is requested. */
    public static final int PING = 0;

    /** To join the session is requested. */
    public static final int INIT = 1;

    /** {@link #PING} or {@link #INIT}, a u1. */
    public int variant;

    /** The body of both. */
    public final Empty body = new Empty();

    /** A message to fill or to read into. */
    public RequestKind() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        variant = fields.unsigned(variant, 1);
        body.visit(fields);
    }
}
