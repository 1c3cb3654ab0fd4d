package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import io.lockstep.core.transport.TransportException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The transport on sockets of the system's, on the loopback interface. */
@Tag("sockets")
class DatagramTransportIT {

    private static final int TICKS = 10_000;
    private static final int CONTROL_EVERY = 30;
    private static final int WAITING_ROUNDS = 150;
    private static final long LONG_NS = 1_400_000L;

    private DatagramTransport[] transports = {};
    private final ByteBuffer payload = Letters.payload(32, 1);
    private long arrived;
    private long fewest;
    private long refused;
    private final DatagramHandler counter = (peer, lane, tag, datagram) -> arrived++;

    @AfterEach
    void closeAll() {
        for (final DatagramTransport transport : transports) {
            transport.close();
        }
    }

    private void poll(final DatagramHandler handler) {
        for (final DatagramTransport transport : transports) {
            transport.poll(System.nanoTime(), handler);
        }
    }

    @Test
    void shouldCarryEverySizeOnBothLanes() {
        transports = Sockets.mesh(Sockets.freePorts(2));
        for (final Lane lane : Lane.values()) {
            final Letters letters = new Letters();
            for (int length = 0; length <= 1184; length++) {
                final int size = length;
                final boolean[] sent = {false};
                Sockets.until("room", () -> {
                    sent[0] = sent[0] || transports[0].send(1, lane, size, Letters.payload(size, size))
                        == SendResult.SENT;
                    poll(letters);
                    return sent[0];
                });
            }
            Sockets.until("arrival", () -> {
                poll(letters);
                return letters.all.size() == 1185;
            });
            for (int length = 0; length <= 1184; length++) {
                assertEquals(length, letters.all.get(length).tag());
                assertEquals(Letters.payload(length, length), letters.all.get(length).payload());
            }
        }
        assertNull(transports[0].failure());
    }

    /** With several peers on one port each of them has a connected socket, where the system allows it. */
    @ParameterizedTest(name = "{0} peers, with keys and a seal: {1}")
    @CsvSource({"2,false", "4,false", "8,false", "2,true", "4,true", "8,true"})
    void shouldAllocateNothingPerTick(final int peers, final boolean keyed) {
        final int[] ports = Sockets.freePorts(peers);
        transports = keyed ? Sockets.mesh(ports, Pair.keys(7)) : Sockets.mesh(ports);
        for (int peer = 0; keyed && peer < peers; peer++) {
            transports[peer].seal(new TestSeal(peer, 7));
        }
        final int ticks = TICKS / (peers - 1);
        fewest = Long.MAX_VALUE;
        final long least = Allocations.least(() -> {
            arrived = 0;
            run(ticks);
            fewest = Math.min(fewest, arrived);
        });
        assertEquals(0, least, "bytes in " + ticks + " ticks of " + peers);
        assertEquals(0, refused);
        final long sent = (long) ticks * peers * (peers - 1);
        assertTrue(fewest > sent * 9 / 10, "only " + fewest + " of " + sent + " datagrams arrived");
    }

