package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** An answer to a {@link Request} of a client. */
public final class Response implements RabbitMessage {

    /** The channel of the request, a u32. */
    public int channel;

    /** The answer. */
    public final ResponseKind kind;

    /** A message to fill or to read into, its snapshots of at most {@link Snapshot#MAX_ENTITIES}. */
    public Response() {
        this(Snapshot.MAX_ENTITIES);
    }

    /**
     * A message to fill or to read into.
     *
     * @param mostEntities the most entities its snapshots may have, at least 0
     * @throws IllegalArgumentException if it is negative
     */
    public Response(final int mostEntities) {
        kind = new ResponseKind(mostEntities);
    }

    @Override
    public void visit(final RabbitFields fields) {
        channel = fields.u32(channel);
        kind.visit(fields);
    }
}
