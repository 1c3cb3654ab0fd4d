package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.SwarmScenarios;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the count of ingredients that were drawn together. */
class CoverageTest {

    private static final long FIRST_SEED = 106_000_001;

    private static Coverage drawn(final boolean hasShapes) {
        final Coverage coverage = new Coverage(hasShapes);
        for (long seed = FIRST_SEED; seed < FIRST_SEED + Coverage.MATCHES; seed++) {
            final Scenario scenario = SwarmScenarios.drawEverything(seed, SwarmScenarios.DEFAULT_FRAMES);
            coverage.add(scenario);
        }
        return coverage;
    }

    @Test
    void shouldMissNothingInFiveHundredMatchesWithoutShapes() {
        final Coverage coverage = drawn(false);
        assertEquals(List.of(), coverage.missing());
        assertFalse(coverage.failed());
        assertFalse(coverage.line().contains("never"));
    }

    @Test
    void shouldFailWithTheNamesOfPairsThatFiveHundredMatchesDidNotDraw() {
        final Coverage coverage = drawn(true);
        assertTrue(coverage.failed());
        assertTrue(coverage.line().contains("network with udp"), coverage.line());
    }

    @Test
    void shouldAskNoSmallFleetForEveryPair() {
        final Coverage coverage = new Coverage(true);
        coverage.add(SwarmScenarios.drawEverything(FIRST_SEED, SwarmScenarios.DEFAULT_FRAMES));
        assertFalse(coverage.failed());
        assertFalse(coverage.line().contains("never"));
    }
}
