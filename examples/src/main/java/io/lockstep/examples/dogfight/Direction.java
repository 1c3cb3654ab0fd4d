package io.lockstep.examples.dogfight;

/** The directions of ships and bullets, numbered as they travel: idle 0, up 1, down 2, left 3, right 4. */
public final class Direction {

    /** No direction: a ship that is dead, a bullet that does not fly. */
    public static final int IDLE = 0;

    /** Towards smaller y. */
    public static final int UP = 1;

    /** Towards greater y. */
    public static final int DOWN = 2;

    /** Towards smaller x. */
    public static final int LEFT = 3;

    /** Towards greater x. */
    public static final int RIGHT = 4;

    /** How many values there are, idle included. */
    public static final int COUNT = 5;

    private static final int[] DX = {0, 0, 0, -1, 1};
    private static final int[] DY = {0, -1, 1, 0, 0};
    private static final int[] BACK = {IDLE, DOWN, UP, RIGHT, LEFT};
    private static final int[] BUTTON = {0, Buttons.UP, Buttons.DOWN, Buttons.LEFT, Buttons.RIGHT};

    private Direction() {
    }

    /**
     * The horizontal part of a direction.
     *
     * @param direction 0 to 4
     * @return −1, 0 or 1
     */
    public static int dx(final int direction) {
        return DX[direction];
    }

    /**
     * The vertical part of a direction.
     *
     * @param direction 0 to 4
     * @return −1, 0 or 1
     */
    public static int dy(final int direction) {
        return DY[direction];
    }

    /**
     * The opposite direction.
     *
     * @param direction 0 to 4
     * @return 0 to 4; idle is its own opposite
     */
    public static int opposite(final int direction) {
        return BACK[direction];
    }

    /**
     * The button that turns a ship into a direction.
     *
     * @param direction 0 to 4
     * @return a constant of {@link Buttons}, 0 for idle
     */
    public static int button(final int direction) {
        return BUTTON[direction];
    }

    /**
     * The direction of the first arrow button held, in the order up, down, left, right.
     *
     * @param buttons any buttons
     * @return 0 to 4; idle when no arrow is held
     */
    public static int of(final int buttons) {
        for (int direction = UP; direction < COUNT; direction++) {
            if ((buttons & BUTTON[direction]) != 0) {
                return direction;
            }
        }
        return IDLE;
    }
}
