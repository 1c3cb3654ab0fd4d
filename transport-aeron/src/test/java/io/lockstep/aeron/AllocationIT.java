package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/**
 * Holds two transports, driven on one thread with a remote peer each, at no allocation at all. The build runs it
 * without the second compiler, which takes garbage away in some runs and leaves it in others.
 */
class AllocationIT {

    private static final int TICKS = 10_000;
    private static final int PAYLOAD = 32;
    /** A control message now and then, as in a match. */
    private static final int CONTROL_EVERY = 30;
    /** Polls that find nothing, as when a game waits for its next frame. */
    private static final int IDLE_POLLS = 3;
    /** More than a busy machine needs to hand on a datagram; one that is lost is not waited for any longer. */
    private static final int PATIENCE_POLLS = 100_000;

    private long arrived;
    private final DatagramHandler handler = (peer, lane, tag, payload) -> arrived++;
    private final ByteBuffer payload = Net.payload(PAYLOAD, 1);
    private long fewest = Long.MAX_VALUE;
    private long sent;
    private long refused;

    private static AeronTransportConfig config(final int id, final int[] ports) {
        return new AeronTransportConfig().localPeer(id).listen(Net.HOST, ports[id])
            .peer(1 - id, Net.HOST, ports[1 - id]);
    }

    @Test
    void shouldAllocateNothingPerTick() {
        final int[] ports = Net.freePorts(2);
        try (AeronTransport a = AeronTransport.launch(config(0, ports));
            AeronTransport b = AeronTransport.launch(config(1, ports))) {
            assertNothingIsAllocated(a, b);
        }
    }

    @Test
    void shouldAllocateNothingPerTickWithKeys() {
        final int[] ports = Net.freePorts(2);
        final MatchKey key = MatchKey.generate();
        try (AeronTransport a = AeronTransport.launch(config(0, ports).keys(LinkKeys.of(key)));
            AeronTransport b = AeronTransport.launch(config(1, ports).keys(LinkKeys.of(key)))) {
            a.seal(new TestSeal(key, 0));
            b.seal(new TestSeal(key, 1));

            assertNothingIsAllocated(a, b);

            assertEquals(0, a.guardDrops() + b.guardDrops());
        }
    }

    @Test
    void shouldAllocateNothingPerTickOverPackets() {
        final PacketHub hub = new PacketHub(1, 0);
        final MatchKey key = MatchKey.generate();
        try (AeronTransport a = over(hub, 0, key); AeronTransport b = over(hub, 1, key)) {
            assertNothingIsAllocated(a, b);
        }
    }

    private static AeronTransport over(final PacketHub hub, final int id, final MatchKey key) {
        final AeronTransport transport = AeronTransport.over(new AeronTransportConfig().localPeer(id)
            .peer(1 - id, new PacketHub.Place(1 - id)).keys(LinkKeys.of(key)), hub.open(id));
        transport.seal(new TestSeal(key, id));
        return transport;
    }

    private void assertNothingIsAllocated(final AeronTransport a, final AeronTransport b) {
        Net.until("connection", () -> {
            Net.poll(a, b);
            return a.send(1, Lane.INPUT, 1, payload) == SendResult.SENT
                && b.send(0, Lane.INPUT, 1, payload) == SendResult.SENT
                && a.send(1, Lane.CONTROL, 1, payload) == SendResult.SENT
                && b.send(0, Lane.CONTROL, 1, payload) == SendResult.SENT;
        });
        final long least = Allocations.least(() -> {
            arrived = 0;
            sent = 0;
            run(a, b);
            fewest = Math.min(fewest, arrived);
        });
        assertEquals(0, least, "bytes in " + TICKS + " ticks");
        assertEquals(0, refused);
        assertTrue(fewest > 2 * TICKS * 9 / 10, "only " + fewest + " datagrams arrived");
    }

    private void run(final AeronTransport a, final AeronTransport b) {
        for (int tick = 0; tick < TICKS; tick++) {
            final long due = arrived - sent;
            exchange(a, 1, tick);
            exchange(b, 0, tick);
            // The driver's threads may be without a core: a game's pace would let them have their turn.
            for (int i = 0; i < PATIENCE_POLLS && arrived - sent < due; i++) {
                a.poll(tick, handler);
                b.poll(tick, handler);
            }
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
        if (transport.send(peer, lane, tick, payload) == SendResult.SENT) {
            sent++;
        } else {
            refused++;
        }
    }
}
