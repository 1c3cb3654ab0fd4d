package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays a few combinations of docs/NETWORK.md in shorter matches. */
@Execution(ExecutionMode.CONCURRENT)
class RateMatchTest {

    private static final int SECONDS = 5;
    private static final double P99 = 99;
    private static final double US_PER_MS = 1000;

    private static RateMatch.Result play(final String combination) {
        return RateMatch.play(new RateList(combination, 1).cases().get(0), 1, true, SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"event=255 rtt=200", "input=64 rtt=300", "input=64 hz=240 rtt=300",
        "local=4 input=16 event=64 rtt=300", "hz=240 rtt=600"})
    void shouldReachTheFullRate(final String combination) {
        final RateMatch.Result result = play(combination);
        assertNull(result.ended(), combination);
        assertTrue(result.rate() >= RateTable.PROMISED_RATE, () -> combination + ": " + result.rate() + " %");
    }

    @ParameterizedTest
    @ValueSource(strings = {"uplink=1 event=255 hz=240", "uplink=1 peers=4 hz=240 input=16"})
    void shouldLeaveAThinLineFree(final String combination) {
        final RateMatch.Result result = play(combination);
        assertNull(result.ended(), combination);
        final double waitMs = result.waits().getValueAtPercentile(P99) / US_PER_MS;
        assertTrue(result.rate() >= RateTable.PROMISED_RATE && waitMs <= RateTable.PROMISED_WAIT_MS,
            () -> combination + ": " + result.rate() + " %, a queue of " + waitMs + " ms");
    }

    @Test
    void shouldRefuseAFrameThatNoDatagramHolds() {
        assertNotNull(play("local=4 input=64 event=255").refused());
    }
}
