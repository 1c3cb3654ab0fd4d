package io.lockstep.examples.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.peer.Address;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The opponent that is written by hand has to be a good one. */
class HandMatchTest {

    private static final int DELAY = 2;
    private static final int FRAMES = 300;

    private final PeerGame[] games = {new PeerGame(0, FRAMES), new PeerGame(1, FRAMES)};
    private final HandMatch host = new HandMatch(games[0], seat(0));
    private final HandMatch guest = new HandMatch(games[1], seat(1));
    private final ByteBuffer datagram = ByteBuffer.allocate(HandMatch.MAX_DATAGRAM_BYTES);
    private long nowNs = System.nanoTime();

    private static Seat seat(final int player) {
        final Address nobody = new Address("127.0.0.1", 1);
        return new Seat(player, DELAY, nobody, nobody, 0);
    }

    private void send(final HandMatch from, final HandMatch to) {
        datagram.clear();
        from.write(datagram);
        to.read(datagram.flip(), nowNs);
    }

    private void begin() {
        for (int i = 0; i < 20 && !guest.isStarted(); i++) {
            send(host, guest);
            send(guest, host);
        }
        assertTrue(guest.isStarted());
        send(guest, host);
        assertTrue(host.isStarted());
    }

    @Test
    void shouldNotBeginBeforeTheRoundTripIsKnown() {
        send(host, guest);
        send(guest, host);
        assertFalse(guest.isStarted() || host.isStarted());
    }

    @Test
    void shouldPlayTheSameStatesWhateverGetsLost() {
        begin();
        for (int tick = 0; tick < FRAMES; tick++) {
            nowNs += PeerGame.TICK_NS;
            host.advance(nowNs);
            guest.advance(nowNs);
            if (tick % 3 != 0) {
                send(host, guest);
            }
            if (tick % 7 > 2) {
                send(guest, host);
            }
        }
        final int common = Math.min(games[0].frames(), games[1].frames());
        assertTrue(common > FRAMES * 9 / 10, "played " + common);
        assertArrayEquals(Arrays.copyOf(games[0].states(), common), Arrays.copyOf(games[1].states(), common));
    }

    @Test
    void shouldWaitForTheOthersInputs() {
        begin();
        nowNs += 100 * PeerGame.TICK_NS;
        host.advance(nowNs);
        assertEquals(DELAY, games[0].frames());
    }

    @Test
    void shouldIgnoreWhatNobodyWrote() {
        begin();
        for (int length = 0; length <= HandMatch.MAX_DATAGRAM_BYTES; length++) {
            final byte[] noise = new byte[length];
            Arrays.fill(noise, (byte) 0x7f);
            guest.read(ByteBuffer.wrap(noise), nowNs);
        }
        assertEquals(DELAY, guest.heard());
    }
}
