package io.lockstep.examples.dogfight;

import java.nio.ByteBuffer;

/**
 * The ten named buttons of an input, one bit each, two bytes little-endian. The upper six bits are ignored by the game.
 */
public final class Buttons {

    /** Bit 0: turn up and thrust. */
    public static final int UP = 1;

    /** Bit 1: turn down and thrust. */
    public static final int DOWN = 1 << 1;

    /** Bit 2: turn left and thrust. */
    public static final int LEFT = 1 << 2;

    /** Bit 3: turn right and thrust. */
    public static final int RIGHT = 1 << 3;

    /** Bit 4: shoot ahead, again and again while held. */
    public static final int FIRE = 1 << 4;

    /** Bit 5: a short boost on the press, then it recharges. */
    public static final int SPECIAL = 1 << 5;

    /** Bit 6: shoot backwards, again and again while held; {@link #FIRE} goes first. */
    public static final int SECONDARY = 1 << 6;

    /** Bit 7: change between the cannon (far) and the repeater (fast) on the press. */
    public static final int SWAP = 1 << 7;

    /** Bit 8: reach farther for power-ups while held; the guns are silent meanwhile. */
    public static final int PICKUP = 1 << 8;

    /**
     * Bit 9: park the ship on the press and take it up again on the next one. A lockstep match does not stop because
     * one player does, so it is the ship that pauses, not the world.
     */
    public static final int PAUSE = 1 << 9;

    /** Every button. */
    public static final int ALL = (1 << 10) - 1;

    /** The four direction buttons. */
    public static final int ARROWS = UP | DOWN | LEFT | RIGHT;

    private static final String[] NAMES = {
        "up", "down", "left", "right", "fire", "special", "secondary", "swap", "pickup", "pause"
    };

    private Buttons() {
    }

    /**
     * The name of a button.
     *
     * @param bit 0 to 9
     * @return its name, lower-case
     */
    public static String name(final int bit) {
        return NAMES[bit];
    }

    /**
     * How many buttons there are.
     *
     * @return 10
     */
    public static int count() {
        return NAMES.length;
    }

    /**
     * Puts buttons into an input: two bytes little-endian at index 0, only the first when there is no second.
     *
     * @param bits  any of the constants above
     * @param input where to put them; its position does not move
     */
    public static void write(final int bits, final ByteBuffer input) {
        input.put(0, (byte) bits);
        if (input.limit() > 1) {
            input.put(1, (byte) (bits >>> Byte.SIZE));
        }
    }
}
