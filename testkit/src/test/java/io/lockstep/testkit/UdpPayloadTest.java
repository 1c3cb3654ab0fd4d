package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A network that carries whole UDP payloads for somebody else. */
class UdpPayloadTest {

    private static final int SEED = 11;
    private static final int COUNT = 1000;
    private static final long TAG = 0x0123_4567_89AB_CDEFL;

    private final SimulatedNetwork network = new SimulatedNetwork(2, SEED).inputDelivery(Delivery.UDP_PAYLOAD);
    private final Transport sender = network.endpoint(0);
    private final Transport receiver = network.endpoint(1);
    private int arrived;
    private int damaged;

    private void send(final int length, final int count) {
        for (int i = 0; i < count; i++) {
            assertEquals(Transport.SendResult.SENT, sender.send(1, Lane.INPUT, TAG, ByteBuffer.allocate(length)));
            network.advanceTo(network.nowNs() + 1_000_000);
            receiver.poll(0, (peer, lane, tag, payload) -> {
                arrived++;
                assertEquals(TAG, tag);
                assertEquals(length, payload.remaining());
                boolean whole = true;
                for (int at = 0; at < length; at++) {
                    assertTrue(at >= 24 || payload.get(at) == 0, "a header was damaged at byte " + at);
                    whole &= payload.get(at) == 0;
                }
                damaged += whole ? 0 : 1;
            });
        }
    }

    @Test
    void shouldCountNothingButIpAndUdpBesideThePayload() {
        send(SimulatedNetwork.MAX_UDP_PAYLOAD_BYTES, 1);
        assertEquals(1, arrived);
        assertEquals(1500, network.counters().wireBytes());
        assertThrows(IllegalArgumentException.class, () -> send(SimulatedNetwork.MAX_UDP_PAYLOAD_BYTES + 1, 1));
    }

    @Test
    void shouldDamageTagsAndPayloadsOfFramesAndNothingElse() {
        network.conditions(LinkConditions.PERFECT.withCorrupt(0.5));
        send(63, COUNT);
        assertEquals(0, damaged);
        assertEquals(0, network.counters().corrupted());
        send(64, COUNT);
        assertEquals(2 * COUNT, arrived);
        assertEquals(network.counters().corrupted(), damaged);
        assertTrue(damaged > COUNT / 3, "damaged: " + damaged);
    }

    @Test
    void shouldDeliverWhatIsLateOrComesTwice() {
        network.conditions(LinkConditions.latency(20).withJitter(20).withDuplicate(0.3));
        send(100, COUNT);
        for (int i = 0; i < 100; i++) {
            network.advanceTo(network.nowNs() + 1_000_000);
            receiver.poll(0, (peer, lane, tag, payload) -> arrived++);
        }
        assertEquals(COUNT + network.counters().duplicated(), arrived);
        assertTrue(network.counters().reordered() > COUNT / 10, "reordered: " + network.counters().reordered());
        assertEquals(0, network.counters().discarded());
    }
}
