package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What players are told of servers. */
class TurnTest {

    /** By: printf 1700003600:7K2PM301-3 | openssl dgst -sha1 -hmac north -binary | base64. */
    private static final String PASSWORD = "CTU0vBftizCLCJjpN6hiZxkbppw=";

    private static Turn turn() {
        final Turn turn = new Turn();
        turn.addStun("stun.example.org", 3478);
        turn.addTurn("turn.example.org", 3479);
        turn.secret("north");
        return turn;
    }

    @Test
    void shouldGiveAPasswordOfAnHourThatIsBoundToCodeAndSeat() {
        final List<IceServer> servers = Turn.servers(turn().lines("7K2PM301", 3, 1_700_000_000_999L));
        assertEquals(new IceServer("stun.example.org", 3478, null, null), servers.get(0));
        assertEquals(new IceServer("turn.example.org", 3479, "1700003600:7K2PM301-3", PASSWORD), servers.get(1));
        assertTrue(servers.get(1).isTurn());
        assertFalse(servers.get(0).isTurn());
    }

    @Test
    void shouldKeepPasswordsOutOfLogs() {
        assertFalse(Turn.servers(turn().lines("7K2PM301", 3, 0)).toString().contains("="));
    }

    /** What a lobby says is nothing that a client may fail at: the search for ways takes four servers with names. */
    @Test
    void shouldLeaveOutWhatNoSearchTakes() {
        final Lines lines = new Lines().add("stun", " 3478").add("stun", "a 0").add("stun", "a").add("turn", "a 1 u");
        for (int i = 0; i < Limits.MAX_SERVERS + 1; i++) {
            lines.add("stun", "s" + i + " 3478").add("turn", "t" + i + " 3478 user password");
        }
        final List<IceServer> servers = Turn.servers(lines);
        assertEquals(2 * Limits.MAX_SERVERS, servers.size());
        assertEquals("[stun:s0:3478, stun:s1:3478, stun:s2:3478, stun:s3:3478, turn:t0:3478, turn:t1:3478, "
            + "turn:t2:3478, turn:t3:3478]", servers.toString());
    }

    @Test
    void shouldRefuseServersThatNobodyCanReach() {
        final Turn turn = turn();
        assertThrows(IllegalArgumentException.class, () -> turn.addStun("", 1));
        assertThrows(IllegalArgumentException.class, () -> turn.addStun("a b", 1));
        assertThrows(IllegalArgumentException.class, () -> turn.addStun("a", 0));
        assertThrows(IllegalArgumentException.class, () -> turn.addStun("a", 65536));
        for (int i = 1; i < 4; i++) {
            turn.addStun("a", 1);
        }
        assertThrows(IllegalArgumentException.class, () -> turn.addStun("a", 1));
    }

    @Test
    void shouldAskForTheSecretOfTurnServers() {
        assertThrows(IllegalArgumentException.class, () -> new LobbyConfig().turn("a", 1).conclude());
    }
}
