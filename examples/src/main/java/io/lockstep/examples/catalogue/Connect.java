package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** The player connected to the game session. */
public final class Connect implements RabbitMessage {

    /** The id given to this client, a u32. */
    public int player;

    /** The current state of the game. */
    public final Snapshot snapshot;

    /** A message to fill or to read into, its snapshots of at most {@link Snapshot#MAX_ENTITIES}. */
    public Connect() {
        this(Snapshot.MAX_ENTITIES);
    }

    /**
     * A message to fill or to read into.
     *
     * @param mostEntities the most entities its snapshots may have, at least 0
     * @throws IllegalArgumentException if it is negative
     */
    public Connect(final int mostEntities) {
        snapshot = new Snapshot(mostEntities);
    }

    @Override
    public void visit(final RabbitFields fields) {
        player = fields.u32(player);
        snapshot.visit(fields);
    }
}
