package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.ScenarioEvent;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenarios that every change must survive. */
@Execution(ExecutionMode.CONCURRENT)
class MatrixIT {

    private static final int SEEDS = Tier.of(1, 3);
    private static final double NS_PER_S = 1e9;

    private static MatchResult play(final Scenario scenario, final long seed, final long statsFromMs) {
        return new MemoryRunner(false, PeerKeys.NONE)
            .run(new Job(scenario, seed, new Job.Options(false, statsFromMs, false)));
    }

    private static long stalls(final MatchResult result) {
        return Arrays.stream(result.stallTicks).max().orElse(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"asymmetric-lan-ocean", "asymmetric-bad-good", "asymmetric-10-200", "asymmetric-reversed",
        "start-frame-0", "start-frame-16bit", "start-frame-24bit", "start-frame-31bit", "start-frame-32bit", "gc-hitch",
        "rtt-spike", "drift-minute", "one-way-cut", "split-brain", "handshake-burst", "tempo-triple", "tempo-slow",
        "delay-orders"})
    void shouldKeepEveryPromise(final String name) {
        final Scenario scenario = Fleets.scenario(name);
        assertEquals(name, scenario.name);
        Fleets.assertKept(seed -> scenario, Fleets.PLAIN, 1, SEEDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"asymmetric-lan-ocean", "asymmetric-bad-good", "asymmetric-10-200", "asymmetric-reversed"})
    void shouldReachFullRateOnAsymmetricRoutes(final String name) {
        final Scenario scenario = Fleets.scenario(name);
        for (int seed = 1; seed <= SEEDS; seed++) {
            final MatchResult result = play(scenario, seed, 10_000);
            assertTrue(Arrays.stream(result.rate).min().orElse(0) >= 0.995, () -> result.summary());
        }
    }

    @Test
    void shouldLowerTheDelayAgainAfterASpike() {
        final Scenario scenario = Fleets.scenario("rtt-spike");
        for (int seed = 1; seed <= SEEDS; seed++) {
            // The spike ends after 10 s.
            final MatchResult result = play(scenario, seed, 20_000);
            assertTrue(result.meanInputDelay() <= 2.0, () -> result.summary());
        }
    }

    @Test
    void shouldNotStallBecauseOfDrift() {
        final MatchResult result = play(Fleets.scenario(Tier.of("drift-minute", "drift-hour")), 1, 10_000);
        assertTrue(result.ok() && stalls(result) == 0, result::summary);
        assertTrue(result.simulatedNs / NS_PER_S < Tier.of(70, 3610), result::summary);
    }

    @Test
    void shouldSurviveABurstOfLossAtEveryPointOfTheHandshake() {
        for (int atMs = 0; atMs <= 600; atMs += 20) {
            for (int direction = 0; direction < 2; direction++) {
                final Scenario scenario = Fleets.scenario("handshake-burst");
                scenario.events.clear();
                scenario.events.add(new ScenarioEvent.DropNext(atMs, direction, 1 - direction, 30));
                final MatchResult result = play(scenario, 1, 0);
                assertTrue(result.ok(), () -> scenario.events + ": " + result.summary());
            }
        }
    }

    @Test
    void shouldFreezeWithoutRedundancyAndSaySo() {
        final MatchResult result = play(Fleets.scenario("redundancy-none"), 1, 0);
        assertFalse(result.ok());
        assertEquals("L2", result.violations.get(0).promise());
    }
}
