package io.lockstep.examples.impair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchRunner;
import io.lockstep.examples.peer.TransportKind;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Four matches of two real peers in real time, all at once, so that they take a quarter of a minute and not one. */
class ImpairedMatchIT {

    private static final int FRAMES = Tier.of(900, 1800);
    private static final int SEED = 5;
    /** Eight times what they should take: a machine may be slow, but a match that hangs must not hang the build. */
    private static final long PATIENCE_NS = 240_000_000_000L;

    /** A relay and the two peers behind it. */
    private static final class Match implements AutoCloseable {
        private final String name;
        private final UdpImpairment relay;
        private final List<MatchPeer> peers = new ArrayList<>();
        private final List<String> disorder = new ArrayList<>();
        private final long[] last = new long[2];

        Match(final TransportKind kind, final Profile profile) {
            name = profile + " over " + kind;
            relay = new UdpImpairment(new SimulatedNetwork(2, SEED).conditions(profile.conditions()));
            final MatchOptions settings = MatchOptions.paced(2, SessionConfig.DEFAULT_TICK_RATE, FRAMES);
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
                assertNull(peer.problem(), name + ", player " + peer.player());
                assertEquals(FRAMES, peer.session().frame(), name + ", player " + peer.player());
                assertTrue(peer.session().statistics().checkedFrames() > 0, name + ": no states were compared");
                assertEquals(0, peer.session().statistics().desyncs(), name + ", player " + peer.player());
            }
            assertEquals(List.of(), disorder, name);
            assertEquals(peers.get(0).session().statistics().stateChecksum(),
                peers.get(1).session().statistics().stateChecksum(), name);
            assertTrue(relay.network().counters().lost() > FRAMES / 10, name + ": nothing was lost");
            assertEquals(0, relay.oversized());
        }

        @Override
        public void close() {
            peers.forEach(MatchPeer::close);
            relay.close();
        }
    }

    @Test
    void shouldPlayOnTheWorstOrdinaryNetworks() {
        final List<Match> matches = new ArrayList<>();
        try {
            final List<MatchPeer> peers = new ArrayList<>();
            for (final TransportKind kind : TransportKind.values()) {
                for (final Profile profile : List.of(Profile.WIFI_CONGESTED, Profile.MOBILE_3G)) {
                    final Match match = new Match(kind, profile);
                    matches.add(match);
                    peers.addAll(match.peers);
                }
            }
            final MatchRunner runner = new MatchRunner(peers);
            runner.network(nowNs -> {
                int work = 0;
                for (final Match match : matches) {
                    work += match.relay.poll(nowNs);
                }
                return work > 0;
            });
            final long startNs = System.nanoTime();
            runner.run(() -> System.nanoTime() - startNs > PATIENCE_NS);
            matches.forEach(Match::assertPlayed);
        } finally {
            matches.forEach(Match::close);
        }
    }
}
