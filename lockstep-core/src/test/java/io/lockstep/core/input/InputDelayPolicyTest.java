package io.lockstep.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each policy asks for; the bounds are the controller's. */
class InputDelayPolicyTest {

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long TICK_NS = SECOND_NS / 60;
    private static final long MS = 1_000_000L;
    private final DelayObservation observed = new DelayObservation();

    private int rtt(final int tickRate, final long rttNs, final long jitterNs) {
        return InputDelayPolicy.rtt().target(observed.link(SECOND_NS / tickRate, 3, rttNs, jitterNs));
    }

    private int arrival(final int ticks, final long spareNs) {
        return InputDelayPolicy.arrival().target(observed.link(TICK_NS, ticks, 40 * MS, 0).arrival(spareNs, 0.05));
    }

    /** A tick at 30 Hz is 33,333,333 ns and at 60 Hz 16,666,666. */
    @ParameterizedTest
    @CsvSource({"30, 1, 2", "30, 33333333, 2", "30, 33333334, 3", "30, 66666666, 3", "30, 66666667, 4",
        "30, 99999999, 4", "30, 150000000, 6", "60, 1, 2", "60, 16666666, 2", "60, 16666667, 3", "60, 33333332, 3",
        "60, 33333333, 4", "60, 99999996, 7", "60, 180000000, 12"})
    void shouldRoundTheRoundTripUpToTicksAndAddOne(final int tickRate, final long rttNs, final int ticks) {
        assertEquals(ticks, rtt(tickRate, rttNs, 0));
    }

    @ParameterizedTest
    @CsvSource({"30, 0, 1", "30, 16666666, 1", "30, 16666667, 2", "30, 33333333, 2", "30, 33333334, 3",
        "60, 8333333, 1", "60, 8333334, 2", "60, 16666666, 2", "60, 16666667, 3"})
    void shouldTakeTwiceTheJitterButAtLeastATickForABuffer(final int tickRate, final long jitterNs, final int buffer) {
        assertEquals(2 + buffer, rtt(tickRate, 2 * (SECOND_NS / tickRate), jitterNs));
    }

    @Test
    void shouldLeaveTheDelayAloneWhileNothingIsMeasured() {
        observed.link(TICK_NS, 5, 0, 0);
        assertEquals(5, InputDelayPolicy.rtt().target(observed));
        assertEquals(5, InputDelayPolicy.arrival().target(observed));
        assertEquals(9, InputDelayPolicy.fixed(9).target(observed));
    }

    /** Half a round trip, twice its deviation, the margin and half a tick. */
    @ParameterizedTest
    @CsvSource({"1, 0, 1", "12666664, 0, 1", "12666670, 0, 2", "100000000, 0, 4", "100000000, 10000000, 5",
        "200000000, 0, 7"})
    void shouldStartFromTheOneWayDelay(final long rttNs, final long jitterNs, final int ticks) {
        assertEquals(ticks, InputDelayPolicy.arrival().target(observed.link(TICK_NS, 3, rttNs, jitterNs)));
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "-16666666, 1", "-16666667, 2", "-33333332, 2", "-33333333, 3"})
    void shouldAskForAsManyTicksMoreAsInputsShouldComeEarlier(final long spareNs, final int more) {
        assertEquals(4 + more, arrival(4, spareNs));
    }

    @Test
    void shouldBeContentWithNothingToSpare() {
        assertEquals(4, arrival(4, 0));
    }

    @Test
    void shouldComeDownOnlyForAWholeTickToSpareAndAnEighth() {
        final long spare = TICK_NS / 8 + TICK_NS;
        assertEquals(4, arrival(4, spare - 1));
        assertEquals(3, arrival(4, spare));
        assertEquals(3, arrival(4, spare + TICK_NS - 1));
        assertEquals(2, arrival(4, spare + TICK_NS));
    }

    @Test
    void shouldNotWantATickBackThatItHasJustGivenUp() {
        for (long spare = 0; spare < 6 * TICK_NS; spare += 100_000) {
            final int ticks = arrival(8, spare);
            assertEquals(ticks, arrival(ticks, spare - (8 - ticks) * TICK_NS), "spare " + spare);
        }
    }

    @Test
    void shouldForgetReportsWithANewObservation() {
        arrival(4, -80 * MS);
        assertEquals(2, InputDelayPolicy.arrival().target(observed.link(TICK_NS, 4, 40 * MS, 0)));
    }
}
