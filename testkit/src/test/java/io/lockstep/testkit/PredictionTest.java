package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches that are played ahead beside the same in lockstep. */
class PredictionTest {

    private static final int SEEDS = 6;
    private static final int FRAMES = 400;

    /** Whose inputs depend on nothing but the frame they are for: with a fixed delay all matches are fed the same. */
    private static Scenario match(final Profile profile) {
        final Scenario scenario = Scenario.of(profile, 3, FRAMES);
        scenario.game = StampedGame.NAME;
        scenario.delayMode = DelayMode.FIXED;
        scenario.delayTicks = 3;
        return scenario;
    }

    private static MatchResult play(final Scenario scenario, final long seed) {
        final MatchResult result = new SimulatedMatch(scenario, seed, StampedGame.seats()).run();
        assertTrue(result.ok(), () -> "seed " + seed + ": " + result.violations);
        return result;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 30})
    void shouldHaveTheChainOfLockstep(final int window) {
        long rollbacks = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            final Scenario scenario = match(seed % 2 == 0 ? Profile.MOBILE_3G : Profile.TERRIBLE);
            final MatchResult lockstep = play(scenario, seed);
            scenario.prediction = window;
            final MatchResult ahead = play(scenario, seed);
            rollbacks += ahead.foreseen().rollbacks();
            assertEquals(0, lockstep.foreseen().rollbacks());
            assertEquals(lockstep.foreseen().settled(), ahead.foreseen().settled());
            assertArrayEquals(lockstep.stateCrc, ahead.stateCrc, "seed " + seed + ", window " + window);
        }
        assertTrue(rollbacks > SEEDS * FRAMES / 20, rollbacks + " rollbacks");
    }

    /** How far each plays ahead is its own affair. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void shouldHaveItWithWindowsOfTheirOwn(final int window) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            final Scenario scenario = match(Profile.MOBILE_3G);
            final MatchResult lockstep = play(scenario, seed);
            scenario.prediction = window;
            scenario.windows.add(new ScenarioValues.Window(1, 30));
            scenario.windows.add(new ScenarioValues.Window(2, 1));
            assertArrayEquals(lockstep.stateCrc, play(scenario, seed).stateCrc, "seed " + seed);
        }
    }
}
