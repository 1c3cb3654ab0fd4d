package io.lockstep.examples.impair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.MatchRunner;
import io.lockstep.examples.peer.TransportKind;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.SimulatedNetwork;
import java.net.DatagramSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The peers of one match over plain UDP on real sockets, and the relay between them that makes the network bad. */
final class RelayedMatch implements AutoCloseable {

    private static final int TICK_RATE = 30;
    /** How long a match may take to begin, and how much too long to play: one that hangs must not hang the build. */
    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final int SLOWNESS = 5;

    private final Profile profile;
    private final long frames;
    private final UdpImpairment relay;
    private final List<MatchPeer> peers = new ArrayList<>();

    private RelayedMatch(final Profile profile, final int count, final long frames, final int seed) {
        this.profile = profile;
        this.frames = frames;
        relay = new UdpImpairment(new SimulatedNetwork(count, seed).conditions(profile.conditions()));
        final MatchOptions settings = MatchOptions.paced(count, TICK_RATE, frames);
        // The relay binds a port for each route: of 992 some would be those that are free for the peers now.
        final List<DatagramSocket> held = LoopbackPorts.hold(count);
        final List<Address> addresses = held.stream().map(LoopbackPorts::address).toList();
        final List<Map<Integer, Address>> ways = new ArrayList<>();
        for (int player = 0; player < count; player++) {
            final Map<Integer, Address> others = new TreeMap<>();
            for (int other = 0; other < count; other++) {
                if (other != player) {
                    others.put(other, relay.route(player, other, addresses.get(other)));
                }
            }
            ways.add(others);
        }
        for (int player = 0; player < count; player++) {
            final int botSeed = seed + player;
            held.get(player).close();
            peers.add(MatchPeer.launch(TransportKind.UDP, settings, player, addresses.get(player), ways.get(player),
                game -> new DogfightBot(game, botSeed)));
        }
    }

    /** Plays one match on each profile, all at once, and demands that each reaches its end in equal states. */
    static void assertPlayed(final int count, final long frames, final int seed, final List<Profile> profiles) {
        final List<RelayedMatch> matches = new ArrayList<>();
        try {
            final List<MatchPeer> peers = new ArrayList<>();
            for (final Profile profile : profiles) {
                final RelayedMatch match = new RelayedMatch(profile, count, frames, seed);
                matches.add(match);
                peers.addAll(match.peers);
            }
            final MatchRunner runner = new MatchRunner(peers);
            runner.network(nowNs -> {
                int work = 0;
                for (final RelayedMatch match : matches) {
                    work += match.relay.poll(nowNs);
                }
                return work > 0;
            });
            final long playNs = frames * 1_000_000_000L / TICK_RATE;
            final long endNs = System.nanoTime() + SLOWNESS * playNs + PATIENCE_NS;
            runner.run(() -> System.nanoTime() - endNs > 0);
            matches.forEach(RelayedMatch::assertPlayed);
        } finally {
            matches.forEach(RelayedMatch::close);
        }
    }

    private void assertPlayed() {
        for (final MatchPeer peer : peers) {
            final String context = profile + ", player " + peer.player() + " of " + peers.size();
            assertNull(peer.problem(), context);
            assertEquals(frames, peer.session().frame(), context);
            assertTrue(peer.session().statistics().checkedFrames() > 0, context + ": no states were compared");
            assertEquals(0, peer.session().statistics().desyncs(), context);
            assertEquals(peers.get(0).session().statistics().stateChecksum(),
                peer.session().statistics().stateChecksum(), context);
        }
        assertTrue(profile == Profile.LAN || relay.network().counters().lost() > 0, profile + ": nothing was lost");
    }

    @Override
    public void close() {
        peers.forEach(MatchPeer::close);
        relay.close();
    }
}
