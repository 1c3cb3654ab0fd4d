package io.lockstep.examples.impair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.simnet.LinkConditions;
import io.lockstep.core.simnet.Profile;
import io.lockstep.core.simnet.SimulatedNetwork;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchRunner;
import io.lockstep.examples.peer.MatchSettings;
import io.lockstep.examples.peer.TransportKind;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain UDP through the relay on real sockets: every profile, and a long reliable payload. */
class DatagramMatrixIT {

    private static final int SEED = 11;
    /** Six seconds, and all matches of one size at once, so that the matrix stays below a minute. */
    private static final int FRAMES = 180;
    private static final int TICK_RATE = 30;
    /** Five times what they should take: a machine may be slow, but a match that hangs must not hang the build. */
    private static final long PATIENCE_NS = 60_000_000_000L;

    /** The peers of one match and the relay between them. */
    private static final class Match implements AutoCloseable {
        private final Profile profile;
        private final UdpImpairment relay;
        private final List<MatchPeer> peers = new ArrayList<>();

        Match(final Profile profile, final int count) {
            this.profile = profile;
            relay = new UdpImpairment(new SimulatedNetwork(count, SEED).conditions(profile.conditions()));
            final MatchSettings settings = MatchSettings.paced(count, TICK_RATE, FRAMES);
            final List<Address> addresses = LoopbackPorts.free(count);
            for (int player = 0; player < count; player++) {
                final Map<Integer, Address> others = new TreeMap<>();
                for (int other = 0; other < count; other++) {
                    if (other != player) {
                        others.put(other, relay.route(player, other, addresses.get(other)));
                    }
                }
                final int seed = SEED + player;
                peers.add(MatchPeer.launch(TransportKind.UDP, settings, player, addresses.get(player), others,
                    game -> new DogfightBot(game, seed)));
            }
        }

        void assertPlayed() {
            for (final MatchPeer peer : peers) {
                final String context = profile + ", player " + peer.player() + " of " + peers.size();
                assertNull(peer.problem(), context);
                assertEquals(FRAMES, peer.session().frame(), context);
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

    @ParameterizedTest(name = "{0} peers")
    @ValueSource(ints = {2, 3})
    void shouldPlayOnEveryProfileWithoutAFreeze(final int count) {
        final List<Match> matches = new ArrayList<>();
        try {
            final List<MatchPeer> peers = new ArrayList<>();
            for (final Profile profile : Profile.values()) {
                matches.add(new Match(profile, count));
                peers.addAll(matches.get(matches.size() - 1).peers);
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

    @Test
    void shouldCarryALongReliablePayloadWholeThroughALossOfTwentyPercent() {
        final int length = 64 * 1024;
        final List<Address> addresses = LoopbackPorts.free(2);
        final LinkConditions bad = LinkConditions.latency(20).withLoss(0.2).withDuplicate(0.05).withReorder(0.1, 3);
        try (UdpImpairment relay = new UdpImpairment(new SimulatedNetwork(2, SEED).conditions(bad));
            DatagramTransport sender = launch(0, addresses, relay, length);
            DatagramTransport receiver = launch(1, addresses, relay, length)) {
            final List<ByteBuffer> arrived = new ArrayList<>();
            final long[] inputs = new long[1];
            final long[] sent = new long[2];
            final DatagramHandler handler = (peer, lane, tag, payload) -> {
                if (lane == Lane.CONTROL) {
                    arrived.add(ByteBuffer.allocate(payload.remaining()).put(payload).flip());
                } else {
                    inputs[0]++;
                }
            };
            Awaitility.await("four payloads").pollInSameThread().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1)).atMost(Duration.ofSeconds(30)).until(() -> {
                    final long nowNs = System.nanoTime();
                    relay.poll(nowNs);
                    sender.poll(nowNs, handler);
                    receiver.poll(nowNs, handler);
                    if (sent[0] < 4 && sender.send(1, Lane.CONTROL, sent[0], payload(length, (int) sent[0]))
                        == SendResult.SENT) {
                        sent[0]++;
                    }
                    if (sender.send(1, Lane.INPUT, sent[1], payload(32, 1)) == SendResult.SENT) {
                        sent[1]++;
                    }
                    return arrived.size() == 4;
                });
            for (int i = 0; i < 4; i++) {
                assertEquals(payload(length, i), arrived.get(i));
            }
            assertTrue(inputs[0] > sent[1] / 3, "inputs waited: " + inputs[0] + " of " + sent[1]);
            assertTrue(relay.network().counters().lost() > 100);
        }
    }

    private static DatagramTransport launch(final int self, final List<Address> addresses, final UdpImpairment relay,
                                            final int length) {
        final Address way = relay.route(self, 1 - self, addresses.get(1 - self));
        return DatagramTransport.launch(new DatagramTransportConfig().localPeer(self).maxPayload(length)
            .listen(addresses.get(self).host(), addresses.get(self).port()).peer(1 - self, way.host(), way.port()));
    }

    private static ByteBuffer payload(final int length, final int seed) {
        final ByteBuffer payload = ByteBuffer.allocate(length);
        for (int i = 0; i < length; i++) {
            payload.put((byte) (i * 31 + (i >> 8) + seed));
        }
        return payload.flip();
    }
}
