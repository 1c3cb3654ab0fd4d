package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** A position in the world. */
public final class Point implements RabbitMessage {

    /** From left to right, an f32. */
    public float x;

    /** From backward to forward, an f32. */
    public float y;

    /** From below upwards, an f32. */
    public float z;

    /** A message to fill or to read into. */
    public Point() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        x = fields.f32(x);
        y = fields.f32(y);
        z = fields.f32(z);
    }
}
