package io.lockstep.examples.impair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Plain UDP through the relay on real sockets: every profile, and a long reliable payload. */
class DatagramMatrixIT {

    private static final int SEED = 11;
    /** Six seconds, and all matches at once. */
    private static final int FRAMES = 180;

    @Test
    void shouldPlayOnEveryProfileWithoutAFreeze() {
        RelayedMatch.assertPlayed(3, FRAMES, SEED, List.of(Profile.values()));
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
