package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What goes in comes out, in order, whole, and across the edge. */
class PacketRingTest {

    private final PacketRing ring = new PacketRing();
    private final ByteBuffer out = ByteBuffer.allocate(PathSocket.MAX_PACKET_BYTES);

    private static int length(final int number) {
        return 2 + number * 37 % (PathSocket.MAX_PACKET_BYTES - 1);
    }

    private static byte[] packet(final int number) {
        final byte[] packet = new byte[length(number)];
        for (int i = 0; i < packet.length; i++) {
            packet[i] = (byte) (number + i);
        }
        return packet;
    }

    private void assertNext(final int number) {
        assertEquals(number & 31, ring.take(out.clear()), "packet " + number);
        assertEquals(ByteBuffer.wrap(packet(number)), out.flip(), "packet " + number);
    }

    @Test
    void shouldKeepTheOrderAcrossTheEdge() {
        assertTrue(ring.isEmpty());
        for (int number = 0; number < 5000; number += 2) {
            final byte[] one = packet(number);
            assertTrue(ring.put(number & 31, one, 0, one.length));
            assertTrue(ring.put(number + 1 & 31, ByteBuffer.wrap(packet(number + 1))));
            assertFalse(ring.isEmpty());
            assertNext(number);
            assertNext(number + 1);
        }
        assertEquals(PacketRing.NONE, ring.take(out.clear()));
    }

    @Test
    void shouldTakeNothingMoreWhenFullAndGoOnAfterwards() {
        for (int round = 0; round < 100; round++) {
            int in = 0;
            while (ring.put(in & 31, packet(in), 0, length(in))) {
                in++;
            }
            assertTrue(in > 60, in + " packets");
            for (int number = 0; number < in; number++) {
                assertNext(number);
            }
            assertTrue(ring.isEmpty());
        }
    }

    @Test
    void shouldCutWhatDoesNotFit() {
        ring.put(1, packet(30), 0, length(30));
        ring.put(2, packet(1), 0, length(1));
        assertEquals(1, ring.take(ByteBuffer.allocate(3)));
        assertNext2(1);
    }

    private void assertNext2(final int number) {
        assertEquals(2, ring.take(out.clear()));
        assertEquals(length(number), out.position());
    }

    @Test
    void shouldHandOverBetweenThreads() throws InterruptedException {
        final int packets = 200_000;
        final AtomicInteger refused = new AtomicInteger();
        final Thread producer = new Thread(() -> {
            for (int number = 0; number < packets;) {
                if (ring.put(number & 31, packet(number), 0, length(number))) {
                    number++;
                } else {
                    refused.incrementAndGet();
                    Thread.yield();
                }
            }
        });
        producer.start();
        for (int number = 0; number < packets; number++) {
            int mark = ring.take(out.clear());
            while (mark == PacketRing.NONE) {
                Thread.yield();
                mark = ring.take(out.clear());
            }
            if (mark != (number & 31) || out.position() != length(number) || out.get(1) != (byte) (number + 1)) {
                assertEquals(number, -1, "mark " + mark + ", length " + out.position());
            }
        }
        producer.join();
        assertTrue(ring.isEmpty());
    }
}
