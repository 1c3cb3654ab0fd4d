package io.lockstep.examples.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.peer.Address;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A player's process that cannot play is reported, not waited for. */
@Tag("sockets")
class PeerChildIT {

    private static final long NOW_OR_NEVER_NS = 15_000_000_000L;
    private static final int FRAMES = 100;

    @Test
    void shouldSayWhyAPlayerDied() throws IOException, InterruptedException {
        try (DatagramSocket taken = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"))) {
            final Address listen = new Address("127.0.0.1", taken.getLocalPort());
            try (PeerChild child = new PeerChild(Contender.SELECT, new Seat(0, 2, listen, listen, 0), FRAMES)) {
                child.awaitFirst(NOW_OR_NEVER_NS);
                child.join(System.nanoTime() + NOW_OR_NEVER_NS);
                assertNull(child.report());
                assertTrue(child.failure().contains("Address already in use"), child.failure());
                assertTrue(child.lacksPort());
            }
        }
    }
}
