package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectedLossesTest {

    private final Scenario scenario = new Scenario();

    private void assertStay(final int mask, final ScenarioEvent... events) {
        scenario.peers = 5;
        scenario.frames = 3600;
        scenario.events.clear();
        scenario.events.addAll(List.of(events));
        assertEquals(mask, new ExpectedLosses(scenario).mustStay(), scenario.events.toString());
    }

    @Test
    void shouldExcuseNobodyFromShortOutages() {
        assertStay(0b11111, new ScenarioEvent.Cut(0, 3000, 0, 1), new ScenarioEvent.Pause(0, 3000, 2),
            new ScenarioEvent.Partition(0, 3000, List.of(List.of(3), List.of(4))));
    }

    @Test
    void shouldExcuseTheSideThatCannotDecide() {
        assertStay(0b00111, new ScenarioEvent.Partition(0, 9000, List.of(List.of(0, 1, 2), List.of(3, 4))));
        assertStay(0b11100, new ScenarioEvent.Partition(0, 0, List.of(List.of(0, 1), List.of(2, 3, 4))));
    }

    @Test
    void shouldExcuseBothEndsOfALongCut() {
        assertStay(0b11100, new ScenarioEvent.Cut(0, ScenarioEvent.PERMANENT, 0, 1));
        assertStay(0b11110, new ScenarioEvent.Cut(0, ScenarioEvent.PERMANENT, 0, LinkRule.ANY));
        assertStay(0b10111, new ScenarioEvent.Cut(0, ScenarioEvent.PERMANENT, LinkRule.ANY, 3));
        assertStay(0, new ScenarioEvent.Cut(0, ScenarioEvent.PERMANENT, LinkRule.ANY, LinkRule.ANY));
    }

    @Test
    void shouldExcuseWhoGoesAndEverybodyIfTooManyGo() {
        assertStay(0b11010, new ScenarioEvent.Kill(1000, 0), new ScenarioEvent.Leave(2000, 2));
        assertStay(0b11110, new ScenarioEvent.KillAt(0, 0, "Cut", 1));
        assertStay(0, new ScenarioEvent.Kill(1000, 0), new ScenarioEvent.Kill(2000, 1),
            new ScenarioEvent.Kill(2000, 4));
    }

    @Test
    void shouldExpectWhoComesBackInTime() {
        assertStay(0b11101, new ScenarioEvent.Kill(1000, 1), new ScenarioEvent.Restart(9000, 1));
        assertEquals(0b00010, new ExpectedLosses(scenario).mustReturn());
        assertStay(0b11101, new ScenarioEvent.Kill(1000, 1), new ScenarioEvent.Restart(50_000, 1));
        assertEquals(0, new ExpectedLosses(scenario).mustReturn());
        assertStay(0b01111, new ScenarioEvent.Join(1000, 4));
        assertEquals(0b10000, new ExpectedLosses(scenario).mustReturn());
    }

    @ParameterizedTest
    @CsvSource({"HALT, 0", "CONTINUE_TIEBREAK, 1", "CONTINUE_ALL, 1", "REJOIN, 1"})
    void shouldExcuseOneOfTwoThatStopsWhenItLosesTheOther(final TwoPeerPolicy policy, final int mask) {
        scenario.peers = 2;
        scenario.frames = 3600;
        scenario.twoPeerPolicy = policy;
        scenario.events.addAll(List.of(new ScenarioEvent.Kill(6000, 1), new ScenarioEvent.Restart(11_000, 1)));
        final ExpectedLosses losses = new ExpectedLosses(scenario);
        assertEquals(mask, losses.mustStay());
        assertEquals(mask << 1, losses.mustReturn());
        scenario.events.clear();
        scenario.events.add(new ScenarioEvent.Leave(6000, 1));
        assertEquals(1, new ExpectedLosses(scenario).mustStay());
    }

    /** One of two peers, or of the last two of three, is killed and returns, under each two-peer policy. */
    @ParameterizedTest
    @CsvSource({"2, 0", "2, 1", "3, 0", "3, 1"})
    void shouldFindNoFaultWithTwoThatLoseEachOther(final int peers, final int killed) {
        for (final TwoPeerPolicy policy : TwoPeerPolicy.values()) {
            final Scenario played = new Scenario();
            played.peers = peers;
            played.frames = 1500;
            played.twoPeerPolicy = policy;
            if (peers > 2) {
                played.events.add(new ScenarioEvent.Kill(1000, 2));
            }
            played.events.add(new ScenarioEvent.Kill(6000, killed));
            played.events.add(new ScenarioEvent.Restart(11_000, killed));
            played.game = StampedGame.NAME;
            played.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(20)));
            final MatchResult result = new SimulatedMatch(played, 1, StampedGame.seats()).run();
            assertEquals(List.of(), result.violations, policy.toString());
        }
    }
}
