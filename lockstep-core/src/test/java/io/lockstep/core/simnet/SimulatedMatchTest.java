package io.lockstep.core.simnet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.session.Inputs;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.Simulation;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions over the network, played by a scenario as whoever runs a fleet would. */
class SimulatedMatchTest {

    private static final long MS = 1_000_000L;
    private static final long FRAMES = 600;

    /** Mixes all inputs into one number. */
    private static final class MixingGame implements Simulation {
        private long hash = 1;

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                hash = hash * 31 + inputs.bits(player);
            }
        }

        @Override
        public void save(final StateWriter out) {
            out.section("game");
            out.writeLong("hash", hash);
        }

        @Override
        public void load(final ByteBuffer state) {
            hash = state.getLong();
        }
    }

    private static final class Run {
        private final List<Session> sessions = new ArrayList<>();
        private final List<MixingGame> games = new ArrayList<>();
        private final ScenarioPlayer player;
        private long trace = 1;

        Run(final Scenario scenario, final long seed) {
            player = new ScenarioPlayer(scenario, seed, (peer, ticks) -> { });
            player.network().tap((from, to, lane, tag, payload) -> trace = trace * 31 + tag);
            for (int peer = 0; peer < scenario.peers; peer++) {
                games.add(new MixingGame());
                sessions.add(Session.builder().simulation(games.get(peer)).transport(player.network().endpoint(peer))
                    .gameId("mixing").seed(seed * 100 + peer).players(scenario.peers).localPlayer(peer).inputDelay(12)
                    .input((frame, id, input) -> input.putShort((short) (frame / 5 * (id + 1))))
                    .endFrame(scenario.frames).build());
            }
        }

        Run play(final long forMs) {
            for (long now = 0; now < forMs * MS; now += MS) {
                player.advanceTo(now);
                for (int peer = 0; peer < sessions.size(); peer++) {
                    if (!player.clock(peer).isPaused(now)) {
                        sessions.get(peer).poll(player.clock(peer).localNs(now));
                        while (sessions.get(peer).step()) {
                            // Everything that is due.
                        }
                    }
                }
            }
            return this;
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldPlayTheSameWorldEverywhereAndTheSameRunAgain(final Profile profile) {
        final Scenario scenario = Scenario.of(profile, 3, FRAMES);
        scenario.links.add(new LinkRule(LinkRule.ANY, LinkRule.ANY, null, null, null, null, null, null, 0.01, null,
            null));
        scenario.clocks.add(new Scenario.Clock(1, 1000, 86_400_000));
        scenario.events.add(new ScenarioEvent.Pause(3000, 300, 2));
        scenario.events.add(new ScenarioEvent.Cut(5000, 500, 0, 1));
        final Run run = new Run(scenario, 9).play(30_000);
        final Run again = new Run(scenario, 9).play(30_000);
        for (int peer = 0; peer < scenario.peers; peer++) {
            final Session session = run.sessions.get(peer);
            assertEquals(FRAMES, session.frame(), () -> session.phase() + " " + session.error());
            assertEquals(run.games.get(0).hash, run.games.get(peer).hash);
        }
        assertEquals(run.trace, again.trace);
        assertNotEquals(run.trace, new Run(scenario, 10).play(1000).trace);
        final FaultCounters faults = run.player.network().counters();
        assertTrue(faults.corrupted() > 20 && faults.partitioned() > 20);
        assertTrue(faults.dropped() > 5 || profile == Profile.LAN);
    }

    @Test
    void shouldFollowThePollsIfAskedTo() {
        final SimulatedNetwork network =
            new SimulatedNetwork(2, 1).conditions(LinkConditions.latency(5)).followPolls();
        final int[] heard = new int[1];
        network.endpoint(0).poll(-100 * MS, (peer, lane, tag, payload) -> heard[0]++);
        network.send(0, 1, Lane.INPUT, 0, ByteBuffer.allocate(1));
        assertEquals(-95 * MS, network.nextArrivalNs());
        network.endpoint(1).poll(-96 * MS, (peer, lane, tag, payload) -> heard[0]++);
        assertEquals(0, heard[0]);
        network.endpoint(1).poll(-95 * MS, (peer, lane, tag, payload) -> heard[0]++);
        assertEquals(1, heard[0]);
    }
}
