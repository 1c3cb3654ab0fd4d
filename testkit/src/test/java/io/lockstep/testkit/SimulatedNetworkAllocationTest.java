package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedNetworkAllocationTest {

    private static final int TICKS = 20_000;
    private static final long TICK_NS = 16_666_667;

    private static final Lane[] LANES = Lane.values();

    private final ByteBuffer payload = ByteBuffer.allocate(32);
    private int received;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldAllocateNothingPerDatagram(final Profile profile) {
        final SimulatedNetwork network = new SimulatedNetwork(2, 5)
            .conditions(profile.conditions().withCorrupt(0.05).withBandwidth(1_000_000, 32))
            .uplink(0, 1_000_000, 100);
        final Transport one = network.endpoint(0);
        final Transport other = network.endpoint(1);
        final DatagramHandler handler = (peer, lane, tag, datagram) -> received++;
        assertEquals(0, Allocations.least(() -> {
            received = 0;
            for (int i = 0; i < TICKS; i++) {
                tick(network, one, other, handler);
            }
        }), () -> "bytes in " + TICKS + " ticks");
        assertTrue(received > TICKS);
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
