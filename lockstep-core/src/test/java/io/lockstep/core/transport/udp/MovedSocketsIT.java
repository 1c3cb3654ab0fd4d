package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests real sockets behind a router that assigns another port during a match. */
@Tag("sockets")
class MovedSocketsIT {

    private static final int GUEST = 1;
    private static final int MOVES = 5;
    private static final int BUFFER_BYTES = 2048;
    private static final long RESUME_NS = TimeUnit.SECONDS.toNanos(2);

    /** A router between a guest and a host; the host sees the port of the outer socket. */
    private static final class Router implements AutoCloseable {
        private final SocketAddress host;
        private final DatagramChannel inner;
        private DatagramChannel outer = open();
        private SocketAddress guest;
        private final ByteBuffer packet = ByteBuffer.allocate(BUFFER_BYTES);

        Router(final SocketAddress host) throws IOException {
            this.host = host;
            inner = open();
        }

        private static DatagramChannel open() throws IOException {
            final DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(Sockets.HOST, 0));
            channel.configureBlocking(false);
            return channel;
        }

        int port() throws IOException {
            return ((InetSocketAddress) inner.getLocalAddress()).getPort();
        }

        void assignAnotherPort() throws IOException {
            final DatagramChannel former = outer;
            outer = open();
            former.close();
        }

        void carry() throws IOException {
            for (SocketAddress from = inner.receive(packet.clear()); from != null;
                from = inner.receive(packet.clear())) {
                guest = from;
                outer.send(packet.flip(), host);
            }
            while (outer.receive(packet.clear()) != null) {
                inner.send(packet.flip(), guest);
            }
        }

        @Override
        public void close() throws IOException {
            inner.close();
            outer.close();
        }
    }

    private final Letters[] letters = {new Letters(), new Letters()};
    private final DatagramTransport[] transports = new DatagramTransport[2];
    private long sent;

    private boolean exchange(final Router router, final long first) throws IOException {
        sent++;
        for (int peer = 0; peer < 2; peer++) {
            transports[peer].poll(System.nanoTime(), letters[peer]);
            transports[peer].send(1 - peer, Lane.INPUT, sent, Letters.payload(30, 1));
            router.carry();
        }
        return has(0, first) && has(1, first);
    }

    private boolean has(final int peer, final long atLeast) {
        return letters[peer].all.stream().anyMatch(letter -> letter.tag() >= atLeast);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPlayOnWhenARouterAssignsAnotherPort(final boolean keyed) throws IOException {
        final int[] ports = Sockets.freePorts(2);
        try (Router router = new Router(new InetSocketAddress(Sockets.HOST, ports[0]))) {
            for (int peer = 0; peer < 2; peer++) {
                final DatagramTransportConfig config = Sockets.config(peer, ports);
                if (peer == GUEST) {
                    config.peer(0, Sockets.HOST, router.port());
                } else {
                    config.peer(GUEST); // the host does not know where its guest is
                }
                if (keyed) {
                    config.keys(Pair.keys(7));
                } else {
                    config.insecure();
                }
                transports[peer] = DatagramTransport.launch(config);
                letters[peer].seal = new TestSeal(peer, 7);
                transports[peer].seal(letters[peer].seal);
            }
            Sockets.until("play", () -> exchange(router, 1));
            for (int move = 0; move < MOVES; move++) {
                router.assignAnotherPort();
                final long first = sent + 1;
                final long since = System.nanoTime();
                Sockets.until("play behind another port", () -> exchange(router, first));
                assertTrue(System.nanoTime() - since <= RESUME_NS, "move " + move);
            }
            assertTrue(transports[0].count(DatagramEvent.MOVED) > 0);
            assertEquals(1, transports[0].count(DatagramEvent.OPENED));
            assertEquals(0, transports[0].count(DatagramEvent.TIMED_OUT));
        } finally {
            for (final DatagramTransport transport : transports) {
                transport.close();
            }
        }
    }
}
