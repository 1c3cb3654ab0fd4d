package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Of five peers 3 and 4 are lost to the others, who agree to go on without them; but the cut reaches only 0 and 1, and
 * then 2 hears 3 and 4 again and no longer 0 and 1. Both sides could decide by the newest epoch they know.
 */
class MovingPartitionIT {

    private static final int SEEDS = Tier.of(3, 10);

    @Test
    void shouldPlayOnOnOneSideAlone() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            final Scenario scenario = Scenario.of(Profile.WIFI_GOOD, 5, 2400);
            scenario.game = StampedGame.NAME;
            // Only so that the judge does not expect everybody at the end.
            scenario.events.add(new ScenarioEvent.Partition(1_000_000, 1_000_000, List.of(List.of(0, 1),
                List.of(2, 3, 4))));
            final MovingWorld world = new MovingWorld(scenario, seed);
            final MatchResult result = new SimulatedMatch(scenario, seed, StampedGame.seats()).world(world).run();
            final String shown = "seed " + seed + ": " + result.toJson();
            assertTrue(world.hasMoved(), shown);
            assertTrue(result.ok(), shown);
            assertEquals("peers 2, 3 and 4", result.members.toString(), shown);
            assertEquals(2400, result.frames[2], shown);
        }
    }
}
