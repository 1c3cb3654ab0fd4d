package io.lockstep.core.input;

/**
 * One executed frame: what every player did. A view that is reused: valid only until the next frame.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface FrameSource {

    /**
     * How many players the match has.
     *
     * @return 1 to 32, the same in every frame
     */
    int players();

    /**
     * Was this player in the match in this frame?
     *
     * @param player 0 to players − 1
     * @return false when it was away
     */
    boolean present(int player);

    /**
     * Where the inputs are; they are not to be changed.
     *
     * @return one array for all, see {@link #inputOffset}
     */
    byte[] inputs();

    /**
     * Where a player's input starts in {@link #inputs()}; how long it is, is known from elsewhere.
     *
     * @param player 0 to players − 1
     * @return an index
     */
    int inputOffset(int player);

    /**
     * Where the events are; they are not to be changed.
     *
     * @return one array for all, see {@link #eventOffset}
     */
    byte[] events();

    /**
     * Where a player's event starts in {@link #events()}.
     *
     * @param player 0 to players − 1
     * @return an index
     */
    int eventOffset(int player);

    /**
     * The length of the event beside a player's input.
     *
     * @param player 0 to players − 1
     * @return bytes, 0 when there is none
     */
    int eventLength(int player);

    /**
     * The session command that travelled in the place of the event.
     *
     * @param player 0 to players − 1
     * @return the packed command, 0 when there is none
     */
    int command(int player);
}
