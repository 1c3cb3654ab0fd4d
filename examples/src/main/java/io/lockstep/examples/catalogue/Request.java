package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** A request of the client. */
public final class Request implements RabbitMessage {

    /** The channel to answer on, a u32. */
    public int channel;

    /** What is requested. */
    public final RequestKind kind = new RequestKind();

    /** A message to fill or to read into. */
    public Request() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        channel = fields.u32(channel);
        kind.visit(fields);
    }
}
