package io.lockstep.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputDelayControllerTest {

    private static final long SECOND_NS = 1_000_000_000L;
    private static final DelayObservation ANYTHING = new DelayObservation();
    private int wanted;

    private InputDelayController controller(final int min, final int max) {
        return new InputDelayController(observed -> wanted, min, max);
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "2, 2", "12, 12", "1, 2", "-7, 2", "13, 12", "2147483647, 12"})
    void shouldStartAtOnceAtTheTargetWithinItsBounds(final int target, final int ticks) {
        final InputDelayController controller = controller(2, 12);
        assertEquals(2, controller.ticks());
        wanted = target;
        assertEquals(ticks, controller.start(ANYTHING, 0, 0));
        assertEquals(ticks, controller.ticks());
    }

    @ParameterizedTest
    @CsvSource({"5, 1, 6", "12, 1, 12", "-7, 2, 4", "2147483647, 1, 12"})
    void shouldStartWithTicksToSpareWhereItsBoundsAllow(final int target, final int spare, final int ticks) {
        final InputDelayController controller = controller(2, 12);
        wanted = target;
        assertEquals(ticks, controller.start(ANYTHING, spare, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -3 * SECOND_NS, Long.MAX_VALUE - SECOND_NS / 2})
    void shouldMoveByOneTickInASecondBothWays(final long startNs) {
        final InputDelayController controller = controller(2, 12);
        wanted = 4;
        controller.start(ANYTHING, 0, startNs);
        wanted = 9;
        assertEquals(4, controller.update(ANYTHING, startNs + SECOND_NS - 1));
        assertEquals(5, controller.update(ANYTHING, startNs + SECOND_NS));
        assertEquals(5, controller.update(ANYTHING, startNs + 2 * SECOND_NS - 1));
        assertEquals(6, controller.update(ANYTHING, startNs + 2 * SECOND_NS));
        wanted = 2;
        assertEquals(6, controller.update(ANYTHING, startNs + 3 * SECOND_NS - 1));
        assertEquals(5, controller.update(ANYTHING, startNs + 3 * SECOND_NS));
        assertEquals(4, controller.update(ANYTHING, startNs + 4 * SECOND_NS));
    }

    @Test
    void shouldNotSaveUpStepsWhileNothingChanges() {
        final InputDelayController controller = controller(2, 12);
        wanted = 4;
        controller.start(ANYTHING, 0, 0);
        assertEquals(4, controller.update(ANYTHING, 20 * SECOND_NS));
        wanted = 8;
        assertEquals(5, controller.update(ANYTHING, 20 * SECOND_NS + 1), "a late step need not wait");
        assertEquals(5, controller.update(ANYTHING, 20 * SECOND_NS + 2), "but only one");
    }

    @Test
    void shouldStayWithinItsBoundsWhateverIsWanted() {
        final InputDelayController controller = controller(2, 6);
        wanted = 4;
        controller.start(ANYTHING, 0, 0);
        wanted = Integer.MAX_VALUE;
        for (int second = 1; second <= 20; second++) {
            assertEquals(Math.min(4 + second, 6), controller.update(ANYTHING, second * SECOND_NS));
        }
        wanted = Integer.MIN_VALUE;
        for (int second = 21; second <= 40; second++) {
            assertEquals(Math.max(26 - second, 2), controller.update(ANYTHING, second * SECOND_NS));
        }
    }

    @Test
    void shouldOnlyRiseWhileClocksComeTogether() {
        final InputDelayController controller = controller(2, 6);
        wanted = 4;
        controller.start(ANYTHING, 0, 0);
        wanted = 2;
        assertEquals(4, controller.rise(ANYTHING, SECOND_NS));
        wanted = 6;
        assertEquals(5, controller.rise(ANYTHING, 2 * SECOND_NS));
        assertEquals(5, controller.rise(ANYTHING, 3 * SECOND_NS - 1));
        assertEquals(6, controller.rise(ANYTHING, 3 * SECOND_NS));
    }

    @Test
    void shouldNeverMoveAFixedDelay() {
        final InputDelayController controller = new InputDelayController(InputDelayPolicy.fixed(7), 7, 7);
        final DelayObservation late = new DelayObservation().link(16_666_666, 7, 500_000_000, 90_000_000)
            .arrival(-400_000_000, 0.3);
        assertEquals(7, controller.start(late, 0, 0));
        for (int second = 1; second < 10; second++) {
            assertEquals(7, controller.update(late, second * SECOND_NS));
        }
    }

    @Test
    void shouldGoBeyondItsBoundOnlyIfTheLineItselfTakesLonger() {
        final InputDelayController controller = new InputDelayController(observed -> 100, 1, 12, 30);
        final DelayObservation observed = new DelayObservation();
        assertEquals(12, controller.start(observed.link(16_666_667, 1, 300_000_000, 0), 0, 0));
        assertEquals(12, controller.start(observed.leastRtt(300_000_000), 0, 0));
        assertEquals(15, controller.start(observed.leastRtt(400_000_000), 0, 0));
        assertEquals(21, controller.start(observed.leastRtt(600_000_000), 0, 0));
        assertEquals(30, controller.start(observed.leastRtt(1_000_000_000), 0, 0));
    }

    /** The wait budget tells the policy from others by that. */
    @Test
    void shouldGiveTheSameArrivalPolicyToAll() {
        assertSame(InputDelayPolicy.arrival(), InputDelayPolicy.arrival());
    }

    @Test
    void shouldHaveTheBoundsOfTheSourceDocument() {
        assertEquals(2, InputDelayController.DEFAULT_MIN_TICKS_AHEAD);
        assertEquals(SECOND_NS / 5, InputDelayController.DEFAULT_MAX_NS);
        assertEquals(SECOND_NS, InputDelayController.STEP_INTERVAL_NS);
    }
}
