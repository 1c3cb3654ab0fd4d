package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.SimulatedNetwork;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stall lasts as long as the network gives cause for, and no longer. */
class StallBoundTest {

    private static final long MS = 1_000_000L;
    private static final int FRAMES = 3600;
    private static final long SETTLED_MS = 7000;
    private static final long LIMIT_MS = 100_000;
    private static final double TICK_MS = 1000.0 / 60;

    private SimulatedNetwork network;
    private final Session[] sessions = new Session[2];
    private int leastDelay = Integer.MAX_VALUE;
    private long longestStallMs;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldStallNoLongerOnMobile3gThanItsLongestLossExplains(final long seed) {
        network = new SimulatedNetwork(2, seed).conditions(Profile.MOBILE_3G.conditions());
        for (int peer = 0; peer < 2; peer++) {
            sessions[peer] = Session.builder().simulation(new TestGame()).transport(network.endpoint(peer))
                .gameId("stalls").sessionSeed(seed * 2 + peer).localPlayer(peer).endFrame(FRAMES)
                .input((frame, player, input) -> input.putShort((short) (frame / 7 * (player + 1)))).build();
        }
        for (long ms = 0; ms < LIMIT_MS && !ended(); ms++) {
            network.advanceTo(ms * MS);
            for (final Session session : sessions) {
                poll(session, ms);
            }
        }
        assertEquals(FRAMES, sessions[0].frame(), "seed " + seed);
        assertEquals(FRAMES, sessions[1].frame(), "seed " + seed);
        final LinkConditions link = Profile.MOBILE_3G.conditions();
        final double longestWayMs = link.latencyMs() + link.jitterMs();
        final double bound =
            (network.counters().longestLoss() + 2) * TICK_MS + longestWayMs - leastDelay * TICK_MS;
        assertTrue(longestStallMs > 0 && longestStallMs <= bound,
            () -> longestStallMs + " ms, bound " + bound + ", seed " + seed);
    }

    private void poll(final Session session, final long ms) {
        session.poll(1000 * MS + ms * MS);
        while (session.step()) {
            // Everything that is due.
        }
        for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
            // Not of interest here.
        }
        if (ms >= SETTLED_MS && session.phase() == Phase.PLAYING) {
            leastDelay = Math.min(leastDelay, session.inputDelay());
            longestStallMs = Math.max(longestStallMs, session.loop.clock.stalledNs(session.loop.state.nowNs()) / MS);
        }
    }

    private boolean ended() {
        return sessions[0].phase() == Phase.ENDED && sessions[1].phase() == Phase.ENDED;
    }
}
