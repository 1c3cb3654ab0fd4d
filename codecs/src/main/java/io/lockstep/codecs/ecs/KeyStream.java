package io.lockstep.codecs.ecs;

import java.nio.ByteBuffer;

/**
 * Converts between the input of a player, a bitfield of what is held, and key instructions, which tell what changed. Of
 * the ten buttons of the default input six have instructions: {@link #MAPPED_BITS}. The other bits do not travel: they
 * stay as they are. Stateless, allocation-free.
 */
public final class KeyStream {

    /** The bits that have instructions: up, down, left, right, fire and secondary. */
    public static final int MAPPED_BITS = 0b101_1111;

    /** What {@link #apply} answers to bytes that are no key instructions. */
    public static final int BROKEN = -1;

    private static final int INPUT_MASK = 0xFFFF;

    private KeyStream() {
    }

    /**
     * How long the instructions are that make one input out of another.
     *
     * @param before what was held
     * @param after  what is held
     * @return bytes, 0 to 6
     */
    public static int size(final int before, final int after) {
        return Integer.bitCount((before ^ after) & MAPPED_BITS);
    }

    /**
     * Writes the instructions that make one input out of another, in ascending order of their opcodes.
     *
     * @param before what was held
     * @param after  what is held
     * @param target where to, from its position, which moves
     * @return how many bytes were written, one an instruction
     * @throws java.nio.BufferOverflowException if there is no room
     */
    public static int write(final int before, final int after, final ByteBuffer target) {
        int bytes = 0;
        for (int pair = 0; pair < KeyInstruction.pairs(); pair++) {
            final int bit = KeyInstruction.of(pair, true).bit();
            if (((before ^ after) >>> bit & 1) != 0) {
                target.put((byte) KeyInstruction.of(pair, (after >>> bit & 1) != 0).ordinal());
                bytes++;
            }
        }
        return bytes;
    }

    /**
     * Reads instructions. Pressing what is held and releasing what is not changes nothing: a copy does no harm.
     *
     * @param held   what was held, 16 bits
     * @param source the instructions between position and limit, which do not move
     * @return what is held after them, 16 bits; {@link #BROKEN} if a byte is no instruction
     */
    public static int apply(final int held, final ByteBuffer source) {
        int bits = held & INPUT_MASK;
        for (int i = source.position(); i < source.limit(); i++) {
            final KeyInstruction instruction = KeyInstruction.of(source.get(i));
            if (instruction == null) {
                return BROKEN;
            }
            final int bit = 1 << instruction.bit();
            bits = instruction.pressed() ? bits | bit : bits & ~bit;
        }
        return bits;
    }
}
