package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualClockTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void shouldShowTrueTimeUnlessToldOtherwise() {
        assertEquals(12_345, new VirtualClock(0, 0).localNs(12_345));
        assertEquals(12_345, new VirtualClock(0, 0).wallNs(12_345));
    }

    @Test
    void shouldDriftAndBeOff() {
        final VirtualClock clock = new VirtualClock(1000, -5000);
        assertEquals(-5 * SECOND, clock.localNs(0));
        assertEquals(-5 * SECOND + 3600 * SECOND + 3600 * SECOND / 1000, clock.localNs(3600 * SECOND));
    }

    @ParameterizedTest
    @ValueSource(ints = {-500_000, -1000, -1, 0, 1, 77, 100_000, 500_000})
    void shouldRunOnWithoutAStandstillAndFindTheWayBack(final int ppm) {
        final VirtualClock clock = new VirtualClock(ppm, 86_400_000L * 365);
        long before = Long.MIN_VALUE;
        for (long time = 0; time < 90_000 * SECOND; time += 7 * SECOND + 123_457) {
            final long local = clock.localNs(time);
            assertTrue(local > before);
            final long back = clock.trueNs(local);
            assertTrue(back <= time && clock.localNs(back) == local, () -> "ppm " + ppm);
            before = local;
        }
    }

    @Test
    void shouldStepTheWallClockOnly() {
        final VirtualClock clock = new VirtualClock(0, 0);
        clock.step(-30_000);
        assertEquals(SECOND, clock.localNs(SECOND));
        assertEquals(-29 * SECOND, clock.wallNs(SECOND));
    }

    @Test
    void shouldPauseUntilTheLastPauseEnds() {
        final VirtualClock clock = new VirtualClock(0, 0);
        clock.pauseUntil(10);
        clock.pauseUntil(5);
        assertTrue(clock.isPaused(9));
        assertFalse(clock.isPaused(10));
        clock.pauseUntil(Long.MAX_VALUE);
        clock.resume();
        assertFalse(clock.isPaused(11));
    }

    @Test
    void shouldRefuseWhatNoClockDoes() {
        assertThrows(IllegalArgumentException.class, () -> new VirtualClock(500_001, 0));
        assertThrows(IllegalArgumentException.class, () -> new VirtualClock(0, Long.MAX_VALUE));
    }
}
