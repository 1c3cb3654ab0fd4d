package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.link.RttEstimator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Smoothed mean and deviation after RFC 6298. */
class RttEstimatorTest {

    private static final long MS = 1_000_000L;

    private final RttEstimator rtt = new RttEstimator();

    private long taken() {
        final Histogram taken = new Histogram(2);
        rtt.takeMicros(taken);
        return taken.getTotalCount();
    }

    @Test
    void shouldKnowNothingAtFirst() {
        assertEquals(0, rtt.samples());
        assertEquals(0, rtt.meanNs());
        assertEquals(0, rtt.deviationNs());
    }

    @Test
    void shouldTakeTheFirstSampleAndHalfOfItAsDeviation() {
        rtt.sample(80 * MS);
        assertEquals(1, rtt.samples());
        assertEquals(80 * MS, rtt.meanNs());
        assertEquals(40 * MS, rtt.deviationNs());
    }

    @Test
    void shouldMoveAnEighthAndAQuarterOfTheWay() {
        rtt.sample(80 * MS);
        rtt.sample(160 * MS);
        assertEquals(90 * MS, rtt.meanNs());
        assertEquals(50 * MS, rtt.deviationNs());
    }

    @Test
    void shouldSettleOnASteadyRoundTrip() {
        rtt.sample(900 * MS);
        for (int i = 0; i < 200; i++) {
            rtt.sample(50 * MS);
        }
        assertEquals(50.0, rtt.meanNs() / (double) MS, 0.01);
        assertEquals(0.0, rtt.deviationNs() / (double) MS, 0.01);
        assertEquals(201, taken());
    }

    @Test
    void shouldNotBelieveNegativeAndEndlessRoundTrips() {
        rtt.sample(-1);
        rtt.sample(RttEstimator.MAX_RTT_NS + 1);
        rtt.sample(Long.MAX_VALUE);
        rtt.sample(Long.MIN_VALUE);
        assertEquals(0, rtt.samples());
        rtt.sample(0);
        rtt.sample(RttEstimator.MAX_RTT_NS);
        assertEquals(2, taken());
    }
}
