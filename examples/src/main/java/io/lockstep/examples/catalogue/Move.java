package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** The client wants to move. */
public final class Move implements RabbitMessage {

    /** Where to. */
    public final Direction direction = new Direction();

    /** A message to fill or to read into. */
    public Move() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        direction.visit(fields);
    }
}
