package io.lockstep.examples.dogfight;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.session.Session;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The whole game in whole matches whose players pause: frames pass meanwhile, and the game does not see them. */
class DogfightPauseTest {

    private static final long MS = 1_000_000L;
    private static final int PEERS = 3;
    private static final int END = 900;
    private static final long SEED = 11;

    private final SimulatedNetwork network =
        new SimulatedNetwork(PEERS, SEED).conditions(LinkConditions.latency(20)).followPolls();
    private final List<Dogfight> games = new ArrayList<>();
    private final List<Session> sessions = new ArrayList<>();
    /** No two processes draw the same numbers: by those the others know one that comes back from the one before. */
    private long processes;
    private long nowNs;

    private void start(final int peer, final boolean joining) {
        final Dogfight game = new Dogfight(PEERS, SEED);
        games.add(game);
        sessions.add(Session.builder().simulation(game).input(new DogfightBot(game, SEED + peer))
            .transport(network.endpoint(peer)).gameId("dogfight").sessionSeed(100 + processes++).players(PEERS)
            .localPlayer(peer).endFrame(END).joining(joining).build());
    }

    private void run(final long milliseconds) {
        runUntil(milliseconds, () -> false);
    }

    private boolean runUntil(final long milliseconds, final BooleanSupplier condition) {
        final long endNs = nowNs + milliseconds * MS;
        while (nowNs < endNs && !condition.getAsBoolean()) {
            nowNs += MS;
            for (final Session session : sessions) {
                session.poll(nowNs);
                while (session.step()) {
                    // Everything that is due.
                }
            }
        }
        return condition.getAsBoolean();
    }

    private void assertFinishedAlike() {
        assertTrue(runUntil(30_000, () -> sessions.stream().allMatch(session -> session.phase() == Phase.ENDED)));
        for (int i = 0; i < PEERS; i++) {
            assertEquals(EndReason.FINISHED, sessions.get(i).endReason(), sessions.get(i).error());
            assertEquals(0, sessions.get(i).statistics().desyncs());
            assertArrayEquals(StateBytes.of(games.get(0)), StateBytes.of(games.get(i)), "peer " + i);
        }
    }

    private void startAll() {
        for (int peer = 0; peer < PEERS; peer++) {
            start(peer, false);
        }
        run(2000);
    }

    @Test
    void shouldPlayOnAfterAPauseOfTwoSeconds() {
        startAll();
        assertTrue(sessions.get(1).pause());
        run(2000);
        assertTrue(sessions.get(1).resume());
        assertFinishedAlike();
        assertTrue(games.get(0).frame() <= END - 110, () -> games.get(0).frame() + " frames simulated");
    }

    @Test
    void shouldTakeInDuringAPauseWhoComesBack() {
        startAll();
        sessions.remove(2).leave();
        games.remove(2);
        run(500);
        assertTrue(sessions.get(1).pause());
        run(500);
        start(2, true);
        assertTrue(runUntil(10_000, () -> sessions.get(2).phase() == Phase.PLAYING), sessions.get(2)::error);
        assertTrue(sessions.get(1).resume());
        assertFinishedAlike();
    }
}
