package io.lockstep.examples.soak;

import io.lockstep.testkit.SwarmScenarios;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Plays drawn matches in which something once went wrong. The files of seeds say what it was, and where the judge was
 * wrong. The ordinary build leaves them to {@code .ci/run} and {@code -Pfleet}.
 */
@EnabledIfSystemProperty(named = "lockstep.fleet", matches = "full|landing")
@Execution(ExecutionMode.CONCURRENT)
class OnceBrokenIT {

    private static final String SEED = "{0}: {1}";

    @ParameterizedTest(name = SEED)
    @CsvFileSource(resources = "/seeds/churn.csv", delimiter = '|')
    void shouldKeepEveryPromiseWhilePeersComeAndGo(final long seed, final String fault) {
        Fleets.assertKept(Fleet.shaped(drawn -> SwarmScenarios.drawChurn(drawn, SwarmScenarios.DEFAULT_FRAMES)),
            Fleets.LIVENESS, seed, seed);
    }

    @ParameterizedTest(name = SEED)
    @CsvFileSource(resources = "/seeds/everything.csv", delimiter = '|')
    void shouldKeepEveryPromiseOfEverything(final long seed, final String fault) {
        Fleets.assertKept(Fleet.shaped(drawn -> SwarmScenarios.drawEverything(drawn, SwarmScenarios.DEFAULT_FRAMES)),
            Fleets.LIVENESS, seed, seed);
    }

    @ParameterizedTest(name = SEED)
    @CsvFileSource(resources = "/seeds/divergences.csv", delimiter = '|')
    void shouldReportEveryDivergence(final long seed, final String fault) {
        Fleets.assertKept(Fleet.shaped(drawn -> SwarmScenarios.drawDivergence(drawn, SwarmScenarios.DIVERGENCE_FRAMES)),
            Fleets.PLAIN, seed, seed);
    }
}
