package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Polls that wait, with a hand-moved clock. */
class WaitsTest {

    private final Waits<String> waits = new Waits<>(3);

    private static Waits.Place place(final int seat) {
        return new Waits.Place("7K2PM301", seat);
    }

    @Test
    void shouldEndAWaitAfterItsTime() throws Refusal {
        waits.add(place(0), "old", 0);
        waits.add(place(1), "young", 10);
        assertEquals(List.of(), waits.due(Limits.POLL_MS - 1));
        assertEquals(List.of("old"), waits.due(Limits.POLL_MS));
        assertEquals(List.of("young"), waits.due(Limits.POLL_MS + 10));
        assertEquals(0, waits.size());
    }

    @Test
    void shouldLetASeatWaitOnce() throws Refusal {
        assertNull(waits.add(place(0), "first", 0));
        assertSame("first", waits.add(place(0), "second", 1));
        assertEquals(1, waits.size());
        assertEquals(List.of("second"), waits.due(Limits.POLL_MS + 1));
    }

    @Test
    void shouldBeAnsweredByOneOnly() throws Refusal {
        waits.add(place(0), "poll", 0);
        assertFalse(waits.remove(place(0), "another"));
        assertTrue(waits.remove(place(0), "poll"));
        assertFalse(waits.remove(place(0), "poll"));
        assertNull(waits.at(place(0)));
    }

    @Test
    void shouldRefuseMoreThanItMayHold() throws Refusal {
        for (int seat = 0; seat < 3; seat++) {
            waits.add(place(seat), "poll", 0);
        }
        assertThrows(Refusal.class, () -> waits.add(place(3), "poll", 0));
        assertEquals("poll", waits.add(place(2), "again", 0));
    }
}
