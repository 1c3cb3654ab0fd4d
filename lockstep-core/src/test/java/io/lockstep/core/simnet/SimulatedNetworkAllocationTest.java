package io.lockstep.core.simnet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedNetworkAllocationTest {

    private static final int WARM_UP = 60_000;
    private static final int MEASURED = 20_000;
    private static final long TICK_NS = 16_666_667;

    private static final Lane[] LANES = Lane.values();

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ByteBuffer payload = ByteBuffer.allocate(32);
    private int received;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldAllocateNothingPerDatagram(final Profile profile) {
        final SimulatedNetwork network = new SimulatedNetwork(2, 5)
            .conditions(profile.conditions().withCorrupt(0.05).withBandwidth(1_000_000, 32));
        final Transport one = network.endpoint(0);
        final Transport other = network.endpoint(1);
        final DatagramHandler handler = (peer, lane, tag, datagram) -> received++;
        for (int i = 0; i < WARM_UP; i++) {
            tick(network, one, other, handler);
        }
        received = 0;
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MEASURED; i++) {
            tick(network, one, other, handler);
        }
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(received > MEASURED);
        // The virtual machine itself may allocate a few bytes for the reading.
        assertEquals(0, allocated / MEASURED, () -> allocated + " bytes in all");
    }

    private void tick(final SimulatedNetwork network, final Transport one, final Transport other,
                      final DatagramHandler handler) {
        network.advanceTo(network.nowNs() + TICK_NS);
        one.poll(0, handler);
        other.poll(0, handler);
        for (final Lane lane : LANES) {
            send(one, 1, lane);
            send(other, 0, lane);
        }
    }

    private void send(final Transport transport, final int to, final Lane lane) {
        payload.clear();
        transport.send(to, lane, 1, payload);
    }
}
