package io.lockstep.core.internal.game;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.protocol.Message;
import org.junit.jupiter.api.Test;

class SeatingTest {

    @Test
    void shouldSeatAsManyPlayersAsThereCanBe() {
        final int[] nobody = new int[Message.MAX_PLAYERS];
        final Seating seating = new Seating(Message.MAX_PLAYERS, 0, nobody, 1 << 30);
        assertEquals(-1, seating.peers());
        assertEquals(~(1 << 30), seating.awaited());
        assertEquals(1, seating.largestLink());
        for (int player = 0; player < Message.MAX_PLAYERS; player++) {
            assertEquals(player, seating.peerOf(player));
            assertArrayEquals(new int[] {player}, seating.playersOf(player));
        }
    }
}
