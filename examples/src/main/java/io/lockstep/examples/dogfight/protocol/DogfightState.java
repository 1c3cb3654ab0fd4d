package io.lockstep.examples.dogfight.protocol;

/**
 * The state of a match as the protocol sees it: what is needed to draw it. All places for players and power-ups are
 * made at once, so that reading makes none. See {@link DogfightStateCodec} for the values.
 */
public final class DogfightState {

    /** Bullets of a player. */
    public static final int BULLETS = 5;

    /** Greatest status: 0 none, 1 in progress, 2 closed. */
    public static final int MAX_STATUS = 2;

    /** Greatest kind of power-up: 0 none, 1 one hit point, 2 three hit points, 3 one round. */
    public static final int MAX_KIND = 3;

    /** Greatest direction: 0 idle, 1 up, 2 down, 3 left, 4 right. */
    public static final int MAX_DIRECTION = 4;

    /** 0 to {@link #MAX_STATUS}. */
    public int status;

    /** How many power-ups there are. */
    public int powerUps;

    /** Where each power-up is, from left to right. */
    public final int[] powerUpX;

    /** Where each power-up is, downwards. */
    public final int[] powerUpY;

    /** What each power-up is, 0 to {@link #MAX_KIND}. */
    public final int[] powerUpKind;

    /** How many players there are. */
    public int players;

    /** Where each ship is, from left to right. */
    public final int[] x;

    /** Where each ship is, downwards. */
    public final int[] y;

    /** Hit points of each ship, −128 to 127. */
    public final int[] hp;

    /** Whether each ship is alive. */
    public final boolean[] alive;

    /** Where each ship looks, 0 to {@link #MAX_DIRECTION}. */
    public final int[] direction;

    /** The name of each player, {@link PlayerId#BYTES} each, one behind the other; no two are equal. */
    public final byte[] playerId;

    /** Where each bullet is, from left to right; {@link #BULLETS} for each player, player by player. */
    public final int[] bulletX;

    /** Where each bullet is, downwards. */
    public final int[] bulletY;

    /** Whether each bullet flies. */
    public final boolean[] bulletActive;

    /** Where each bullet flies to, 0 to {@link #MAX_DIRECTION}. */
    public final int[] bulletDirection;

    /**
     * A state to fill or to read into.
     *
     * @param maxPlayers  the most players it can have, at least 0
     * @param maxPowerUps the most power-ups it can have, at least 0
     */
    public DogfightState(final int maxPlayers, final int maxPowerUps) {
        powerUpX = new int[maxPowerUps];
        powerUpY = new int[maxPowerUps];
        powerUpKind = new int[maxPowerUps];
        x = new int[maxPlayers];
        y = new int[maxPlayers];
        hp = new int[maxPlayers];
        alive = new boolean[maxPlayers];
        direction = new int[maxPlayers];
        playerId = new byte[maxPlayers * PlayerId.BYTES];
        bulletX = new int[maxPlayers * BULLETS];
        bulletY = new int[maxPlayers * BULLETS];
        bulletActive = new boolean[maxPlayers * BULLETS];
        bulletDirection = new int[maxPlayers * BULLETS];
    }

    static boolean in(final int value, final int min, final int max) {
        return value >= min && value <= max;
    }
}
