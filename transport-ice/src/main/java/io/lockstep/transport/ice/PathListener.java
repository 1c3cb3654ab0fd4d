package io.lockstep.transport.ice;

/**
 * Hears what becomes of the ways to the other peers. Called on the mesh's own thread, one call at a time: return soon,
 * throw nothing, and hand over to the game's thread what concerns it. Every method does nothing by default.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface PathListener {

    /**
     * There is a direct way where there was none, or where it was {@link #down}.
     *
     * @param peer 0 to 31
     */
    default void direct(final int peer) {
        // Nothing to do.
    }

    /**
     * There is a way through a relay where there was none, or where it was {@link #down}. A direct one may follow.
     *
     * @param peer 0 to 31
     */
    default void relayed(final int peer) {
        // Nothing to do.
    }

    /**
     * Another way has taken the place of one that still worked; nothing was interrupted.
     *
     * @param peer    0 to 31
     * @param relayed whether the new one goes through a relay
     */
    default void changed(final int peer, final boolean relayed) {
        // Nothing to do.
    }

    /**
     * Nothing has come from the peer for 0.75 s; a new way is being sought. Told once for each loss.
     *
     * @param peer 0 to 31
     */
    default void down(final int peer) {
        // Nothing to do.
    }
}
