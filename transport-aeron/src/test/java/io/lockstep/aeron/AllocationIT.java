package io.lockstep.aeron;

import com.sun.management.ThreadMXBean;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Holds two transports, driven on one thread with a remote peer each, at no allocation at all. */
class AllocationIT {

    private static final int TICKS = 10_000;
    private static final int WARM_UP_TICKS = 20_000;
    private static final int PAYLOAD = 32;
    /** A control message now and then, as in a match. */
    private static final int CONTROL_EVERY = 30;
    /** Polls that find nothing, as when a game waits for its next frame. */
    private static final int IDLE_POLLS = 3;
    private static final long ROUNDS = 3;

    private long arrived;
    private final DatagramHandler handler = (peer, lane, tag, payload) -> arrived++;
    private final ByteBuffer payload = Net.payload(PAYLOAD, 1);
    private long refused;

    @Test
    void shouldAllocateNothingPerTick() {
        final int[] ports = Net.freePorts(2);
        try (AeronTransport a = AeronTransport.launch(new AeronTransportConfig().localPeer(0)
                .listen(Net.HOST, ports[0]).peer(1, Net.HOST, ports[1]));
            AeronTransport b = AeronTransport.launch(new AeronTransportConfig().localPeer(1)
                .listen(Net.HOST, ports[1]).peer(0, Net.HOST, ports[0]))) {
            Net.until("connection", () -> {
                Net.poll(a, b);
                return a.send(1, Lane.INPUT, 1, payload) == SendResult.SENT
                    && b.send(0, Lane.INPUT, 1, payload) == SendResult.SENT
                    && a.send(1, Lane.CONTROL, 1, payload) == SendResult.SENT
                    && b.send(0, Lane.CONTROL, 1, payload) == SendResult.SENT;
            });
            run(a, b, WARM_UP_TICKS);
            final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            final long self = Thread.currentThread().getId();
            threads.getThreadAllocatedBytes(self);
            long least = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS && least > 0; round++) {
                arrived = 0;
                refused = 0;
                final long before = threads.getThreadAllocatedBytes(self);
                run(a, b, TICKS);
                least = Math.min(least, threads.getThreadAllocatedBytes(self) - before);
                assertEquals(0, refused);
                assertTrue(arrived > 2 * TICKS * 9 / 10, "only " + arrived + " datagrams arrived");
            }
            // A round may hit the compiler's own doings; allocation per tick would show in each.
            assertEquals(0, least, "bytes in " + TICKS + " ticks");
        }
    }

    private void run(final AeronTransport a, final AeronTransport b, final int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            exchange(a, 1, tick);
            exchange(b, 0, tick);
            for (int i = 0; i < IDLE_POLLS; i++) {
                a.poll(tick, handler);
                b.poll(tick, handler);
            }
        }
    }

    private void exchange(final AeronTransport transport, final int peer, final int tick) {
        transport.poll(tick, handler);
        send(transport, peer, Lane.INPUT, tick);
        if (tick % CONTROL_EVERY == 0) {
            send(transport, peer, Lane.CONTROL, tick);
        }
    }

    private void send(final AeronTransport transport, final int peer, final Lane lane, final int tick) {
        payload.clear();
        if (transport.send(peer, lane, tick, payload) != SendResult.SENT) {
            refused++;
        }
    }
}
