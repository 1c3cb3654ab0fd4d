package io.lockstep.examples.soak;

import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.SwarmScenarios;
import io.lockstep.testkit.Tier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Some three hundred matches, each promise checked at each frame of each peer. Drawn matches in which something once
 * went wrong are played for good: the files of seeds say what it was, and where it was the judge's.
 */
@Execution(ExecutionMode.CONCURRENT)
class FleetIT {

    private static final String SEED = "{0}: {1}";
    /** As many as the ten minutes of every build leave time for; {@link FullFleetIT} plays forty thousand. */
    private static final int SWARM_SEEDS = Tier.of(30, 100);
    private static final int CHURN_SEEDS = Tier.of(30, 100);
    private static final int EVERYTHING_SEEDS = 40;
    private static final int DIVERGENT_MATCHES = Tier.of(120, 200);
    private static final int DIVERGENCES = Tier.of(150, 250);
    private static final int QUIET_MATCHES = Tier.of(1, 2);
    private static final long HALF_HOUR_FRAMES = 60 * 60 * 30;

    @Test
    void shouldKeepEveryPromiseInASwarmOfDrawnScenarios() {
        Fleets.assertKept(seed -> SwarmScenarios.drawFaults(seed, SwarmScenarios.DEFAULT_FRAMES), Fleets.LIVENESS, 1,
            SWARM_SEEDS);
    }

    /** Processes die, leave, come back and are cut off for longer than the others wait. */
    @Test
    void shouldHaveOneHistoryAndGoOnWhoeverComesAndGoes() {
        Fleets.assertKept(seed -> SwarmScenarios.drawChurn(seed, SwarmScenarios.DEFAULT_FRAMES), Fleets.LIVENESS, 1,
            CHURN_SEEDS);
    }

    @ParameterizedTest(name = SEED)
    @CsvFileSource(resources = "/seeds/churn.csv", delimiter = '|')
    void shouldKeepEveryPromiseWhereItWasOnceBroken(final long seed, final String fault) {
        Fleets.assertKept(Fleet.shaped(drawn -> SwarmScenarios.drawChurn(drawn, SwarmScenarios.DEFAULT_FRAMES)),
            Fleets.LIVENESS, seed, seed);
    }

    /**
     * Pauses, events, leaves, deaths, joins, divergences, repairs and state syncs, most of them in one match, and each
     * match in a shape of its own.
     */
    @Test
    void shouldKeepEveryPromiseWhereEverythingIsDrawnTogether() {
        Fleets.assertKeptTogether(1_061_000_001, 1_061_000_000 + EVERYTHING_SEEDS);
    }

    @ParameterizedTest(name = SEED)
    @CsvFileSource(resources = "/seeds/everything.csv", delimiter = '|')
    void shouldKeepEveryPromiseOfEverythingWhereItWasOnceBroken(final long seed, final String fault) {
        Fleets.assertKept(Fleet.shaped(drawn -> SwarmScenarios.drawEverything(drawn, SwarmScenarios.DEFAULT_FRAMES)),
            Fleets.LIVENESS, seed, seed);
    }

    /**
     * A state of hundreds of datagrams travels at its own rate, and the match goes on beside it; where such states
     * differ, not every frame's is kept, and the first one that both keep is compared. A peer that was just repaired is
     * ordered to load an earlier state: nobody else is repaired until it answers.
     */
    @ParameterizedTest
    @CsvSource({"large-state, 1, 1", "large-state-diverges, 1, 2", "sync-after-repair, 61000146, 61000146"})
    void shouldSendStatesBesideTheMatch(final String name, final long first, final long last) {
        final Scenario scenario = Fleets.scenario(name);
        Fleets.assertKept(seed -> scenario, Fleets.PLAIN, first, last);
    }

    /** What is new fits the line, but not what is unacknowledged in every window, once a queue makes that longer. */
    @Test
    void shouldPlayOnALineTooNarrowForEveryCopy() {
        final Scenario scenario = Fleets.scenario("narrow-line");
        Fleets.assertKept(seed -> scenario, Fleets.LIVENESS, 1, 4);
    }

    /**
     * Half a minute, or a whole one; eight cost twenty times as much as two, and have settled long before two thirds of
     * it.
     */
    @ParameterizedTest
    @CsvSource({"2, 1800", "3, 1800", "4, 1800", "8, 600"})
    void shouldKeepEveryPromiseOnEveryProfile(final int peers, final int frames) {
        final Profile[] profiles = Profile.values();
        Fleets.assertKept(seed -> Scenario.of(profiles[(int) (seed % profiles.length)], peers,
            Tier.of(frames, 2 * frames)), Fleets.PLAIN, 0, profiles.length - 1);
    }

    /** A bit turned over in any field of the state, an input lost or changed at one peer alone, a draw skipped. */
    @Test
    void shouldReportEveryDivergence() {
        Fleets.assertReported(1, DIVERGENT_MATCHES, DIVERGENCES);
    }

    @ParameterizedTest(name = SEED)
    @CsvFileSource(resources = "/seeds/divergences.csv", delimiter = '|')
    void shouldReportEveryDivergenceWhereItWasOnceMissed(final long seed, final String fault) {
        Fleets.assertKept(Fleet.shaped(drawn -> SwarmScenarios.drawDivergence(drawn, SwarmScenarios.DIVERGENCE_FRAMES)),
            Fleets.PLAIN, seed, seed);
    }

    /** An hour of play in which nothing is wrong: nobody may think that anything is. */
    @Test
    void shouldSeeNoFaultWhereThereIsNone() {
        Fleets.assertQuiet(1, QUIET_MATCHES, HALF_HOUR_FRAMES);
    }
}
