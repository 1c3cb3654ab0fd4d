package io.lockstep.examples.benchmarks.peers;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.peer.Address;
import io.lockstep.testkit.LinkConditions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real connections through a relay whose clock is moved by hand. */
class TcpRelayIT {

    private static final long MS = 1_000_000L;
    private static final int HEADER_BYTES = 52;
    private static final Duration LOOK = Duration.ofMillis(1);

    private final ServerSocket host = host();
    private TcpRelay relay;
    private Socket guest;
    private Socket accepted;
    private long nowNs;

    private static ServerSocket host() {
        try {
            return new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        } catch (final IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @BeforeEach
    void connect() throws IOException {
        // Every second segment is lost; and of the repeats.
        relay = new TcpRelay(new Address("127.0.0.1", host.getLocalPort()),
            LinkConditions.latency(20).withLoss(0.5), 1);
        guest = new Socket("127.0.0.1", relay.port());
        relay.poll(nowNs);
        accepted = host.accept();
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
        guest.close();
        accepted.close();
        host.close();
    }

    private void pass(final long ms) {
        nowNs += ms * MS;
        relay.poll(nowNs);
    }

    @Test
    void shouldHoldUpWhatIsLostAndAllBehindItAndLoseNothing() throws IOException {
        final int segments = 40;
        long held = 0;
        int arrived = 0;
        for (int i = 0; i < segments; i++) {
            guest.getOutputStream().write(i);
            final long before = relay.bytes();
            await().pollDelay(Duration.ZERO).pollInterval(LOOK).until(() -> {
                relay.poll(nowNs);
                return relay.bytes() > before;
            });
            pass(10);
            held = Math.max(held, i + 1 - available(arrived));
        }
        assertEquals(segments * (1L + HEADER_BYTES), relay.bytes());
        assertTrue(held > 5, "held up " + held + " at most");
        pass(100_000);
        for (arrived = 0; arrived < segments; arrived++) {
            assertEquals(arrived, accepted.getInputStream().read());
        }
    }

    private int available(final int read) throws IOException {
        return read + accepted.getInputStream().available();
    }
}
