package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** A message without fields, so without bits: {@code Dead}, {@code Pong}, {@code Ping} and {@code Init}. */
public final class Empty implements RabbitMessage {

    /** A message to fill or to read into. */
    public Empty() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        // Nothing travels.
    }
}
