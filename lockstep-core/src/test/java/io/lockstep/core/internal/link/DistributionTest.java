package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What was measured on a link, kept in little room. */
class DistributionTest {

    private static final long MOST = 10_000_000;

    private final Distribution distribution = new Distribution(MOST);
    private final Histogram taken = new Histogram(3);

    @Test
    void shouldKeepWhatIsBelow256Exactly() {
        for (int value = 0; value < 256; value++) {
            distribution.add(value);
        }
        distribution.take(taken);
        for (int value = 0; value < 256; value++) {
            assertEquals(1, taken.getCountAtValue(value), "of " + value);
        }
    }

    @Test
    void shouldKeepEveryValueToAPercent() {
        for (long value = 1; value <= MOST; value += value / 50 + 1) {
            distribution.add(value);
            distribution.take(taken);
            assertEquals(1, taken.getTotalCount());
            final long shown = taken.getMaxValue();
            assertTrue(Math.abs(shown - value) <= value / 100.0, value + " came as " + shown);
        }
    }

    /** As a histogram of two digits has them. */
    @Test
    void shouldCountAsAHistogramDoes() {
        final Histogram expected = new Histogram(2);
        final Histogram asked = new Histogram(2);
        for (int i = 0; i < 10_000; i++) {
            final long value = (long) i * i % 777_777;
            expected.recordValue(value);
            distribution.add(value);
        }
        distribution.take(asked);
        assertEquals(expected, asked);
    }

    @Test
    void shouldCountWhatIsGreaterAsTheMost() {
        distribution.add(Long.MAX_VALUE);
        distribution.take(taken);
        assertEquals(MOST, taken.getMaxValue(), MOST / 100.0);
    }

    @Test
    void shouldHandOverEveryValueOnce() {
        distribution.add(5);
        distribution.take(taken);
        assertEquals(1, taken.getTotalCount());
        distribution.take(taken);
        assertEquals(0, taken.getTotalCount());
    }

    /** Who adds never waits, so both go on at once, and still nothing is lost or given twice. */
    @Test
    void shouldHandOverEveryValueOnceToAnotherThread() throws InterruptedException {
        final int values = 200_000;
        final Thread writer = new Thread(() -> {
            for (int i = 0; i < values; i++) {
                distribution.add(i % 5000);
            }
        });
        writer.start();
        long count = 0;
        boolean over = false;
        while (!over) {
            over = !writer.isAlive();
            distribution.take(taken);
            count += taken.getTotalCount();
        }
        writer.join();
        assertEquals(values, count);
    }

    @Test
    void shouldAllocateNothingForAValueOfARangeThatHasOccurred() {
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 1000; i++) {
                distribution.add(40_000 + i * 4L);
            }
        }));
    }
}
