package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** Something the client did: {@link Break}, {@link Throw} or {@link Move}. */
public final class Action implements RabbitMessage {

    /** The body is a {@link Break}. */
    public static final int BREAK = 0;

    /** The body is a {@link Throw}. */
    public static final int THROW = 1;

    /** The body is a {@link Move}. */
    public static final int MOVE = 2;

    private static final int VARIANT_BITS = 2;
    private static final int VARIANTS = 3;

    /** {@link #BREAK}, {@link #THROW} or {@link #MOVE}, a u2. */
    public int variant;

    /** The body of {@link #BREAK}. */
    public final Break breaks = new Break();

    /** The body of {@link #THROW}. */
    public final Throw throwing = new Throw();

    /** The body of {@link #MOVE}. */
    public final Move move = new Move();

    /** A message to fill or to read into. */
    public Action() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        variant = fields.below(fields.unsigned(variant, VARIANT_BITS), VARIANTS);
        switch (variant) {
            case MOVE -> move.visit(fields);
            case THROW -> throwing.visit(fields);
            default -> breaks.visit(fields);
        }
    }
}
