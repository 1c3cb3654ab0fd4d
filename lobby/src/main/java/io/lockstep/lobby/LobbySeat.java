package io.lockstep.lobby;

import java.util.List;

/**
 * A seat that the lobby has given. Keep code and token where they outlive the process: they bring the seat back after a
 * crash. Immutable.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @param code        what others join with, as XXXX-XXXX
 * @param seat        0 to 7; 0 is the host
 * @param token       proves the seat; a secret of this player
 * @param incarnation 1 at first, one more after each {@link LobbyClient#rejoin}
 * @param servers     STUN and TURN servers; unmodifiable, empty if the lobby has none
 * @since 0.1.0
 */
public record LobbySeat(String code, int seat, String token, int incarnation, List<IceServer> servers) {

    /** Without the token, so that a log has none. */
    @Override
    public String toString() {
        return "seat " + seat + " of " + code;
    }
}
