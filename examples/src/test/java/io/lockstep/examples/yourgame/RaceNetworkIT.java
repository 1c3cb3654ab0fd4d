package io.lockstep.examples.yourgame;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.sync.StateFields;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.LinkRule;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.ScenarioEvent;
import io.lockstep.testkit.Seat;
import io.lockstep.testkit.SimulatedMatch;
import io.lockstep.testkit.SwarmTest;
import io.lockstep.testkit.SyncTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class RaceNetworkIT {

    /** The game: who presses the pedal gets faster. Yours goes here. */
    static final class Race extends DeclaredSimulation {

        private final int[] speed;
        private final int[] place;

        Race(final int players) {
            speed = new int[players];
            place = new int[players];
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < place.length; player++) {
                speed[player] += inputs.bits(player) == 0 ? -speed[player] / 8 : 3;
                place[player] += speed[player];
            }
        }

        @Override
        public void fields(final StateFields fields) {
            fields.section("cars");
            fields.array("speed", speed);
            fields.array("place", place);
        }
    }

    /** The players: bots that decide by frame and player alone. */
    private static final InputSource BOT = (frame, player, input) ->
        input.putShort((short) (frame / 20 % (player + 2) == 0 ? 1 : 0));

    private static MatchResult play(final Scenario scenario, final long seed) {
        return new SimulatedMatch(scenario, seed, (peer, players, matchSeed) -> new Seat(new Race(players), BOT)).run();
    }

    @Test
    void shouldSaveAndLoadItsWholeState() {
        final SyncTest.Result result = new SyncTest(4, () -> new Race(4), BOT).run(3600);
        assertTrue(result.ok(), result::detail);
    }

    /** What a game must pass that is to be played ahead, on guesses. */
    @Test
    void shouldBeTakenBackAndPlayedAgain() {
        final SyncTest.Result result = new SyncTest(4, () -> new Race(4), BOT).rollback(8).run(3600);
        assertTrue(result.ok(), result::detail);
    }

    @Test
    void shouldPlayOnEveryProfile() {
        for (final Profile profile : Profile.values()) {
            final MatchResult result = play(Scenario.of(profile, 4, 1800), 1);
            assertTrue(result.ok(), result::toJson);
        }
    }

    @Test
    void shouldSurviveAHitchAndACut() {
        final Scenario scenario = new Scenario();
        scenario.name = "hitch-and-cut";
        scenario.peers = 3;
        scenario.frames = 1800;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(40).withLoss(0.05)));
        scenario.events.add(new ScenarioEvent.Pause(5000, 800, 1));
        scenario.events.add(new ScenarioEvent.Cut(12_000, 3000, 0, 2));
        for (long seed = 1; seed <= 3; seed++) {
            final MatchResult result = play(scenario, seed);
            assertTrue(result.ok(), result::toJson);
        }
    }

    /** Peers die, leave, come back and are cut off, on networks of every kind. */
    @Test
    void shouldSurviveWhateverIsDrawn() {
        final SwarmTest.Result result = SwarmTest
            .of((peer, players, matchSeed) -> new Seat(new Race(players), BOT)).seeds(1, 8).run();
        assertTrue(result.ok(), result::detail);
    }
}
