package io.lockstep.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AllocationsTest {

    private Object kept;
    private int rounds;

    @Test
    void shouldSeeOneObjectInARoundOfMuchWork() {
        assertTrue(Allocations.least(() -> {
            for (int i = 0; i < 10_000; i++) {
                rounds += i;
            }
            kept = new byte[1];
        }) >= 16);
        assertEquals(1, ((byte[]) kept).length);
    }

    @Test
    void shouldSeeTheRoundThatAllocatesMost() {
        assertTrue(Allocations.most(5, () -> kept = ++rounds == 3 ? new byte[1000] : kept) >= 1000);
        assertEquals(5, rounds);
    }

    @Test
    void shouldPassOverRoundsUntilOneAllocatesNothing() {
        assertEquals(0, Allocations.least(() -> kept = ++rounds < 10 ? new byte[rounds] : kept));
        assertEquals(10, rounds);
    }
}
