package io.lockstep.examples.dogfight.protocol;

/** Something a player does, to be written or to be read into; see {@link DogfightEventCodec}. */
public final class DogfightEvent {

    /** A player came. */
    public static final int PLAYER_CONNECTION = 0;

    /** A player left. */
    public static final int PLAYER_DISCONNECTION = 1;

    /** A player turns; {@link #argument} is the direction. */
    public static final int MOVE = 2;

    /** A player shoots. */
    public static final int SHOOT = 3;

    /** A player says something, {@link #argument} 1 to {@link #EMOTES}. Not of the protocol, but this game's. */
    public static final int EMOTE = 4;

    /** A player gives up the ship. Not of the protocol, but this game's. */
    public static final int SCUTTLE = 5;

    /** How many things there are to say. */
    public static final int EMOTES = 6;

    /** One of the constants above. */
    public int action;

    /** A direction or an emote; means nothing for other actions. */
    public int argument;

    /** Who does it: 36 bytes, not looked into. */
    public final byte[] playerId = new byte[PlayerId.BYTES];

    /** An event to fill or to read into. */
    public DogfightEvent() {
    }

    /**
     * Whether the action has an argument.
     *
     * @return true for a move and an emote
     */
    public boolean hasArgument() {
        return action == MOVE || action == EMOTE;
    }
}
