package io.lockstep.lobby;

import org.jspecify.annotations.Nullable;

/**
 * A server that helps to find a way, as the lobby names it. Immutable.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @param host     name or address
 * @param port     of UDP, 1 to 65535
 * @param user     null for STUN; of TURN the end of its time, the code and the seat
 * @param password null for STUN; of TURN good for an hour, see {@link LobbyClient#heartbeat}
 * @since 0.1.0
 */
public record IceServer(String host, int port, @Nullable String user, @Nullable String password) {

    /**
     * Which of the two it is.
     *
     * @return false for STUN
     */
    public boolean isTurn() {
        return user != null;
    }

    /** Without the password, so that a log has none. */
    @Override
    public String toString() {
        return (isTurn() ? "turn:" : "stun:") + host + ":" + port;
    }
}
