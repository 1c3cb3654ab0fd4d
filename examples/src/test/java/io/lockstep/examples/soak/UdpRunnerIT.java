package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.SwarmScenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plain-UDP transport on the simulated network, judged by the same oracle as the network's own lanes. */
@Execution(ExecutionMode.CONCURRENT)
class UdpRunnerIT {

    private static final long SEED = 1;
    /** Six seconds: long enough for the delay to settle on most profiles. */
    private static final int FRAMES = 360;
    private static final int DRAWN = 10;
    private static final int DRAWN_FRAMES = 600;

    private static MatchResult play(final Scenario scenario, final long seed, final boolean liveness) {
        return new MemoryRunner(true, PeerKeys.NONE).run(new Job(scenario, seed, new Job.Options(liveness, 0, false)));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldPlayOnEveryProfile(final Profile profile) {
        for (int peers = 2; peers <= 4; peers += 2) {
            final MatchResult result = play(Scenario.of(profile, peers, FRAMES), SEED, false);
            assertTrue(result.ok(), result::toJson);
            for (final long frames : result.frames) {
                assertEquals(FRAMES, frames, result::toJson);
            }
        }
    }

    @Test
    void shouldLeaveTheSameTraceTwice() {
        final Scenario scenario = Scenario.of(Profile.WIFI_CONGESTED, 3, FRAMES);
        assertEquals(play(scenario, SEED, false).traceHash, play(scenario, SEED, false).traceHash);
    }

    @Test
    void shouldKeepEveryPromiseInDrawnScenarios() {
        for (long seed = 10; seed < 10 + DRAWN; seed++) {
            final MatchResult result = play(SwarmScenarios.draw(seed, DRAWN_FRAMES), seed, true);
            assertTrue(result.ok(), result::toJson);
        }
    }

    /**
     * A leader that still sends must not keep the votes of those who have given it up, and those who need each other's
     * votes must not split one vote after the other: with both faults play went on too late in 9 once, and does in 49.
     */
    @ParameterizedTest
    @ValueSource(longs = {9, 49})
    void shouldElectInTimeThoughALeaderIsHeardThatHearsNothing(final long seed) {
        final MatchResult result = play(SwarmScenarios.draw(seed, SwarmScenarios.DEFAULT_FRAMES), seed, true);
        assertTrue(result.ok() && result.judged, result::toJson);
    }
}
