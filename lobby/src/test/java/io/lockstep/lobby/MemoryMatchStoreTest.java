package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Matches in memory, with a hand-moved clock. */
class MemoryMatchStoreTest extends MatchStoreContract {

    private long nowMs = 1;
    private final MemoryMatchStore store = new MemoryMatchStore(3, 100_000, () -> nowMs);

    @Override
    MatchStore store() {
        return store;
    }

    @Test
    void shouldForgetWhatNobodyKeeps() throws IOException {
        store.create("A", new byte[1], 100);
        store.create("B", new byte[1], 100);
        nowMs += 99;
        store.keep("B", 100);
        nowMs++;
        assertNull(store.find("A"));
        assertNotNull(store.find("B"));
        nowMs += 10_000;
        store.create("C", new byte[1], 100);
        assertEquals(1, store.size());
    }

    @Test
    void shouldCountAllThatItHolds() throws IOException {
        store.create("A", new byte[100], 100);
        store.post("A", 0, 1, new byte[10], 100);
        store.post("A", 1, 0, new byte[10], 100);
        store.replace("A", 1, new byte[50], 100);
        store.letters("A", 0, 5);
        store.forget("A", 1);
        store.post("A", 0, 1, new byte[10], 100);
        nowMs += 100;
        assertNull(store.find("A"));
        assertEquals(0, store.bytes());
    }

    @Test
    void shouldRefuseWhatItHasNoRoomFor() throws IOException {
        store.create("A", new byte[90_000], 100);
        assertThrows(IOException.class, () -> store.create("B", new byte[20_000], 100));
        assertThrows(IOException.class, () -> store.replace("A", 1, new byte[110_000], 100));
        assertEquals(90_000, store.find("A").match().length);
        store.create("C", new byte[1], 100);
        store.create("D", new byte[1], 100);
        assertThrows(IOException.class, () -> store.create("E", new byte[1], 100));
        assertThrows(IllegalArgumentException.class, () -> new MemoryMatchStore(0, 1));
    }
}
