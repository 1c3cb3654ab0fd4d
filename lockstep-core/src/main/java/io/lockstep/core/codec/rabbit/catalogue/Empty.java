package io.lockstep.core.codec.rabbit.catalogue;

import io.lockstep.core.codec.rabbit.RabbitFields;
import io.lockstep.core.codec.rabbit.RabbitMessage;

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
