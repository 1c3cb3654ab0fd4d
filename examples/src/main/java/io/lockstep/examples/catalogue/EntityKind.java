package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** What an entity is: a {@link GameObject}, a {@link Player} or {@link Empty dead}. */
public final class EntityKind implements RabbitMessage {

    /** The body is a {@link GameObject}. */
    public static final int OBJECT = 0;

    /** The body is a {@link Player}. */
    public static final int PLAYER = 1;

    /** The body is empty. */
    public static final int DEAD = 2;

    private static final int VARIANT_BITS = 2;
    private static final int VARIANTS = 3;

    /** {@link #OBJECT}, {@link #PLAYER} or {@link #DEAD}, a u2. */
    public int variant;

    /** The body of {@link #OBJECT}. */
    public final GameObject object = new GameObject();

    /** The body of {@link #PLAYER}. */
    public final Player player = new Player();

    /** The body of {@link #DEAD}: the entity has died or was destroyed. */
    public final Empty dead = new Empty();

    /** A message to fill or to read into. */
    public EntityKind() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        variant = fields.below(fields.unsigned(variant, VARIANT_BITS), VARIANTS);
        switch (variant) {
            case OBJECT -> object.visit(fields);
            case PLAYER -> player.visit(fields);
            default -> dead.visit(fields);
        }
    }
}
