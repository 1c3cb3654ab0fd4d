package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.Seat;
import io.lockstep.testkit.SimulatedMatch;
import io.lockstep.testkit.StampedGame;
import io.lockstep.testkit.SwarmScenarios;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The long runs: {@code mvn verify -Pfleet}. */
@EnabledIfSystemProperty(named = "lockstep.fleet", matches = "full")
class FullFleetIT {

    private static final int SWARM_SEEDS = 20_000;
    private static final int EVERYTHING_SEEDS = 10_000;
    private static final int SHAPED_SEEDS = 5000;
    private static final int DIVERGENT_MATCHES = 8000;
    private static final int DIVERGENCES = 10_000;
    private static final int QUIET_HOURS = 1000;
    private static final long MINUTE_FRAMES = 3600;
    private static final long HOUR_FRAMES = 60 * MINUTE_FRAMES;
    private static final long DAY_FRAMES = 24 * HOUR_FRAMES;
    /** What the garbage collector leaves may differ by so much from hour to hour. */
    private static final long HEAP_SLACK_BYTES = 1 << 20;
    /** The observers' books: a violation, a histogram that grows. Nothing of this is per tick. */
    private static final long HOURLY_BYTES = 64 << 10;

    @Test
    void shouldKeepEveryPromiseInALargeSwarm() {
        Fleets.assertKept(seed -> SwarmScenarios.draw(seed, MINUTE_FRAMES), Fleets.LIVENESS, 100_001,
            100_000 + SWARM_SEEDS);
    }

    @Test
    void shouldKeepEveryPromiseWhilePeersComeAndGo() {
        Fleets.assertKept(seed -> SwarmScenarios.drawChurn(seed, SwarmScenarios.DEFAULT_FRAMES), Fleets.LIVENESS,
            200_001, 200_000 + SWARM_SEEDS);
    }

    @Test
    void shouldKeepEveryPromiseInASwarmOfEveryShape() {
        Fleets.assertKept(Fleet.shaped(seed -> SwarmScenarios.draw(seed, SwarmScenarios.DEFAULT_FRAMES)),
            Fleets.LIVENESS, 1_400_000_001, 1_400_000_000 + SHAPED_SEEDS);
    }

    @Test
    void shouldKeepEveryPromiseWherePeersOfEveryShapeComeAndGo() {
        Fleets.assertKept(Fleet.shaped(seed -> SwarmScenarios.drawChurn(seed, SwarmScenarios.DEFAULT_FRAMES)),
            Fleets.LIVENESS, 1_400_000_001, 1_400_000_000 + SHAPED_SEEDS);
    }

    @Test
    void shouldKeepEveryPromiseWhereEverythingIsDrawnTogether() {
        Fleets.assertKeptTogether(seed -> seed, 1_061_100_001, 1_061_100_000 + EVERYTHING_SEEDS);
    }

    @Test
    void shouldKeepEveryPromiseWhereEverythingIsPlayedAhead() {
        Fleets.assertKept(seed -> {
            final Scenario match = SwarmScenarios.drawEverything(seed, SwarmScenarios.DEFAULT_FRAMES);
            match.mixWindows(seed);
            return match;
        }, Fleets.LIVENESS, 61_200_001, 61_200_000 + EVERYTHING_SEEDS);
    }

    @Test
    void shouldReportEveryDivergence() {
        Fleets.assertReported(300_001, 300_000 + DIVERGENT_MATCHES, DIVERGENCES);
    }

    @Test
    void shouldSeeNoFaultInAThousandHours() {
        Fleets.assertQuiet(1, QUIET_HOURS, HOUR_FRAMES);
    }

    @ParameterizedTest
    @EnumSource(value = Profile.class, names = {"LAN", "WIFI_AVERAGE", "MOBILE_4G"})
    void shouldKeepEveryPromiseWithManyPeers(final Profile profile) {
        Fleets.assertKept(seed -> Scenario.of(profile, seed % 2 == 0 ? 16 : 32, MINUTE_FRAMES), Fleets.PLAIN, 1, 8);
    }

    @ParameterizedTest
    @ValueSource(strings = "everything")
    void shouldKeepEveryPromiseForLong(final String name) {
        final Scenario scenario = Fleets.scenario(name);
        Fleets.assertKept(seed -> scenario, Fleets.PLAIN, 1, 4);
    }

    @Test
    void shouldPlayADayWithoutGarbage() {
        final Scenario scenario = Scenario.of(Profile.LAN, 2, DAY_FRAMES);
        scenario.name = "day";
        final List<Long> heap = new ArrayList<>();
        final List<Long> allocated = new ArrayList<>();
        final MatchResult result = new SimulatedMatch(scenario, 1, (peer, players, seed) -> {
            final StampedGame game = new StampedGame(peer, seed);
            return new Seat(peer == 0 ? new Hourly(game, heap, allocated) : game, game, game);
        }).run();
        assertTrue(result.ok(), result::toJson);
        assertEquals(24, heap.size());
        for (int hour = 2; hour < heap.size(); hour++) {
            assertTrue(heap.get(hour) <= heap.get(1) + HEAP_SLACK_BYTES, () -> "heap " + heap);
            assertTrue(allocated.get(hour) - allocated.get(hour - 1) <= HOURLY_BYTES, () -> "allocated " + allocated);
        }
    }

    /** Looks at the memory once an hour. */
    private record Hourly(Simulation game, List<Long> heap, List<Long> allocated) implements Simulation {
        @Override
        public void step(final long frame, final Inputs inputs) {
            game.step(frame, inputs);
            if (frame % HOUR_FRAMES == HOUR_FRAMES - 1) {
                allocated.add(((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes());
                System.gc();
                heap.add(Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
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
