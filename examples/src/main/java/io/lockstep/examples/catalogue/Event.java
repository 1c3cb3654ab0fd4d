package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** An event that occurred at a specific time. */
public final class Event implements RabbitMessage {

    /** The tick at which it happened, a u32. */
    public int time;

    /** What happened. */
    public final EventKind kind;

    /** A message to fill or to read into, its snapshots of at most {@link Snapshot#MAX_ENTITIES}. */
    public Event() {
        this(Snapshot.MAX_ENTITIES);
    }

    /**
     * A message to fill or to read into.
     *
     * @param mostEntities the most entities its snapshots may have, at least 0
     * @throws IllegalArgumentException if it is negative
     */
    public Event(final int mostEntities) {
        kind = new EventKind(mostEntities);
    }

    @Override
    public void visit(final RabbitFields fields) {
        time = fields.u32(time);
        kind.visit(fields);
    }
}
