package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.play.FrameClock;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Frames are due a tick apart, a stalled tick counts once, and lost time beyond a quarter second is gone. */
class FrameClockTest {

    private static final long MS = 1_000_000L;
    private static final long START = 5_000 * MS;

    private static FrameClock started(final int tickRate, final boolean unpaced) {
        final FrameClock clock = new FrameClock(tickRate, unpaced);
        assertFalse(clock.due(START));
        clock.start(START);
        return clock;
    }

    private static Histogram stalls(final FrameClock clock) {
        final Histogram stalls = new Histogram(2);
        clock.takeStallMicros(stalls);
        return stalls;
    }

    @Test
    void shouldBeDueAtOnceAndThenOnceATick() {
        final FrameClock clock = started(100, false);
        for (int frame = 0; frame < 1000; frame++) {
            final long dueNs = START + frame * 10 * MS;
            assertFalse(clock.due(dueNs - 1));
            assertTrue(clock.due(dueNs));
            clock.simulated(dueNs + frame % 7 * MS, 0);
        }
        assertEquals(0, clock.stallTicks());
        assertEquals(0, stalls(clock).getTotalCount());
    }

    @Test
    void shouldCountEachTickOfAStallOnceHoweverOftenItIsAsked() {
        final FrameClock clock = started(100, false);
        for (long ns = START; ns < START + 50 * MS; ns += MS / 10) {
            clock.stalled(ns);
        }
        assertEquals(5, clock.stallTicks());
        clock.simulated(START + 50 * MS, 0);
        final Histogram stalls = stalls(clock);
        assertEquals(1, stalls.getTotalCount());
        assertEquals(50_000, stalls.getMaxValue(), 500);
    }

    @Test
    void shouldCountTheSameStallWhenAskedRarely() {
        final FrameClock clock = started(100, false);
        clock.stalled(START);
        clock.stalled(START + 49 * MS);
        assertEquals(5, clock.stallTicks());
    }

    @Test
    void shouldCountTwoStallsWithinOneTickOfTimeAsOneTick() {
        final FrameClock clock = started(100, false);
        clock.stalled(START);
        clock.simulated(START + MS, 0);
        clock.stalled(START + 2 * MS);
        clock.simulated(START + 3 * MS, 0);
        assertEquals(1, clock.stallTicks());
        assertEquals(2, stalls(clock).getTotalCount());
        clock.stalled(START + 10 * MS);
        assertEquals(2, clock.stallTicks());
    }

    @Test
    void shouldCatchUpAQuarterSecondAtMost() {
        final FrameClock clock = started(100, false);
        final long late = START + 10_000 * MS;
        int frames = 0;
        while (clock.due(late)) {
            clock.simulated(late, 0);
            frames++;
        }
        assertEquals(26, frames, 1);
    }

    @Test
    void shouldCatchUpEverythingOfAShortStall() {
        final FrameClock clock = started(100, false);
        int frames = 0;
        while (clock.due(START + 200 * MS)) {
            clock.simulated(START + 200 * MS, 0);
            frames++;
        }
        assertEquals(21, frames);
    }

    @Test
    void shouldAlwaysBeDueUnpacedAndNeverCountAStalledTick() {
        final FrameClock clock = started(100, true);
        for (int frame = 0; frame < 100; frame++) {
            assertTrue(clock.due(START));
            clock.simulated(START, 0);
        }
        clock.stalled(START);
        clock.stalled(START + 100 * MS);
        assertEquals(0, clock.stallTicks());
    }

    @Test
    void shouldSayHowFarBetweenTwoFramesItIs() {
        final FrameClock clock = started(100, false);
        clock.simulated(START, 0);
        assertEquals(0f, clock.alpha(START));
        assertEquals(0.25f, clock.alpha(START + 5 * MS / 2), 0.001f);
        assertEquals(1f, clock.alpha(START + 10 * MS));
        assertEquals(1f, clock.alpha(START + 90 * MS));
        assertEquals(0f, clock.alpha(START - 90 * MS));
    }

    @Test
    void shouldStretchAndShortenTicksByTwelvePercentAtMost() {
        for (final long aheadNs : new long[] {Long.MAX_VALUE / 2, 200 * MS, 36 * MS}) {
            final FrameClock clock = started(100, false);
            clock.simulated(START, aheadNs);
            assertEquals(START + 11_200_000, clock.dueNs());
            clock.simulated(START, -aheadNs);
            assertEquals(START + 20 * MS, clock.dueNs());
        }
    }

    @Test
    void shouldWorkOffASmallErrorSlowlyAndIgnoreNoise() {
        final FrameClock clock = started(100, false);
        clock.simulated(START, 15 * MS);
        assertEquals(START + 10_500_000, clock.dueNs());
        clock.simulated(START, 999_999);
        assertEquals(START + 20_500_000, clock.dueNs());
        clock.simulated(START, -999_999);
        assertEquals(START + 30_500_000, clock.dueNs());
    }

    @Test
    void shouldMakeUpForAShortStallByFivePercentOfEachTick() {
        final FrameClock clock = started(100, false);
        clock.stalled(START);
        clock.simulated(START + 2 * MS, 0);
        assertEquals(START + 2 * MS + 9_500_000, clock.dueNs());
        long nowNs = clock.dueNs();
        for (int frame = 0; frame < 10; frame++) {
            clock.simulated(nowNs, 0);
            nowNs = clock.dueNs();
        }
        assertEquals(START + 11 * 10 * MS, nowNs, "where it would be without the stall, and no further");
    }

    @Test
    void shouldNotMakeUpWhileTheOthersAreBehind() {
        final FrameClock clock = started(100, false);
        clock.stalled(START);
        clock.simulated(START + 2 * MS, 15 * MS);
        assertEquals(START + 2 * MS + 10_500_000, clock.dueNs());
    }

    @Test
    void shouldLearnThatItsClockIsSlow() {
        final FrameClock clock = started(100, false);
        long nowNs = START;
        for (int frame = 0; frame < 600; frame++) {
            clock.simulated(nowNs, -5 * MS);
            nowNs = clock.dueNs();
        }
        clock.simulated(nowNs, 0);
        final long tickNs = clock.dueNs() - nowNs;
        assertTrue(tickNs > 9_300_000 && tickNs < 9_800_000, tickNs + " ns without an error");
    }

    @Test
    void shouldNotLearnToSlowDown() {
        final FrameClock clock = started(100, false);
        long nowNs = START;
        for (int frame = 0; frame < 600; frame++) {
            clock.simulated(nowNs, 5 * MS);
            nowNs = clock.dueNs();
        }
        clock.simulated(nowNs, 0);
        assertEquals(10 * MS, clock.dueNs() - nowNs);
    }
}
