package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What a configuration refuses. */
class IceConfigTest {

    @Test
    void shouldRefuseWhatIsOutOfItsRange() {
        assertThrows(IllegalArgumentException.class, () -> new IceConfig().stun(" ", 3478));
        assertThrows(IllegalArgumentException.class, () -> new IceConfig().stun("stun.example.org", 0));
        assertThrows(IllegalArgumentException.class, () -> new IceConfig().turn("turn.example.org", 65536, "u", "p"));
        assertThrows(NullPointerException.class, () -> new IceConfig().turn("turn.example.org", 3478, null, "p"));
        final IceConfig full = new IceConfig();
        for (int i = 0; i < IceConfig.MAX_SERVERS; i++) {
            full.stun("stun.example.org", 3478);
        }
        assertThrows(IllegalArgumentException.class, () -> full.stun("stun.example.org", 3478));
    }

    @Test
    void shouldRefuseToHideBehindNoRelay() {
        assertEquals("relayOnly without a TURN server", assertThrows(IllegalArgumentException.class, () ->
            PathMesh.open(new IceConfig().relayOnly(true), 0, new int[] {1}, (peer, letter) -> { },
                new PathListener() { })).getMessage());
    }

    @Test
    void shouldTakeTheServersOfAnotherAndNothingElse() {
        final IceConfig hidden = new IceConfig().turn("a", 1, "u", "old").relayOnly(true).letterKey(new byte[32]);
        final IceConfig renewed = hidden.withServersOf(new IceConfig().turn("a", 1, "u", "new").allowLoopback(true));
        assertEquals("new", renewed.turn().get(0).password());
        assertEquals(1, renewed.turn().size());
        assertTrue(renewed.isRelayOnly() && !renewed.allowsLoopback() && renewed.letterKey() != null);
        assertThrows(IllegalArgumentException.class, () -> hidden.withServersOf(new IceConfig()));
        assertThrows(IllegalArgumentException.class, () -> new IceConfig().letterKey(new byte[16]));
    }

    @Test
    void shouldRefuseASeatThatIsThereTwice() {
        for (final int[] peers : new int[][] {{0}, {1, 1}, {32}}) {
            assertThrows(IllegalArgumentException.class, () -> PathMesh.open(new IceConfig(), 0, peers,
                (peer, letter) -> { }, new PathListener() { }));
        }
    }
}
