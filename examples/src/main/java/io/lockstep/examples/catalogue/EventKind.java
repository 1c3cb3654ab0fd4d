package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** What happened: a {@link Snapshot} or a {@link GameOver}. */
public final class EventKind implements RabbitMessage {

    /** The body is a {@link Snapshot}. */
    public static final int SNAPSHOT = 0;

    /** The body is a {@link GameOver}. */
    public static final int GAME_OVER = 1;

    /** {@link #SNAPSHOT} or {@link #GAME_OVER}, a u1. */
    public int variant;

    /** The body of {@link #SNAPSHOT}. */
    public final Snapshot snapshot;

    /** The body of {@link #GAME_OVER}. */
    public final GameOver gameOver = new GameOver();

    /** A message to fill or to read into, its snapshots of at most {@link Snapshot#MAX_ENTITIES}. */
    public EventKind() {
        this(Snapshot.MAX_ENTITIES);
    }

    /**
     * A message to fill or to read into.
     *
     * @param mostEntities the most entities its snapshots may have, at least 0
     * @throws IllegalArgumentException if it is negative
     */
    public EventKind(final int mostEntities) {
        snapshot = new Snapshot(mostEntities);
    }

    @Override
    public void visit(final RabbitFields fields) {
        variant = fields.unsigned(variant, 1);
        if (variant == SNAPSHOT) {
            snapshot.visit(fields);
        } else {
            gameOver.visit(fields);
        }
    }
}
