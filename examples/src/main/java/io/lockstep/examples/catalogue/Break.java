package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** The client wants to break an entity, or to stop breaking. */
public final class Break implements RabbitMessage {

    /** Whether an entity should be broken, a u1. */
    public boolean isBreaking;

    /** The entity to break, a u32. Only there if {@link #isBreaking}. */
    public int entity;

    /** A message to fill or to read into. */
    public Break() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        isBreaking = fields.flag(isBreaking);
        if (isBreaking) {
            entity = fields.u32(entity);
        }
    }
}
