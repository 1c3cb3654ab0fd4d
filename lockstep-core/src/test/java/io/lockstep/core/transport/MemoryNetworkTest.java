package io.lockstep.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Everything arrives whole, in order and a fixed time after it was sent. */
class MemoryNetworkTest {

    private static final long LATENCY_NS = 1000;

    private final MemoryNetwork network = new MemoryNetwork(3, LATENCY_NS);
    private final Transport first = network.endpoint(0);
    private final Transport second = network.endpoint(1);
    private final List<String> received = new ArrayList<>();

    private void note(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        final StringBuilder text = new StringBuilder().append(peer).append(' ').append(lane).append(' ').append(tag);
        while (payload.hasRemaining()) {
            text.append(' ').append(payload.get());
        }
        received.add(text.toString());
        payload.clear();
        while (payload.hasRemaining()) {
            payload.put((byte) -1);
        }
    }

    private int poll(final Transport transport, final long nowNs) {
        return transport.poll(nowNs, this::note);
    }

    @Test
    void shouldDeliverWholeInOrderAfterTheLatency() {
        poll(first, 500);
        assertEquals(SendResult.SENT, first.send(1, Lane.INPUT, 7, ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2)));
        assertEquals(SendResult.SENT, first.send(1, Lane.CONTROL, -8, ByteBuffer.allocate(0)));
        poll(first, 600);
        first.send(1, Lane.INPUT, 9, ByteBuffer.wrap(new byte[] {3}));
        assertEquals(0, poll(second, 1499));
        assertEquals(2, poll(second, 1500));
        assertEquals(1, poll(second, 5000));
        assertEquals(0, poll(second, 9000));
        assertEquals(List.of("0 INPUT 7 1 2", "0 CONTROL -8", "0 INPUT 9 3"), received);
        assertEquals(0, poll(first, 9000));
        assertEquals(0, poll(network.endpoint(2), 9000));
    }

    @Test
    void shouldTellTheSendersApart() {
        network.endpoint(2).send(1, Lane.INPUT, 1, ByteBuffer.wrap(new byte[] {5}));
        first.send(1, Lane.INPUT, 1, ByteBuffer.wrap(new byte[] {6}));
        assertEquals(2, poll(second, LATENCY_NS));
        assertEquals(List.of("0 INPUT 1 6", "2 INPUT 1 5"), received);
    }

    @Test
    void shouldSayWhenTooMuchIsUnderWay() {
        int sent = 0;
        while (first.send(1, Lane.INPUT, sent, ByteBuffer.wrap(new byte[] {(byte) sent})) == SendResult.SENT) {
            sent++;
        }
        assertEquals(512, sent);
        assertEquals(SendResult.BACK_PRESSURED, first.send(1, Lane.INPUT, 0, ByteBuffer.allocate(1)));
        assertEquals(SendResult.SENT, first.send(2, Lane.INPUT, 0, ByteBuffer.allocate(1)));
        assertEquals(512, poll(second, LATENCY_NS));
        assertEquals("0 INPUT 511 -1", received.get(511));
        assertEquals(SendResult.SENT, first.send(1, Lane.INPUT, 0, ByteBuffer.allocate(1)));
    }

    @Test
    void shouldKeepTheOrderWhileTheQueueGoesRound() {
        long sent = 0;
        long now = 0;
        for (int round = 0; round < 2000; round++) {
            now += 300;
            poll(first, now);
            for (int i = 0; i < round % 9; i++) {
                assertEquals(SendResult.SENT, first.send(1, Lane.INPUT, sent++, ByteBuffer.allocate(round % 100)));
            }
            poll(second, now);
        }
        poll(second, now + LATENCY_NS);
        assertEquals(sent, received.size());
        for (int i = 0; i < sent; i++) {
            assertTrue(received.get(i).startsWith("0 INPUT " + i), received.get(i));
        }
    }

    @Test
    void shouldCarryTheLargestPayload() {
        final byte[] payload = new byte[first.maxPayloadBytes()];
        assertTrue(payload.length >= 480);
        assertEquals(SendResult.SENT, first.send(1, Lane.INPUT, 1, ByteBuffer.wrap(payload)));
        assertEquals(1, second.poll(LATENCY_NS, (peer, lane, tag, datagram) ->
            assertEquals(payload.length, datagram.remaining())));
        assertEquals(36 + payload.length, first.wireBytes(payload.length));
    }

    @Test
    void shouldNeitherSendNorDeliverOnceClosed() {
        first.send(1, Lane.INPUT, 1, ByteBuffer.allocate(1));
        second.close();
        second.close();
        assertEquals(0, poll(second, LATENCY_NS));
        assertEquals(SendResult.CLOSED, second.send(0, Lane.INPUT, 1, ByteBuffer.allocate(1)));
        assertNull(second.failure());
    }

    /** 32 peers have 992 ways between them: a quiet one must not hold memory for the 512 datagrams it could carry. */
    @Test
    void shouldHoldMemoryOnlyForWhatWasUnderWayAtOnce() {
        final byte[] payload = new byte[1000];
        for (int i = 0; i < 5000; i++) {
            first.send(1, Lane.INPUT, i, ByteBuffer.wrap(payload));
            second.poll((i + 1) * LATENCY_NS, (peer, lane, tag, datagram) -> { });
            first.poll((i + 1) * LATENCY_NS, (peer, lane, tag, datagram) -> { });
        }
        assertTrue(network.allocatedBytes() <= 3 * first.maxPayloadBytes(), "held: " + network.allocatedBytes());
    }
}