    private void run(final int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            for (int self = 0; self < transports.length; self++) {
                transports[self].poll(tick * 16_000_000L, counter);
                for (int peer = 0; peer < transports.length; peer++) {
                    if (peer != self) {
                        send(self, peer, Lane.INPUT, 1 + tick);
                        if (tick % CONTROL_EVERY == 0) {
                            send(self, peer, Lane.CONTROL, 1 + tick);
                        }
                    }
                }
            }
        }
    }

    private void send(final int self, final int peer, final Lane lane, final int tick) {
        payload.clear();
        if (transports[self].send(peer, lane, tick, payload) != SendResult.SENT) {
            refused++;
        }
    }

    /** As a game does it that sleeps between its frames. */
    @ParameterizedTest(name = "{0} peers")
    @ValueSource(ints = {2, 4})
    void shouldAllocateNothingWhereItWaits(final int peers) {
        transports = Sockets.mesh(Sockets.freePorts(peers));
        final long least = Allocations.least(() -> {
            for (int round = 0; round < WAITING_ROUNDS; round++) {
                for (int self = 0; self < peers; self++) {
                    transports[self].poll(System.nanoTime(), counter);
                    transports[self].await(LONG_NS);
                    send(self, (self + 1) % peers, Lane.INPUT, 1 + round);
                }
            }
        });
        assertEquals(0, least, "bytes in " + WAITING_ROUNDS + " rounds of " + peers);
    }

    /** It would take a minute if what comes woke nobody; the test's own time limit tells. */
    @Test
    void shouldBeWokenByADatagram() {
        transports = Sockets.mesh(Sockets.freePorts(2));
        for (int round = 0; round < 100; round++) {
            final long before = arrived;
            transports[1].send(0, Lane.INPUT, 1 + round, Letters.payload(8, 8));
            while (arrived == before) {
                transports[0].await(60_000_000_000L);
                transports[0].poll(System.nanoTime(), counter);
            }
        }
    }

    @Test
    void shouldConnectNobodyWithAnotherKey() {
        final int[] ports = Sockets.freePorts(2);
        transports = new DatagramTransport[] {
            DatagramTransport.launch(Sockets.config(0, ports).keys(Pair.keys(7))),
            DatagramTransport.launch(Sockets.config(1, ports).keys(Pair.keys(8)))};
        final Letters letters = new Letters();
        Sockets.until("refusals", () -> {
            poll(letters);
            return transports[0].count(DatagramEvent.GUARD) > 5 && transports[1].count(DatagramEvent.GUARD) > 5;
        });
        assertEquals(0, transports[0].count(DatagramEvent.OPENED) + transports[1].count(DatagramEvent.OPENED));
        transports[1].close();
        transports[1] = DatagramTransport.launch(Sockets.config(1, ports).keys(Pair.keys(7)));
        Sockets.until("a connection", () -> {
            poll(letters);
            return transports[0].isConnected(1) && transports[1].isConnected(0);
        });
    }

    @Test
    void shouldTellPeersApartThatShareOneEndpoint() {
        transports = Sockets.mesh(Sockets.freePorts(4));
        final Letters letters = new Letters();
        for (int round = 0; round < 10; round++) {
            for (int peer = 1; peer < 4; peer++) {
                transports[peer].send(0, Lane.INPUT, peer, Letters.payload(peer, peer));
                transports[peer].send(0, Lane.CONTROL, peer, Letters.payload(600 + peer, peer));
            }
        }
        Sockets.until("arrival", () -> {
            poll(letters);
            return letters.all.size() == 60;
        });
        for (final Letters.Letter letter : letters.all) {
            assertEquals(letter.peer(), letter.tag());
            assertEquals(Letters.payload((letter.lane() == Lane.INPUT ? 0 : 600) + letter.peer(), letter.peer()),
                letter.payload());
        }
    }

    @Test
    void shouldReachAPeerThatWasStartedAgainOnTheSamePort() {
        final int[] ports = Sockets.freePorts(2);
        transports = Sockets.mesh(ports);
        transports[1].close();
        transports[1] = DatagramTransport.launch(Sockets.config(1, ports));
        final Letters letters = new Letters();
        Sockets.until("both ways", () -> {
            poll(letters);
            transports[0].send(1, Lane.INPUT, 3, Letters.payload(8, 3));
            transports[1].send(0, Lane.CONTROL, 4, Letters.payload(8, 4));
            return letters.tags(Lane.INPUT).contains(3L) && letters.tags(Lane.CONTROL).contains(4L);
        });
    }

    @Test
    void shouldRefuseATakenPortInOneLine() {
        final int[] ports = Sockets.freePorts(2);
        transports = Sockets.mesh(ports);
        final TransportException refused = assertThrows(TransportException.class,
            () -> DatagramTransport.launch(Sockets.config(0, ports)));
        assertEquals("cannot listen on 127.0.0.1:" + ports[0] + ": Address already in use", refused.getMessage());
    }

    /** Sharing a port with ourselves must not mean to share it with others. */
    @Test
    void shouldShareItsPortWithNobodyElse() throws IOException {
        final int[] ports = Sockets.freePorts(2);
        transports = Sockets.mesh(ports);
        try (DatagramChannel other = DatagramChannel.open()) {
            other.setOption(java.net.StandardSocketOptions.SO_REUSEADDR, true);
            assertThrows(java.net.BindException.class,
                () -> other.bind(new InetSocketAddress(Sockets.HOST, ports[0])));
        }
    }

    @Test
    void shouldRefuseAnAddressThatIsNotThisMachines() {
        final int[] ports = Sockets.freePorts(2);
        final TransportException refused = assertThrows(TransportException.class,
            () -> DatagramTransport.launch(Sockets.config(0, ports).listen("192.0.2.1", 7000)));
        assertEquals("cannot listen on 192.0.2.1:7000: Cannot assign requested address", refused.getMessage());
    }

    @Test
    void shouldStartNoThread() {
        final Set<Thread> before = liveThreads();
        transports = Sockets.mesh(Sockets.freePorts(2));
        assertEquals(before, liveThreads());
    }

    private static Set<Thread> liveThreads() {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getThreadGroup() != null && !"system".equals(thread.getThreadGroup().getName()))
            .collect(Collectors.toSet());
    }

    @Test
    void shouldOutliveAnInterruptOfItsThread() {
        transports = Sockets.mesh(Sockets.freePorts(2));
        final Letters letters = new Letters();
        Thread.currentThread().interrupt();
        for (int i = 0; i < 10; i++) {
            transports[0].send(1, Lane.CONTROL, 2, Letters.payload(8, 2));
            poll(letters);
        }
        transports[0].await(LONG_NS);
        assertTrue(Thread.interrupted());
        assertNull(transports[0].failure());
        transports[0].send(1, Lane.CONTROL, 3, Letters.payload(8, 3));
        Sockets.until("arrival", () -> {
            poll(letters);
            return letters.tags(Lane.CONTROL).contains(3L);
        });
    }
}
