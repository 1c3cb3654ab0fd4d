package io.lockstep.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IdSetTest {

    private int mask;
    private final IdSet players = IdSet.players(() -> mask);

    private String text(final int shown) {
        mask = shown;
        return players.toString();
    }

    @Test
    void shouldReadAsASentenceDoes() {
        assertEquals("no player", text(0));
        assertEquals("player 1", text(0b10));
        assertEquals("players 0 and 2", text(0b101));
        assertEquals("players 0, 1 and 31", text(1 << 31 | 0b11));
        assertEquals("peers 1 and 2", IdSet.peers(0b110).toString());
        assertEquals("players 1 and 2", IdSet.players(0b110).toString());
    }

    @Test
    void shouldHoldTheNumbersOfItsBits() {
        mask = 1 << 31 | 1 << 2;
        assertFalse(players.isEmpty());
        assertTrue(players.contains(2) && players.contains(31) && IdSet.players(1).contains(0));
        assertFalse(players.contains(0) || players.contains(-1) || players.contains(32) || players.contains(34));
        assertFalse(IdSet.players(1).contains(32), "a shift by 32 is one by 0");
        assertEquals(2, players.first());
        assertEquals(2, players.size());
        mask = 0;
        assertTrue(players.isEmpty());
        assertEquals(-1, players.first());
    }

    @Test
    void shouldKeepTheMembersOfOneMomentInACopy() {
        mask = 0b10;
        final IdSet copy = players.copy();
        assertEquals(players, copy);
        mask = 0b100;
        assertEquals("player 1", copy.toString());
        assertEquals("player 2", players.toString());
        assertNotEquals(players, copy);
        assertNotEquals(IdSet.peers(0b10), copy);
    }
}
