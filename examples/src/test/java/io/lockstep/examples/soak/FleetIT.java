package io.lockstep.examples.soak;

import io.lockstep.core.Tier;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.SwarmScenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Drawn matches, each promise checked at each frame of each peer. The ordinary build plays few: the matches of
 * everything are chosen by what they draw together, and two matches of a fleet find most of what many find
 * (docs/BLINDNESS.md).
 */
@Execution(ExecutionMode.CONCURRENT)
class FleetIT {

    /** As many as the ten minutes of every build leave time for; {@link FullFleetIT} plays forty thousand. */
    private static final int SWARM_SEEDS = Tier.of(10, 100);
    private static final int CHURN_SEEDS = Tier.of(10, 100);
    private static final int DIVERGENT_MATCHES = Tier.of(120, 200);
    private static final int DIVERGENCES = Tier.of(150, 250);
    /** Frames of a match without a fault, at 60 Hz: five minutes, or half an hour. */
    private static final long QUIET_FRAMES = Tier.of(18_000L, 108_000L);
    /**
     * Seeds of everything, taken from the first six hundred. The first seven draw each pair of ingredients that one
     * match can have. The others, with the sixth one, draw each of these pairs that three and more players can have.
     */
    private static final long[] CHOSEN = {
        1_061_000_131, 1_061_000_277, 1_061_000_176, 1_061_000_396, 1_061_000_096, 1_061_000_360, 1_061_000_058,
        1_061_000_021, 1_061_000_561, 1_061_000_524, 1_061_000_434, 1_061_000_118, 1_061_000_046, 1_061_000_376,
        1_061_000_196};

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

    /**
     * Pauses, events, leaves, deaths, joins, divergences, repairs and state syncs, most of them in one match, and each
     * match in a shape of its own.
     */
    @Test
    void shouldKeepEveryPromiseWhereEverythingIsDrawnTogether() {
        Fleets.assertKeptTogether(match -> CHOSEN[(int) match], 0, CHOSEN.length - 1);
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

    /** Fifteen seconds, or a minute; eight players cost twenty times as much as two, and have less of it. */
    @ParameterizedTest
    @CsvSource({"2, 900", "3, 900", "4, 900", "8, 450"})
    void shouldKeepEveryPromiseOnEveryProfile(final int peers, final int frames) {
        final Profile[] profiles = Profile.values();
        Fleets.assertKept(seed -> Scenario.of(profiles[(int) (seed % profiles.length)], peers,
            Tier.of(frames, 4 * frames)), Fleets.PLAIN, 0, profiles.length - 1);
    }

    /** A bit turned over in any field of the state, an input lost or changed at one peer alone, a draw skipped. */
    @Test
    void shouldReportEveryDivergence() {
        Fleets.assertReported(1, DIVERGENT_MATCHES, DIVERGENCES);
    }

    /** Nothing goes wrong: nobody may think that anything does. */
    @Test
    void shouldSeeNoFaultWhereThereIsNone() {
        Fleets.assertQuiet(1, 2, QUIET_FRAMES);
    }
}
