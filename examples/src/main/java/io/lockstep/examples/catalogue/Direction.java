package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/**
 * A direction in the world seen from above, north along the positive y-axis: a u8 of four flags, in any combination.
 * The other four bits are refused.
 */
public final class Direction implements RabbitMessage {

    /** Bit 0. */
    public static final int NORTH = 1;

    /** Bit 1. */
    public static final int WEST = 1 << 1;

    /** Bit 2. */
    public static final int SOUTH = 1 << 2;

    /** Bit 3. */
    public static final int EAST = 1 << 3;

    private static final int BOUND = 1 << 4;

    /** The sum of {@link #NORTH}, {@link #WEST}, {@link #SOUTH} and {@link #EAST}. */
    public int bits;

    /** A message to fill or to read into. */
    public Direction() {
    }

    @Override
    public void visit(final RabbitFields fields) {
        bits = fields.below(fields.unsigned(bits, Byte.SIZE), BOUND);
    }
}
