package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a lobby asks of every store. */
abstract class MatchStoreContract {

    private static final long TTL_MS = 60_000;

    private String code = "7K2PM301";

    abstract MatchStore store();

    final void code(final String another) {
        code = another;
    }

    @Test
    void shouldKeepAMatchUnderOneCode() throws IOException {
        final byte[] match = {0, (byte) 0xFF, '\r', '\n'};
        assertTrue(store().create(code, match, TTL_MS));
        assertFalse(store().create(code, new byte[] {2}, TTL_MS));
        assertEquals(1, store().find(code).version());
        assertArrayEquals(match, store().find(code).match());
        assertNull(store().find("00000000"));
    }

    @Test
    void shouldLetNobodyUndoAnothersChange() throws IOException {
        store().create(code, new byte[] {1}, TTL_MS);
        assertTrue(store().replace(code, 1, new byte[] {2}, TTL_MS));
        assertFalse(store().replace(code, 1, new byte[] {3}, TTL_MS));
        assertEquals(2, store().find(code).version());
        assertArrayEquals(new byte[] {2}, store().find(code).match());
        assertFalse(store().replace("00000000", 1, new byte[] {3}, TTL_MS));
    }

    @Test
    void shouldBringLettersInOrderUntilTheyAreRead() throws IOException {
        store().create(code, new byte[] {1}, TTL_MS);
        store().post(code, 0, 2, new byte[] {' ', 1}, TTL_MS);
        store().post(code, 0, 1, new byte[] {}, TTL_MS);
        store().post(code, 3, 1, new byte[] {3}, TTL_MS);
        store().post(code, 0, 2, new byte[] {'9', ' '}, TTL_MS);
        final List<MatchStore.KeptLetter> letters = store().letters(code, 0, 0);
        assertEquals(List.of(2, 1, 2), letters.stream().map(MatchStore.KeptLetter::from).toList());
        assertArrayEquals(new byte[] {' ', 1}, letters.get(0).letter());
        assertArrayEquals(new byte[] {'9', ' '}, letters.get(2).letter());
        assertEquals(3, store().letters(code, 0, 0).size());
        assertEquals(1, store().letters(code, 0, letters.get(1).number()).size());
        assertEquals(1, store().letters(code, 0, 0).size());
        assertEquals(1, store().letters(code, 3, 0).size());
    }

    @Test
    void shouldHoldNoMoreLettersThanABoxMay() throws IOException {
        store().create(code, new byte[] {1}, TTL_MS);
        for (int i = 0; i < 40; i++) {
            store().post(code, 0, 1, new byte[] {(byte) i}, TTL_MS);
            store().post(code, 0, 2, new byte[] {(byte) i}, TTL_MS);
        }
        final List<MatchStore.KeptLetter> first = store().letters(code, 0, 0);
        assertEquals(Limits.MAX_LETTERS_AN_ANSWER, first.size());
        assertArrayEquals(new byte[] {8}, first.get(0).letter());
        assertEquals(32, store().letters(code, 0, first.get(31).number()).size());
    }

    @Test
    void shouldForgetASeatsLetters() throws IOException {
        store().create(code, new byte[] {1}, TTL_MS);
        store().post(code, 0, 1, new byte[] {1}, TTL_MS);
        store().post(code, 1, 0, new byte[] {2}, TTL_MS);
        store().post(code, 0, 2, new byte[] {3}, TTL_MS);
        store().forget(code, 1);
        assertEquals(0, store().letters(code, 1, 0).size());
        assertEquals(1, store().letters(code, 0, 0).size());
    }

    @Test
    void shouldForgetAMatch() throws IOException {
        store().create(code, new byte[] {1}, TTL_MS);
        store().post(code, 0, 1, new byte[] {1}, TTL_MS);
        store().remove(code);
        assertNull(store().find(code));
        assertEquals(0, store().letters(code, 0, 0).size());
        store().post(code, 0, 1, new byte[] {1}, TTL_MS);
        assertEquals(0, store().letters(code, 0, 0).size());
        store().keep(code, TTL_MS);
        assertNull(store().find(code));
    }

    @Test
    void shouldSayWhatHasChanged() throws IOException {
        final Queue<String> heard = new ConcurrentLinkedQueue<>();
        store().listen((which, seat) -> heard.add(which + " " + seat));
        store().create(code, new byte[] {1}, TTL_MS);
        ready(heard);
        store().replace(code, 1, new byte[] {2}, TTL_MS);
        store().post(code, 5, 1, new byte[] {1}, TTL_MS);
        Awaitility.await().until(() -> heard.contains(code + " -1") && heard.contains(code + " 5"));
    }

    /** A store that hears from elsewhere says first that it listens. */
    void ready(final Queue<String> heard) {
        assertTrue(heard.isEmpty());
    }
}
