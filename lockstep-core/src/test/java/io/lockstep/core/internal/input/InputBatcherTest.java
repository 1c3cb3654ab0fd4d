package io.lockstep.core.internal.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputBatcherTest {

    private static final long MS = 1_000_000L;
    private static final long LONG_RTT_NS = 250 * MS;

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "29999999, 1", "30000000, 2", "59999999, 2", "60000000, 3", "100000000, 3",
        "100000001, 4", "1000000000, 4", "9223372036854775807, 4"})
    void shouldFollowTheTableToTheNanosecond(final long rttNs, final int inputs) {
        assertEquals(inputs, InputBatcher.sizeFor(rttNs));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "30000000, 2", "60000000, 3", "100000001, 4"})
    void shouldSendWhenTheTableSaysSoAndBeginAnew(final long rttNs, final int inputs) {
        final InputBatcher batcher = new InputBatcher();
        for (int round = 0; round < 3; round++) {
            for (int i = 1; i < inputs; i++) {
                assertFalse(batcher.add(round, rttNs), "input " + i + " of round " + round);
                assertTrue(batcher.holding());
            }
            assertTrue(batcher.add(round, rttNs), "round " + round);
            batcher.flushed();
            assertFalse(batcher.holding());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 10_000_000L})
    void shouldLetTheTimerEndTheHoldExactlyAtTheBound(final long startNs) {
        final InputBatcher batcher = new InputBatcher();
        assertFalse(batcher.add(startNs, LONG_RTT_NS));
        assertEquals(startNs + InputBatcher.MAX_HOLD_NS, batcher.dueNs());
        assertFalse(batcher.due(startNs));
        assertFalse(batcher.due(startNs + InputBatcher.MAX_HOLD_NS - 1));
        assertTrue(batcher.due(startNs + InputBatcher.MAX_HOLD_NS));
    }

    @Test
    void shouldHoldNoInputLongerThanThirtyThreeMilliseconds() {
        assertEquals(33 * MS, InputBatcher.MAX_HOLD_NS);
    }

    @Test
    void shouldLetAnInputEndTheHoldExactlyAtTheBound() {
        final InputBatcher early = new InputBatcher();
        assertFalse(early.add(0, LONG_RTT_NS));
        assertFalse(early.add(InputBatcher.MAX_HOLD_NS - 1, LONG_RTT_NS));
        final InputBatcher due = new InputBatcher();
        assertFalse(due.add(0, LONG_RTT_NS));
        assertTrue(due.add(InputBatcher.MAX_HOLD_NS, LONG_RTT_NS));
    }

    @Test
    void shouldCountTheHoldFromTheOldestInput() {
        final InputBatcher batcher = new InputBatcher();
        assertFalse(batcher.add(0, LONG_RTT_NS));
        assertFalse(batcher.add(20 * MS, LONG_RTT_NS));
        assertFalse(batcher.due(32 * MS));
        assertTrue(batcher.due(33 * MS));
    }

    @Test
    void shouldHoldNothingAtFirstAndAfterAFlush() {
        final InputBatcher batcher = new InputBatcher();
        assertFalse(batcher.holding());
        assertFalse(batcher.due(Long.MAX_VALUE));
        assertFalse(batcher.add(0, LONG_RTT_NS));
        batcher.flushed();
        assertFalse(batcher.holding());
        assertFalse(batcher.due(InputBatcher.MAX_HOLD_NS), "nothing is held");
        assertFalse(batcher.add(40 * MS, LONG_RTT_NS), "the hold begins with the next input");
        assertFalse(batcher.due(40 * MS + InputBatcher.MAX_HOLD_NS - 1));
        assertTrue(batcher.due(40 * MS + InputBatcher.MAX_HOLD_NS));
    }

    @Test
    void shouldSendWhatIsHeldWhenTheRoundTripGetsShorter() {
        final InputBatcher batcher = new InputBatcher();
        assertFalse(batcher.add(0, LONG_RTT_NS));
        assertTrue(batcher.add(1, 0));
    }
}
