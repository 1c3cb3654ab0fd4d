package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** The client wants to throw the entity it holds. */
public final class Throw implements RabbitMessage {

    /** Where to. */
    public final Point target = new Point();

    /** A message to fill or to read into. */
    public Throw() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        target.visit(fields);
    }
}
