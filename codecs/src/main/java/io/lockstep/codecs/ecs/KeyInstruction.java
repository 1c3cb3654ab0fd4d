package io.lockstep.codecs.ecs;

import org.jspecify.annotations.Nullable;

/**
 * The twelve instructions for keys and clicks, one byte each; the constant's place is the opcode. Each belongs to one
 * bit of the default input of two bytes.
 */
public enum KeyInstruction {
    /** 0: the right key went down. */
    RIGHT_PRESSED(3),
    /** 1: the right key went up. */
    RIGHT_RELEASED(3),
    /** 2: the up key went down. */
    UP_PRESSED(0),
    /** 3: the up key went up. */
    UP_RELEASED(0),
    /** 4: the left key went down. */
    LEFT_PRESSED(2),
    /** 5: the left key went up. */
    LEFT_RELEASED(2),
    /** 6: the down key went down. */
    DOWN_PRESSED(1),
    /** 7: the down key went up. */
    DOWN_RELEASED(1),
    /** 8: the left mouse button went down: fire. */
    LEFT_CLICK_PRESSED(4),
    /** 9: the left mouse button went up. */
    LEFT_CLICK_RELEASED(4),
    /** 10: the right mouse button went down: secondary. */
    RIGHT_CLICK_PRESSED(6),
    /** 11: the right mouse button went up. */
    RIGHT_CLICK_RELEASED(6);

    private static final KeyInstruction[] ALL = values();

    private final int bit;

    KeyInstruction(final int bit) {
        this.bit = bit;
    }

    /**
     * The bit of the input that the instruction changes: up 0, down 1, left 2, right 3, fire 4, secondary 6.
     *
     * @return a number from 0 to 6
     */
    public int bit() {
        return bit;
    }

    /**
     * Was it pressed?
     *
     * @return false if it was released
     */
    public boolean pressed() {
        return ordinal() % 2 == 0;
    }

    /**
     * The instruction of an opcode.
     *
     * @param opcode any
     * @return the instruction, or null if there is none
     */
    public static @Nullable KeyInstruction of(final int opcode) {
        return opcode >= 0 && opcode < ALL.length ? ALL[opcode] : null;
    }

    /** The instruction that presses or releases the same. */
    static KeyInstruction of(final int pair, final boolean pressed) {
        return ALL[2 * pair + (pressed ? 0 : 1)];
    }

    /** How many keys and buttons there are: each has two instructions. */
    static int pairs() {
        return ALL.length / 2;
    }
}
