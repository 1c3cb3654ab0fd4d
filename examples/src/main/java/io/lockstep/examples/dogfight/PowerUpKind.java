package io.lockstep.examples.dogfight;

/** The kinds of power-up, numbered as they travel; 0 is an empty place. */
public final class PowerUpKind {

    /** Nothing there. */
    public static final int NONE = 0;

    /** One hit point more. */
    public static final int HP_PLUS_ONE = 1;

    /** Three hit points more. */
    public static final int HP_PLUS_THREE = 2;

    /** One round more, also beyond what reloading gives. */
    public static final int AMMO_PLUS_ONE = 3;

    /** How many values there are, none included. */
    public static final int COUNT = 4;

    private PowerUpKind() {
    }
}
