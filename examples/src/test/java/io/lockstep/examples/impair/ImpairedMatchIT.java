package io.lockstep.examples.impair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.simnet.Profile;
import io.lockstep.core.simnet.SimulatedNetwork;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchRunner;
import io.lockstep.examples.peer.MatchSettings;
import io.lockstep.examples.peer.TransportKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two matches of two real peers in real time, both at once, so that they take half a minute and not a whole one. */
class ImpairedMatchIT {

    private static final int FRAMES = 1800;
    private static final int SEED = 5;
    /** Eight times what they should take: a machine may be slow, but a match that hangs must not hang the build. */
    private static final long PATIENCE_NS = 240_000_000_000L;

    /** A relay and the two peers behind it. */
    private static final class Match implements AutoCloseable {
        private final Profile profile;
        private final UdpImpairment relay;
        private final List<MatchPeer> peers = new ArrayList<>();
        private final List<String> disorder = new ArrayList<>();
        private final long[] last = new long[2];

        Match(final TransportKind kind, final Profile profile) {
            this.profile = profile;
            relay = new UdpImpairment(new SimulatedNetwork(2, SEED).conditions(profile.conditions()));
            final MatchSettings settings = MatchSettings.paced(2, SessionConfig.DEFAULT_TICK_RATE, FRAMES);
            final List<Address> addresses = LoopbackPorts.free(2);
            for (int player = 0; player < 2; player++) {
                final int other = 1 - player;
                final int seed = SEED + player;
                final MatchPeer peer = MatchPeer.launch(kind, settings, player, addresses.get(player),
                    Map.of(other, relay.route(player, other, addresses.get(other))),
                    game -> new DogfightBot(game, seed));
                peer.afterFrame(() -> note(peer));
                peers.add(peer);
            }
        }

        private void note(final MatchPeer peer) {
            final long frame = peer.session().frame();
            if (frame != ++last[peer.player()]) {
                disorder.add("player " + peer.player() + ": frame " + frame
                    + " where " + last[peer.player()] + " was due");
                last[peer.player()] = frame;
            }
        }

        void assertPlayed() {
            for (final MatchPeer peer : peers) {
                assertNull(peer.problem(), profile + ", player " + peer.player());
                assertEquals(FRAMES, peer.session().frame(), profile + ", player " + peer.player());
                assertTrue(peer.session().statistics().checkedFrames() > 0, profile + ": no states were compared");
                assertEquals(0, peer.session().statistics().desyncs(), profile + ", player " + peer.player());
            }
            assertEquals(List.of(), disorder, profile.toString());
            assertEquals(peers.get(0).session().statistics().stateChecksum(),
                peers.get(1).session().statistics().stateChecksum(), profile.toString());
            assertTrue(relay.network().counters().lost() > FRAMES / 10, profile + ": nothing was lost");
            assertEquals(0, relay.oversized());
        }

        @Override
        public void close() {
            peers.forEach(MatchPeer::close);
            relay.close();
        }
    }

    @ParameterizedTest
    @EnumSource(TransportKind.class)
    void shouldPlayHalfAMinuteOnTheWorstOrdinaryNetworks(final TransportKind kind) {
        try (Match wifi = new Match(kind, Profile.WIFI_CONGESTED); Match mobile = new Match(kind, Profile.MOBILE_3G)) {
            final List<MatchPeer> peers = new ArrayList<>(wifi.peers);
            peers.addAll(mobile.peers);
            final MatchRunner runner = new MatchRunner(peers);
            runner.network(nowNs -> wifi.relay.poll(nowNs) + mobile.relay.poll(nowNs) > 0);
            final long startNs = System.nanoTime();
            runner.run(() -> System.nanoTime() - startNs > PATIENCE_NS);
            wifi.assertPlayed();
            mobile.assertPlayed();
        }
    }
}
