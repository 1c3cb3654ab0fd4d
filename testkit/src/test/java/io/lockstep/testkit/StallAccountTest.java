package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.game.MatchRules;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session's pacing does to its ticks is no stall; what goes beyond it is. */
class StallAccountTest {

    private static final long TICK_NS = 10_000_000;
    private static final int FRAMES = 1000;

    private final StallAccount stalls = new StallAccount(TICK_NS);

    private void play(final long tickNs) {
        for (long frame = 0; frame < FRAMES; frame++) {
            stalls.simulated(frame * tickNs, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-MatchRules.MAX_PACE_PERCENT, -1, 0, 1, MatchRules.MAX_PACE_PERCENT})
    void shouldCountNoStallHoweverLongASessionIsPaced(final int percent) {
        play(TICK_NS + TICK_NS * percent / 100);
        assertEquals(0, stalls.stalledTicks());
        assertEquals(0, stalls.longestNs());
    }

    @Test
    void shouldTellWhenAFrameWasOverdue() {
        stalls.simulated(0, 0);
        stalls.simulated(TICK_NS, 0);
        stalls.simulated(5 * TICK_NS, 3);
        stalls.simulated(6 * TICK_NS, 3);
        assertEquals(List.of(new StallAccount.Span(2 * TICK_NS, 5 * TICK_NS)), stalls.spans());
        stalls.reset();
        assertEquals(List.of(), stalls.spans());
    }

    @Test
    void shouldRememberNoMoreSpansThanAReportShows() {
        play(2 * TICK_NS);
        assertEquals(512, stalls.spans().size());
    }

    @Test
    void shouldCountWhatGoesBeyondPacing() {
        play(TICK_NS + TICK_NS * (MatchRules.MAX_PACE_PERCENT + 5) / 100);
        assertEquals(FRAMES * 5 / 100, stalls.stalledTicks(), 5);
        assertTrue(stalls.longestNs() >= TICK_NS);
    }

    @Test
    void shouldCountTheTicksInWhichNoFrameWasSimulated() {
        stalls.simulated(0, 0);
        stalls.simulated(TICK_NS, 0);
        stalls.simulated(5 * TICK_NS, 3);
        assertEquals(3, stalls.stalledTicks());
        assertEquals(3 * TICK_NS, stalls.longestNs());
    }
}
