package io.lockstep.core.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import org.junit.jupiter.api.Test;

/** A recording costs no garbage: it is part of every frame. */
class RecordingAllocationTest {

    private long written;

    private void assertAllocatesNothing(final boolean rollbacks) {
        final HandMatch match = new HandMatch(new RecordingWriter(bytes -> {
            written += bytes.remaining();
            return null;
        }, "b", 50).rollbacks(rollbacks));
        match.frames(100_000);
        assertEquals(0, Allocations.least(() -> match.frames(10_000)));
        assertTrue(written > 100_000);
    }

    @Test
    void shouldAllocateNothingPerFrame() {
        assertAllocatesNothing(false);
    }

    @Test
    void shouldAllocateNothingForARollback() {
        assertAllocatesNothing(true);
    }
}
