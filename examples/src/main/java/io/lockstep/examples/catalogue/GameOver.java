package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** The result of a game, for one client. */
public final class GameOver implements RabbitMessage {

    /** Whether the client won, a u1. */
    public boolean won;

    /** A message to fill or to read into. */
    public GameOver() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        won = fields.flag(won);
    }
}
