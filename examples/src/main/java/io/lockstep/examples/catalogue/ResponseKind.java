package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** What an answer is: an {@link ErrorText}, a pong or a {@link Connect}. */
public final class ResponseKind implements RabbitMessage {

    /** The body is an {@link ErrorText}. */
    public static final int ERROR = 0;

    /** The body is empty. */
    public static final int PONG = 1;

    /** The body is a {@link Connect}. */
    public static final int CONNECT = 2;

    private static final int VARIANT_BITS = 2;
    private static final int VARIANTS = 3;

    /** {@link #ERROR}, {@link #PONG} or {@link #CONNECT}, a u2. */
    public int variant;

    /** The body of {@link #ERROR}. */
    public final ErrorText error = new ErrorText();

    /** The body of {@link #PONG}. */
    public final Empty pong = new Empty();

    /** The body of {@link #CONNECT}. */
    public final Connect connect;

    /** A message to fill or to read into, its snapshots of at most {@link Snapshot#MAX_ENTITIES}. */
    public ResponseKind() {
        this(Snapshot.MAX_ENTITIES);
    }

    /**
     * A message to fill or to read into.
     *
     * @param mostEntities the most entities its snapshots may have, at least 0
     * @throws IllegalArgumentException if it is negative
     */
    public ResponseKind(final int mostEntities) {
        connect = new Connect(mostEntities);
    }

    @Override
    public void visit(final RabbitFields fields) {
        variant = fields.below(fields.unsigned(variant, VARIANT_BITS), VARIANTS);
        switch (variant) {
            case CONNECT -> connect.visit(fields);
            case PONG -> pong.visit(fields);
            default -> error.visit(fields);
        }
    }
}
