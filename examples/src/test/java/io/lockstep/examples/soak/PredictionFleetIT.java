package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.StampedGame;
import io.lockstep.testkit.SwarmScenarios;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The fleets with games that are played ahead: a frame, eight, thirty, or each peer by a number of its own. Beside each
 * game a second one is stepped in plain lockstep, and both must settle the same.
 */
@Execution(ExecutionMode.CONCURRENT)
class PredictionFleetIT {

    private static final int[] WINDOWS = {1, 8, 30};
    private static final int SWARM_SEEDS = Tier.of(8, 20);
    private static final int CHURN_SEEDS = Tier.of(8, 28);
    private static final int EVERYTHING_SEEDS = Tier.of(8, 12);
    private static final int DIVERGENT_MATCHES = Tier.of(12, 32);
    private static final int FRAMES = 360;

    /** One match of four has windows of all kinds. */
    private static LongFunction<Scenario> ahead(final LongFunction<Scenario> matches) {
        return seed -> {
            final Scenario match = matches.apply(seed).copy();
            final int which = (int) (seed % (WINDOWS.length + 1));
            if (which < WINDOWS.length) {
                match.prediction = WINDOWS[which];
            } else {
                match.mixWindows(seed);
            }
            if (match.game.equals(StampedGame.NAME) && seed % 2 == 0) {
                // With inputs that change in each frame no guess is ever right.
                match.game = StampedGame.HELD;
            }
            return match;
        };
    }

    @Test
    void shouldKeepEveryPromiseInASwarmOfDrawnScenarios() {
        Fleets.assertKept(ahead(seed -> SwarmScenarios.drawFaults(seed, SwarmScenarios.DEFAULT_FRAMES)),
            Fleets.LIVENESS, 1, SWARM_SEEDS);
    }

    @Test
    void shouldHaveOneHistoryWhoeverComesAndGoes() {
        Fleets.assertKept(ahead(seed -> SwarmScenarios.drawChurn(seed, SwarmScenarios.DEFAULT_FRAMES)),
            Fleets.LIVENESS, 8_204_001, 8_204_000 + CHURN_SEEDS);
    }

    @Test
    void shouldKeepEveryPromiseWhereEverythingIsDrawnTogether() {
        Fleets.assertKept(ahead(seed -> SwarmScenarios.drawEverything(seed, SwarmScenarios.DEFAULT_FRAMES)),
            Fleets.LIVENESS, 76_824_301, 76_824_300 + EVERYTHING_SEEDS);
    }

    @Test
    void shouldReportAndRepairEveryDivergence() {
        Fleets.assertKept(ahead(seed -> SwarmScenarios.drawDivergence(seed, SwarmScenarios.DIVERGENCE_FRAMES)),
            Fleets.PLAIN, 76_824_401, 76_824_400 + DIVERGENT_MATCHES);
    }

    @ParameterizedTest
    @CsvSource({"WIFI_CONGESTED, 1", "TERRIBLE, 1", "BURSTY, 2"})
    void shouldPlayOverPlainUdpAndAeron(final Profile profile, final long first) {
        final LongFunction<Scenario> matches = ahead(seed -> Scenario.of(profile, 3, FRAMES));
        for (final MatchRunner runner : new MatchRunner[] {
            new MemoryRunner(true, PeerKeys.NONE), new AeronRunner(PeerKeys.NONE)}) {
            final MatchResult result = runner.run(new Job(matches.apply(first), first, Fleets.PLAIN));
            assertTrue(result.ok(), result::toJson);
            assertTrue(result.foreseen().rollbacks() > 0, result::toJson);
        }
    }
}
