package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/**
 * A message from the client to the server: either a {@link Request} or an {@link Action}. Its variant is a u32, unlike
 * all others: so it is specified, and so it travels, in 10 bits.
 */
public final class ClientMessage implements RabbitMessage {

    /** The body is a {@link Request}. */
    public static final int REQUEST = 0;

    /** The body is an {@link Action}. */
    public static final int ACTION = 1;

    private static final int VARIANTS = 2;

    /** {@link #REQUEST} or {@link #ACTION}, a u32. */
    public int variant;

    /** The body of {@link #REQUEST}. */
    public final Request request = new Request();

    /** The body of {@link #ACTION}. */
    public final Action action = new Action();

    /** A message to fill or to read into. */
    public ClientMessage() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        variant = fields.below(fields.u32(variant), VARIANTS);
        if (variant == REQUEST) {
            request.visit(fields);
        } else {
            action.visit(fields);
        }
    }
}
