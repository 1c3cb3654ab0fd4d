package io.lockstep.core.game;

import java.nio.ByteBuffer;

/**
 * What every player did in one frame. A view that the session reuses: valid only while it is handed out.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public interface Inputs {

    /**
     * How many players the match has.
     *
     * @return 1 to 32
     */
    int players();

    /**
     * Does a player take part in this frame? Who has left, was dropped or has not yet come in is absent: the input is
     * all zero and there is no event. Every peer gets the same answer in the same frame, so the game may act on it, for
     * example play an absent player by an AI of its own, as long as that AI is a function of state and inputs alone.
     *
     * @param player 0 to players − 1
     * @return false when the player is absent
     */
    boolean present(int player);

    /**
     * A player's input as a number: its first four bytes, little-endian. Enough for the default input of two bytes.
     *
     * @param player 0 to players − 1
     * @return the bits, upper ones zero when the input is shorter
     */
    int bits(int player);

    /**
     * A player's whole input.
     *
     * @param player 0 to players − 1
     * @return the bytes between position and limit, little-endian; the same object every time, overwritten by the next
     *         call of this method
     */
    ByteBuffer bytes(int player);

    /**
     * The event that travelled with a player's input: opaque bytes, the same at every peer in the same frame. A frame
     * with which a command of the session travelled, such as a pause, has none.
     *
     * @param player 0 to players − 1
     * @return the bytes between position and limit, none remaining when there was no event; the same object every time,
     *         overwritten by the next call of this method
     */
    ByteBuffer event(int player);

    /**
     * Has this game played the frame before? Then it was taken back, as an input that was guessed was another one or
     * as the state was, or the player came back into a match that had gone on meanwhile; and sounds, effects and chat
     * of it have been made already. {@link Cues} keep account of these, so that each comes once.
     *
     * @return false the first time: in lockstep always but after a repair and a {@code Session.rejoin}. Who comes late
     *         plays frames that are new to its game, and many of them at once: the session is in
     *         {@link Phase#JOINING} meanwhile
     */
    default boolean replayed() {
        return false;
    }

    /**
     * Is a player's input what that player did, and no guess? The state may depend on this no more than on the time: it
     * is for what is shown, such as a mark at players whose line fails.
     *
     * @param player 0 to players − 1
     * @return false while the input is a guess, which may be taken back; always true in lockstep
     */
    default boolean settled(final int player) {
        return true;
    }
}
