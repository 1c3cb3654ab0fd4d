package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What makes a game go wrong, and that it is seen by those who look. */
class DivergerTest {

    private static final Set<String> FIELDS = Set.of("players.score", "players.speed", "units.units", "units.place",
        "units.health", "units.awake", "grid.grid", "world.randomState", "world.randomIncrement", "world.weather",
        "world.last");

    private static MatchResult play(final SeatFactory seats, final long seed, final DivergenceKind... kinds) {
        final Scenario scenario = Scenario.of(Profile.LAN, 2, 120);
        scenario.game = FieldsGame.NAME;
        scenario.desyncPolicy = DesyncPolicy.REPORT_ONLY;
        for (final DivergenceKind kind : kinds) {
            scenario.events.add(new ScenarioEvent.Diverge(1300, (int) (seed & 1), kind));
        }
        return new SimulatedMatch(scenario, seed, seats).run();
    }

    @Test
    void shouldTurnOverABitOfEveryField() {
        final Set<String> fields = new TreeSet<>();
        for (long seed = 0; seed < 120; seed++) {
            final MatchResult result = play(FieldsGame.seats(), seed, DivergenceKind.FLIP);
            assertTrue(result.ok(), result::toJson);
            final MatchResult.Divergence one = result.divergences.get(0);
            assertEquals(seed & 1, one.peer());
            fields.add(one.section() + "." + one.field());
        }
        assertEquals(new TreeSet<>(FIELDS), fields);
    }

    @ParameterizedTest
    @EnumSource(DivergenceKind.class)
    void shouldMakeTheStatesDifferAndHaveTheFieldNamed(final DivergenceKind kind) {
        final MatchResult result = play(FieldsGame.seats(), 5, kind);
        assertTrue(result.ok(), result::toJson);
        assertEquals(1, result.divergences.size());
        assertEquals(kind, result.divergences.get(0).kind());
        assertTrue(result.divergences.get(0).lasting());
        assertNotEquals(result.stateCrc[0], result.stateCrc[1]);
        assertEquals(2, result.namedDivergences);
        final String named = "\"section\":\"" + result.divergences.get(0).section() + "\",\"field\":\""
            + result.divergences.get(0).field();
        assertTrue(result.toJson().contains(named), result::toJson);
    }

    /** Played for long enough, with a round trip of 80 ms and some loss. */
    @ParameterizedTest
    @EnumSource(DivergenceKind.class)
    void shouldSeeStatesEqualAgainWithinASecondOfARepair(final DivergenceKind kind) {
        final Scenario scenario = new Scenario();
        scenario.peers = 3;
        scenario.frames = 480;
        scenario.game = FieldsGame.NAME;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(40).withLoss(0.02)));
        scenario.events.add(new ScenarioEvent.Diverge(2000, kind.ordinal() % 3, kind));
        for (long seed = 1; seed <= 3; seed++) {
            final MatchResult result = new SimulatedMatch(scenario, seed, FieldsGame.seats()).run();
            assertTrue(result.ok(), result::toJson);
            assertEquals(1, result.divergences.size());
            assertEquals(result.stateCrc[0], result.stateCrc[1]);
            assertEquals(result.stateCrc[0], result.stateCrc[2]);
        }
    }

    @Test
    void shouldSkipADraw() {
        final MatchResult result = play(FieldsGame.seats(), 1, DivergenceKind.SKIP_DRAW);
        assertEquals("world", result.divergences.get(0).section());
        assertEquals("randomState", result.divergences.get(0).field());
    }

    @Test
    void shouldSayWhenNothingCouldGoWrong() {
        final Scenario scenario = Scenario.of(Profile.LAN, 2, 600);
        scenario.events.add(new ScenarioEvent.Diverge(1000, 0, DivergenceKind.SKIP_DRAW));
        final MatchResult result = new SimulatedMatch(scenario, 1, StampedGame.seats()).run();
        assertFalse(result.ok());
        assertEquals("VACUOUS", result.violations.get(0).promise());
    }

    /** Two that have agreed to stop when they lose each other do so before the one's game is told to go wrong. */
    @ParameterizedTest
    @ValueSource(longs = {4000, 6500, 9000, 14_000})
    void shouldNotAskForWhatTheMatchDidNotLastFor(final long atMs) {
        final Scenario scenario = Scenario.of(Profile.LAN, 2, 1200);
        scenario.twoPeerPolicy = TwoPeerPolicy.HALT;
        scenario.dropTimeoutMs = 4000;
        scenario.events.add(new ScenarioEvent.Partition(3000, 8000, List.of(List.of(0), List.of(1))));
        scenario.events.add(new ScenarioEvent.Diverge(atMs, 1, DivergenceKind.ALTER_INPUT));
        final MatchResult result = new SimulatedMatch(scenario, 1, StampedGame.seats()).liveness(true).run();
        assertTrue(result.ok(), result::toJson);
    }

    @Test
    void shouldPlayTheSameMatchAgain() {
        final MatchResult first = play(FieldsGame.seats(), 3, DivergenceKind.FLIP, DivergenceKind.ALTER_INPUT);
        final MatchResult again = play(FieldsGame.seats(), 3, DivergenceKind.FLIP, DivergenceKind.ALTER_INPUT);
        assertEquals(first.toJson(), again.toJson());
        assertEquals(first.divergences, again.divergences);
        assertEquals(2, first.divergences.size());
    }
}
