package io.lockstep.lobby;

/**
 * Hears what happens in a match's lobby. Called on the client's own thread: return soon, and call none of its methods
 * that wait for an answer. What is thrown goes to that thread's handler of uncaught exceptions, and the client goes on.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface LobbyListener {

    /**
     * Somebody came, left or began anew, or the host has set the match up or started it.
     *
     * @param roster who is there now
     */
    void roster(Roster roster);

    /**
     * A letter. It may be late, lost or doubled, and the lobby could have changed it.
     *
     * @param from   the seat that sent it, 0 to 7, as the lobby says
     * @param letter its bytes, the receiver's own
     */
    void letter(int from, byte[] letter);

    /**
     * The lobby is not to be had for now; the client goes on trying. Said once until it answers again.
     *
     * @param why what to tell the player
     */
    default void trouble(final LobbyException why) {
        // A match that runs needs no lobby.
    }

    /**
     * The match is over for the lobby, or this seat is: nothing more comes.
     *
     * @param why what to tell the player
     */
    default void ended(final LobbyException why) {
        // Likewise.
    }
}
