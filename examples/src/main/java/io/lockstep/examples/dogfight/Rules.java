package io.lockstep.examples.dogfight;

/**
 * The numbers of the game. Lengths are in units of 1/16 pixel, so that slow movement stays an integer; speeds are units
 * a frame, times are frames. Nothing depends on the tick rate; the numbers feel right at 60 frames a second. Times that
 * are part of the state are below 256 because they are saved in one byte.
 */
public final class Rules {

    /** Fewest players: one has nobody to fight. */
    public static final int MIN_PLAYERS = 2;

    /** Most players: what five bits of the wire can name. */
    public static final int MAX_PLAYERS = 32;

    /** Length of a pixel at zoom 1. */
    public static final int UNITS_PER_PIXEL = 16;

    /** Half a ship's side, and the distance on each axis at which a bullet hits it. */
    public static final int SHIP_RADIUS = 12 * UNITS_PER_PIXEL;

    /** Top speed of a ship. */
    public static final int SHIP_SPEED = 46;

    /** Top speed of a ship while it boosts. */
    public static final int BOOST_SPEED = 92;

    /** What a frame of thrust adds to the speed. */
    public static final int THRUST = 5;

    /** A coasting ship loses one part in 2^3 of its speed a frame, at least one unit. */
    public static final int DRAG_SHIFT = 3;

    /** How long a boost lasts. */
    public static final int BOOST_FRAMES = 24;

    /** From the start of a boost until the next one. */
    public static final int BOOST_RECHARGE_FRAMES = 240;

    /** Hit points of a new ship. */
    public static final int START_HP = 5;

    /** Most hit points power-ups can give. */
    public static final int MAX_HP = 10;

    /** Bullets a ship can have in flight. */
    public static final int BULLETS_PER_SHIP = 5;

    /** Rounds of a new ship, and how far reloading goes. */
    public static final int MAGAZINE = 5;

    /** Most rounds power-ups can give. */
    public static final int MAX_AMMO = 9;

    /** One round is reloaded in this time. */
    public static final int RELOAD_FRAMES = 28;

    /** Speed of a bullet; less than a ship is long, so that none passes through unseen. */
    public static final int BULLET_SPEED = 136;

    /** The gun of a new ship: slow, far. */
    public static final int CANNON = 0;

    /** The other gun: fast, near. */
    public static final int REPEATER = 1;

    /** Time between two shots of the cannon. */
    public static final int CANNON_COOLDOWN = 14;

    /** Time between two shots of the repeater. */
    public static final int REPEATER_COOLDOWN = 6;

    /** How long a bullet of the cannon flies. */
    public static final int CANNON_FLIGHT_FRAMES = 54;

    /** How long a bullet of the repeater flies. */
    public static final int REPEATER_FLIGHT_FRAMES = 22;

    /** From death to the new ship. */
    public static final int RESPAWN_FRAMES = 90;

    /** How long a new ship cannot be hit. */
    public static final int SHIELD_FRAMES = 75;

    /** Distance on each axis at which a ship takes a power-up. */
    public static final int TOUCH_REACH = 20 * UNITS_PER_PIXEL;

    /** The same while the pickup button is held. */
    public static final int PICKUP_REACH = 70 * UNITS_PER_PIXEL;

    /** Two players see a new power-up this often; more players more often in proportion. */
    public static final int POWER_UP_INTERVAL_FOR_TWO = 240;

    /** How long an emote is shown. */
    public static final int EMOTE_FRAMES = 120;

    /** Places tried for a new ship; the one farthest from everybody is taken. */
    static final int SPAWN_CANDIDATES = 8;

    private Rules() {
    }

    /**
     * How many power-ups can lie around.
     *
     * @param players 2 to 32
     * @return 5 to 20
     */
    public static int powerUpSlots(final int players) {
        return 4 + players / 2;
    }

    /**
     * How often a power-up appears.
     *
     * @param players 2 to 32
     * @return frames
     */
    public static int powerUpInterval(final int players) {
        return POWER_UP_INTERVAL_FOR_TWO * 2 / players;
    }

    /**
     * Time between two shots.
     *
     * @param weapon {@link #CANNON} or {@link #REPEATER}
     * @return frames
     */
    public static int cooldown(final int weapon) {
        return weapon == CANNON ? CANNON_COOLDOWN : REPEATER_COOLDOWN;
    }

    /**
     * How long a bullet flies.
     *
     * @param weapon {@link #CANNON} or {@link #REPEATER}
     * @return frames
     */
    public static int flightFrames(final int weapon) {
        return weapon == CANNON ? CANNON_FLIGHT_FRAMES : REPEATER_FLIGHT_FRAMES;
    }
}
