package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** A single entity in the world. */
public final class Entity implements RabbitMessage {

    /** Fewest bits an entity takes: an id of one byte, a kind without a body. */
    static final int LEAST_BITS = 12;

    /** Its id, a u32. */
    public int id;

    /** What it is. */
    public final EntityKind kind = new EntityKind();

    /** A message to fill or to read into. */
    public Entity() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        id = fields.u32(id);
        kind.visit(fields);
    }
}
