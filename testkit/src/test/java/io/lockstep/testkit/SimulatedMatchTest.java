package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedMatchTest {

    private static Scenario scenario(final Profile profile, final int peers, final long frames) {
        final Scenario scenario = Scenario.of(profile, peers, frames);
        scenario.game = StampedGame.NAME;
        return scenario;
    }

    private static MatchResult play(final Scenario scenario, final long seed) {
        return new SimulatedMatch(scenario, seed, StampedGame.seats()).run();
    }

    @Test
    void shouldGiveTheSameRunForTheSameSeedAndAnotherForAnother() {
        final Scenario scenario = scenario(Profile.WIFI_CONGESTED, 3, 200);
        final MatchResult first = play(scenario, 7);
        final MatchResult again = play(scenario, 7);
        assertTrue(first.ok(), first::toJson);
        assertEquals(first.toJson(), again.toJson());
        assertNotEquals(first.traceHash, play(scenario, 8).traceHash);
    }

    @Test
    void shouldEndInTheSameStateEverywhere() {
        final MatchResult result = play(scenario(Profile.MOBILE_4G, 4, 300), 1);
        assertTrue(result.ok(), result::toJson);
        for (int peer = 0; peer < 4; peer++) {
            assertEquals(300, result.frames[peer]);
            assertEquals(result.stateCrc[0], result.stateCrc[peer]);
        }
    }

    @Test
    void shouldReportAStateCorruptedOnPurposeAndNothingElse() {
        final Scenario scenario = scenario(Profile.WIFI_AVERAGE, 3, 400);
        scenario.desyncPolicy = DesyncPolicy.REPORT_ONLY;
        scenario.events.add(new ScenarioEvent.Diverge(1800, 2, DivergenceKind.FLIP));
        final MatchResult result = new SimulatedMatch(scenario, 3, StampedGame.seats()).run();
        assertTrue(result.ok(), result::toJson);
        assertEquals(1, result.divergences.size());
        assertTrue(result.divergences.get(0).lasting(), () -> result.divergences.toString());
        final long checked = result.divergences.get(0).frame() / 30 * 30 + 29;
        assertTrue(result.toJson().contains("\"desyncs\":[{\"frame\":" + checked + ",\"peer\":"), result.toJson());
    }

    /** Two are left at the frame that the first death stopped, before anybody could compare what had gone wrong. */
    @Test
    void shouldAskForNoRepairOfWhoCameToNoCheckFrameAnyMore() {
        final Scenario scenario = scenario(Profile.LAN, 3, 1200);
        scenario.desyncPolicy = DesyncPolicy.REPAIR;
        scenario.events.add(new ScenarioEvent.Diverge(1800, 2, DivergenceKind.FLIP));
        scenario.events.add(new ScenarioEvent.Kill(1850, 0));
        scenario.events.add(new ScenarioEvent.Kill(2000, 1));
        scenario.events.add(new ScenarioEvent.Kill(2000, 2));
        final MatchResult result = play(scenario, 3);
        assertEquals(1, result.divergences.size());
        assertEquals(result.frames[1], result.frames[2]);
        assertNotEquals(result.stateCrc[1], result.stateCrc[2]);
        assertTrue(result.ok(), result::toJson);
    }

    @Test
    void shouldSeeAGameThatIsNotDeterministic() {
        final MatchResult result = new SimulatedMatch(scenario(Profile.LAN, 2, 200), 1, (peer, players, seed) -> {
            final StampedGame game = new StampedGame(peer, seed);
            return new Seat(new Drifting(game, peer), game);
        }).run();
        assertFalse(result.ok());
        assertEquals("S2", result.violations.get(0).promise());
        assertEquals(50, result.violations.get(0).frame());
    }

    @Test
    void shouldNameWhatAGameThrows() {
        final MatchResult result = new SimulatedMatch(scenario(Profile.LAN, 2, 200), 1, (peer, players, seed) -> {
            final StampedGame game = new StampedGame(peer, seed);
            return new Seat(game, (frame, player, input) -> input.putLong(0));
        }).run();
        assertEquals("S14", result.violations.get(0).promise());
    }

    private static boolean isVacuous(final ScenarioEvent... events) {
        final Scenario scenario = scenario(Profile.LAN, 2, 200);
        scenario.events.addAll(List.of(events));
        return play(scenario, 1).violations.stream().anyMatch(violation -> violation.promise().equals("VACUOUS"));
    }

    @Test
    void shouldCallARunWithoutFramesVacuous() {
        final ScenarioEvent cut = new ScenarioEvent.Cut(0, 60_000, 0, 1);
        assertTrue(isVacuous(cut));
        assertTrue(isVacuous(cut, new ScenarioEvent.Cut(65_000, ScenarioEvent.PERMANENT, 0, 1)));
    }

    @Test
    void shouldNotCallARunVacuousInWhichPeersAreCutOffForGoodBeforeTheyMeet() {
        assertFalse(isVacuous(new ScenarioEvent.Cut(0, ScenarioEvent.PERMANENT, 0, 1)));
        assertFalse(isVacuous(new ScenarioEvent.Pause(0, 5000, 1),
            new ScenarioEvent.Cut(4000, ScenarioEvent.PERMANENT, 0, 1)));
    }

    @Test
    void shouldCallARunWithoutTheFaultsItAskedForVacuous() {
        final Scenario scenario = scenario(Profile.LAN, 2, 2000);
        // Asked for on paper, and calmed at once by a later rule that the expectation does not know.
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(1).withLoss(0.1)));
        scenario.events.add(new ScenarioEvent.Link(0, 0, LinkRule.of(LinkRule.ANY, LinkRule.ANY,
            LinkConditions.latency(1))));
        final MatchResult result = play(scenario, 1);
        assertEquals("VACUOUS", result.violations.get(0).promise(), result::toJson);
    }

    @Test
    void shouldAddLiveness() {
        final Scenario scenario = scenario(Profile.LAN, 2, 120);
        scenario.events.add(new ScenarioEvent.Cut(500, 4000, 0, 1));
        final MatchResult result = new SimulatedMatch(scenario, 1, StampedGame.seats()).liveness(true).run();
        assertTrue(result.ok(), result::toJson);
        assertEquals(120 + SimulatedMatch.LIVENESS_FRAMES, result.frames[0]);
        assertTrue(result.simulatedNs < 8_000_000_000L, result::toJson);
    }

    @Test
    void shouldCountStalledTicksFromOutside() {
        final Scenario scenario = scenario(Profile.LAN, 2, 600);
        scenario.events.add(new ScenarioEvent.Pause(5000, 500, 1));
        final MatchResult result = play(scenario, 1);
        assertTrue(result.ok(), result::toJson);
        for (int peer = 0; peer < 2; peer++) {
            assertTrue(result.stallTicks[peer] >= 24 && result.stallTicks[peer] <= 36, result::toJson);
            assertTrue(result.longestStallNs[peer] > 400_000_000L, result::toJson);
        }
    }

    @Test
    void shouldShrinkAScenarioThatBreaksAPromise() {
        final Scenario scenario = SwarmScenarios.draw(2, 1200);
        scenario.events.add(new ScenarioEvent.Pause(1000, 100, 0));
        final Scenario shrunk = new ScenarioShrinker(scenario, 500, () -> false,
            smaller -> smaller.events.stream().anyMatch(ScenarioEvent.Pause.class::isInstance)).shrink();
        assertEquals(1, shrunk.events.size());
        assertEquals(2, shrunk.peers);
        assertTrue(shrunk.frames < 120, shrunk::toJson);
    }

    /** Differs at one peer from a frame on. */
    private record Drifting(Simulation game, int peer) implements Simulation {
        private static int extra(final long frame, final int peer) {
            return frame >= 50 ? peer : 0;
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int i = 0; i <= extra(frame, peer); i++) {
                game.step(frame, inputs);
            }
        }

        @Override
        public void save(final StateWriter out) {
            game.save(out);
        }

        @Override
        public void load(final ByteBuffer state) {
            game.load(state);
        }
    }
}
