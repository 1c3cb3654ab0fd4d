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
    /** The slack that is wanted where nothing is lost. */
    private static final long MARGIN_NS = 2 * MS;
    private final DelayObservation observed = new DelayObservation();

    private int rtt(final int tickRate, final long rttNs, final long jitterNs) {
        return InputDelayPolicy.rtt().target(observed.link(SECOND_NS / tickRate, 3, rttNs, jitterNs));
    }

    private int arrival(final int ticks, final long lowNs, final long heldNs, final double loss) {
        return InputDelayPolicy.arrival()
            .target(observed.link(TICK_NS, ticks, 40 * MS, 0).arrival(lowNs, heldNs, loss, TICK_NS));
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
    @CsvSource({"1999999, 1", "0, 1", "-14666666, 1", "-14666667, 2", "-31333332, 2", "-31333333, 3"})
    void shouldAskForAsManyTicksMoreAsInputsComeTooLate(final long lowNs, final int more) {
        assertEquals(4 + more, arrival(4, lowNs, lowNs, 0));
    }

    @Test
    void shouldBeContentWithJustTheMargin() {
        assertEquals(4, arrival(4, MARGIN_NS, MARGIN_NS, 0));
    }

    @Test
    void shouldComeDownOnlyForAWholeTickToSpareAndAQuarter() {
        final long spare = MARGIN_NS + TICK_NS / 4 + TICK_NS;
        assertEquals(4, arrival(4, spare - 1, spare - 1, 0));
        assertEquals(3, arrival(4, spare, spare, 0));
        assertEquals(3, arrival(4, spare + TICK_NS - 1, spare + TICK_NS - 1, 0));
        assertEquals(2, arrival(4, spare + TICK_NS, spare + TICK_NS, 0));
    }

    @Test
    void shouldNotComeDownWhileALateInputIsRemembered() {
        assertEquals(4, arrival(4, 80 * MS, MARGIN_NS, 0));
        assertEquals(4, arrival(4, 80 * MS, -80 * MS, 0));
    }

    @Test
    void shouldNotWantATickBackThatItHasJustGivenUp() {
        for (long slack = MARGIN_NS; slack < 6 * TICK_NS; slack += 100_000) {
            final int ticks = arrival(8, slack, slack, 0);
            final long after = slack - (8 - ticks) * TICK_NS;
            assertEquals(ticks, arrival(ticks, after, after, 0), "slack " + slack);
        }
    }

    /** As many repeats as it takes until losing all of them is rarer than one in 500; an outage is cut to one half. */
    @ParameterizedTest
    @CsvSource({"0.0019, 0", "0.002, 0", "0.0021, 1", "0.01, 1", "0.044, 1", "0.045, 2", "0.05, 2", "0.12, 2",
        "0.13, 3", "0.5, 8", "0.9, 8", "1, 8"})
    void shouldWantTheTimeOfTheRepeatsThatLossCallsFor(final double loss, final int repeats) {
        final long wanted = MARGIN_NS + repeats * TICK_NS;
        assertEquals(4, arrival(4, wanted, wanted, loss));
        assertEquals(5, arrival(4, wanted - 1, wanted - 1, loss));
    }

    @Test
    void shouldWantLessWhereRepeatsFollowSooner() {
        final long wanted = MARGIN_NS + 2 * (TICK_NS / 2);
        observed.link(TICK_NS, 4, 40 * MS, 0).arrival(wanted, wanted, 0.05, TICK_NS / 2);
        assertEquals(4, InputDelayPolicy.arrival().target(observed));
    }

    @Test
    void shouldForgetReportsWithANewObservation() {
        arrival(4, -80 * MS, -80 * MS, 0.5);
        assertEquals(2, InputDelayPolicy.arrival().target(observed.link(TICK_NS, 4, 40 * MS, 0)));
    }
}
