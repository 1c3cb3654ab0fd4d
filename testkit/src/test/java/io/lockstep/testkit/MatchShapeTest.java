package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MatchShapeTest {

    private static final int SEEDS = 300;

    private static Scenario shaped(final long seed) {
        return SwarmScenarios.shaped(SwarmScenarios.drawEverything(seed, SwarmScenarios.DEFAULT_FRAMES), seed);
    }

    @Test
    void shouldDrawEveryIngredient() {
        final EnumSet<Ingredient> drawn = EnumSet.noneOf(Ingredient.class);
        for (int seed = 1; seed <= SEEDS; seed++) {
            drawn.addAll(Ingredient.of(shaped(seed)));
        }
        assertEquals(EnumSet.allOf(Ingredient.class), drawn);
    }

    @Test
    void shouldWriteAndReadEveryShape() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            final Scenario scenario = shaped(seed);
            final String written = scenario.toJson();
            assertEquals(written, Scenario.parse(written.getBytes(StandardCharsets.UTF_8)).toJson());
            assertEquals(written, scenario.copy().toJson());
        }
    }

    @Test
    void shouldLeaveWhatWasDrawnBeforeAsItIs() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            final Scenario drawn = SwarmScenarios.drawChurn(seed, SwarmScenarios.DEFAULT_FRAMES);
            final String before = drawn.toJson();
            SwarmScenarios.shaped(drawn, seed);
            assertEquals(before, drawn.toJson());
        }
    }

    @Test
    void shouldKeepTheLengthOfAMatchAtEveryTickRate() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            final Scenario drawn = SwarmScenarios.drawFaults(seed, SwarmScenarios.DEFAULT_FRAMES);
            assertEquals(drawn.nominalMs(), SwarmScenarios.shaped(drawn, seed).nominalMs(), 100);
        }
    }

    @ParameterizedTest
    @EnumSource(PeerKeys.class)
    void shouldPlaySeveralPlayersAtEachPeer(final PeerKeys keys) {
        final Scenario scenario = Scenario.of(Profile.WIFI_AVERAGE, 3, 300);
        scenario.game = StampedGame.NAME;
        scenario.players = 8;
        scenario.tickRate = 144;
        scenario.inputBytes = 16;
        scenario.eventBytes = 200;
        scenario.eventFrames = 2;
        scenario.checksumInterval = 7;
        scenario.stateBytes = 2000;
        scenario.stateChangeFrames = 3;
        scenario.udp = keys != PeerKeys.MATCH;
        scenario.keys = keys;
        final MatchResult result = new SimulatedMatch(scenario, 1, StampedGame.seats(scenario)).run();
        assertTrue(result.ok(), result::toJson);
    }
}
