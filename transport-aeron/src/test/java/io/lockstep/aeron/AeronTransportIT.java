package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.PacketGuard;
import io.lockstep.core.transport.Transport.SendResult;
import io.lockstep.core.transport.TransportException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AeronTransportIT {

    @TempDir
    Path base;

    private final List<AeronTransport> open = new ArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(AeronTransport::close);
    }

    private AeronTransportConfig config(final int local, final int[] ports) {
        final AeronTransportConfig config =
            new AeronTransportConfig().localPeer(local).listen(Net.HOST, ports[local]).directoryBase(base.toFile());
        for (int id = 0; id < ports.length; id++) {
            if (id != local) {
                config.peer(id, Net.HOST, ports[id]);
            }
        }
        return config;
    }

    private AeronTransport launch(final AeronTransportConfig config) {
        final AeronTransport transport = AeronTransport.launch(config);
        open.add(transport);
        return transport;
    }

    /** Pumps both until a datagram can be sent from one to the other, and sends it. */
    private static void send(final AeronTransport from, final AeronTransport to, final int peer, final Lane lane,
        final long tag, final ByteBuffer payload, final Inbox inbox) {
        Net.until("sending", () -> {
            from.poll(System.nanoTime(), (p, l, t, b) -> { });
            to.poll(System.nanoTime(), inbox);
            return from.send(peer, lane, tag, payload) == SendResult.SENT;
        });
    }

    @Test
    void shouldCarryEverySizeWithItsTagOnBothLanes() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports));
        final AeronTransport b = launch(config(1, ports));
        assertEquals(1184, a.maxPayloadBytes());

        for (final Lane lane : Lane.values()) {
            final Inbox inbox = new Inbox();
            for (int length = 0; length <= a.maxPayloadBytes(); length++) {
                send(a, b, 1, lane, tag(length), Net.payload(length, length), inbox);
            }
            Net.until("arrival", () -> {
                a.poll(System.nanoTime(), inbox);
                b.poll(System.nanoTime(), inbox);
                return inbox.letters.size() == a.maxPayloadBytes() + 1;
            });
            for (int length = 0; length <= a.maxPayloadBytes(); length++) {
                final Inbox.Letter letter = inbox.letters.get(length);
                assertEquals(0, letter.peer());
                assertEquals(lane, letter.lane());
                assertEquals(tag(length), letter.tag());
                assertEquals(Net.payload(length, length), letter.payload());
            }
        }
        assertNull(a.failure());
    }

    private static long tag(final int length) {
        return 0x8000_0000_0000_0001L + length * 0x1_0000_0001L;
    }

    @Test
    void shouldCountBytesAsTheyStandOnTheWire() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport transport = launch(config(0, ports));

        assertEquals(60, transport.wireBytes(0));
        assertEquals(92, transport.wireBytes(1));
        assertEquals(92, transport.wireBytes(32));
        assertEquals(124, transport.wireBytes(33));
        assertEquals(1216 + 28, transport.wireBytes(transport.maxPayloadBytes()));
    }

    @Test
    void shouldTellPeersApartThatShareOneEndpoint() {
        final int[] ports = Net.freePorts(4);
        final AeronTransport hub = launch(config(0, ports));
        final AeronTransport[] others = new AeronTransport[4];
        for (int id = 1; id < 4; id++) {
            others[id] = launch(config(id, ports));
        }
        final Inbox inbox = new Inbox();
        for (int round = 0; round < 10; round++) {
            for (int id = 1; id < 4; id++) {
                send(others[id], hub, 0, Lane.INPUT, id, Net.payload(id, id), inbox);
                send(others[id], hub, 0, Lane.CONTROL, id, Net.payload(id, id), inbox);
            }
        }
        Net.until("arrival", () -> {
            Net.poll(others);
            hub.poll(System.nanoTime(), inbox);
            return inbox.letters.size() == 60;
        });
        for (final Inbox.Letter letter : inbox.letters) {
            assertEquals(letter.peer(), letter.tag());
            assertEquals(Net.payload(letter.peer(), letter.peer()), letter.payload());
        }
    }

    @Test
    void shouldReachPeerThatWasRestartedOnTheSamePort() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports));
        final Inbox atA = new Inbox();
        final AeronTransport first = launch(config(1, ports));
        send(first, a, 0, Lane.CONTROL, 1, Net.payload(8, 1), atA);
        first.close();

        final AeronTransport second = launch(config(1, ports));
        final Inbox atSecond = new Inbox();
        send(second, a, 0, Lane.CONTROL, 2, Net.payload(8, 2), atA);
        Net.until("both ways", () -> {
            a.send(1, Lane.CONTROL, 3, Net.payload(8, 3));
            a.poll(System.nanoTime(), atA);
            second.poll(System.nanoTime(), atSecond);
            return !atSecond.letters.isEmpty() && atA.letters.stream().anyMatch(letter -> letter.tag() == 2);
        });
        assertEquals(3, atSecond.letters.get(0).tag());
    }

    @Test
    void shouldRefuseTakenPortInOneLineAndLeaveNothing() throws IOException {
        final int[] ports = Net.freePorts(2);
        launch(config(0, ports));
        final long before = directories();

        final TransportException ex = assertThrows(TransportException.class,
            () -> launch(config(0, new int[] {ports[0], ports[1] == 1024 ? 1025 : ports[1]})));

        assertEquals("cannot listen on 127.0.0.1:" + ports[0] + ": Address already in use", ex.getMessage());
        assertEquals(before, directories());
    }

    @Test
    void shouldRefuseAddressThatIsNotThisMachines() throws IOException {
        final TransportException ex = assertThrows(TransportException.class,
            () -> launch(config(0, Net.freePorts(2)).listen("192.0.2.1", 7000)));

        assertEquals("cannot listen on 192.0.2.1:7000: Cannot assign requested address", ex.getMessage());
        assertEquals(0, directories());
    }

    @Test
    void shouldRefuseDriverThatDoesNotRun() {
        final AeronTransportConfig config = new AeronTransportConfig().localPeer(0).listen(Net.HOST, 7000)
            .peer(1, Net.HOST, 7001).externalDriver(base.toFile());

        final TransportException ex = assertThrows(TransportException.class, () -> launch(config));

        assertEquals("no media driver is running in " + base, ex.getMessage());
    }

    @Test
    void shouldLeaveNeitherFilesNorThreads() throws IOException {
        final Set<Thread> before = liveThreads();
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports));
        final AeronTransport b = launch(config(1, ports));
        send(a, b, 1, Lane.INPUT, 1, Net.payload(8, 1), new Inbox());
        assertEquals(2, directories());
        assertEquals(before, liveThreads());

        a.close();
        a.close();
        b.close();

        assertEquals(0, directories());
        assertEquals(before, liveThreads());
        assertEquals(SendResult.CLOSED, a.send(1, Lane.INPUT, 1, Net.payload(8, 1)));
        assertEquals(0, a.poll(System.nanoTime(), new Inbox()));
    }

    private static Set<Thread> liveThreads() {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getThreadGroup() != null && !"system".equals(thread.getThreadGroup().getName()))
            .collect(Collectors.toSet());
    }

    @Test
    void shouldPassEveryDatagramThroughTheGuard() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports).guard(new XorGuard(0x5A)));
        final AeronTransport b = launch(config(1, ports).guard(new XorGuard(0x5A)));
        final Inbox inbox = new Inbox();
        assertEquals(1180, a.maxPayloadBytes());
        assertEquals(92, a.wireBytes(28));
        assertEquals(124, a.wireBytes(29));

        send(a, b, 1, Lane.INPUT, 7, Net.payload(a.maxPayloadBytes(), 3), inbox);
        send(a, b, 1, Lane.CONTROL, 8, Net.payload(0, 0), inbox);
        Net.until("arrival", () -> {
            b.poll(System.nanoTime(), inbox);
            return inbox.letters.size() == 2;
        });

        assertTrue(inbox.letters.stream().anyMatch(l -> l.payload().equals(Net.payload(1180, 3)) && l.tag() == 7));
        assertEquals(0, b.guardDrops());
    }

    @Test
    void shouldDropAndCountWhatTheGuardRefuses() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports).guard(new XorGuard(1)));
        final AeronTransport b = launch(config(1, ports).guard(new XorGuard(2)));
        final Inbox inbox = new Inbox();

        send(a, b, 1, Lane.INPUT, 7, Net.payload(20, 3), inbox);
        Net.until("refusal", () -> {
            b.poll(System.nanoTime(), inbox);
            return b.guardDrops() == 1;
        });

        assertEquals(List.of(), inbox.letters);
    }

    @Test
    void shouldReplacePublicationThatReachedItsLastPosition() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports).framesBeforeMaxPosition(5));
        final AeronTransport b = launch(config(1, ports));
        final Inbox inbox = new Inbox();

        for (int i = 0; i < 20; i++) {
            send(a, b, 1, Lane.CONTROL, i, Net.payload(8, i), inbox);
        }
        Net.until("arrival", () -> {
            Net.poll(a);
            b.poll(System.nanoTime(), inbox);
            return !inbox.letters.isEmpty() && inbox.letters.get(inbox.letters.size() - 1).tag() == 19;
        });
        assertNull(a.failure());
    }

    @Test
    void shouldGiveTheHandlersExceptionToTheCallerOfPoll() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports));
        final AeronTransport b = launch(config(1, ports));
        send(a, b, 1, Lane.CONTROL, 1, Net.payload(8, 1), new Inbox());

        final IllegalStateException ex = assertThrows(IllegalStateException.class, () -> Net.until("arrival", () -> {
            b.poll(System.nanoTime(), (peer, lane, tag, payload) -> b.poll(0, new Inbox()));
            return false;
        }));

        assertEquals("poll called from a handler", ex.getMessage());
        assertNull(b.failure());
    }

    @Test
    void shouldAnswerFromAHandlerAndCloseAfterThePoll() throws IOException {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports));
        final AeronTransport b = launch(config(1, ports));
        final Inbox inbox = new Inbox();
        send(b, a, 0, Lane.CONTROL, 1, Net.payload(8, 1), new Inbox());
        send(a, b, 1, Lane.CONTROL, 2, Net.payload(8, 1), new Inbox());

        Net.until("the answer", () -> {
            b.poll(System.nanoTime(), (peer, lane, tag, payload) -> {
                b.send(peer, lane, 99, payload);
                b.close();
            });
            a.poll(System.nanoTime(), inbox);
            return inbox.letters.stream().anyMatch(letter -> letter.tag() == 99);
        });

        assertEquals(1, directories());
    }

    @Test
    void shouldOutliveAnInterruptOfItsThread() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports));
        final AeronTransport b = launch(config(1, ports));
        final Inbox inbox = new Inbox();
        send(a, b, 1, Lane.CONTROL, 1, Net.payload(8, 1), inbox);

        Thread.currentThread().interrupt();
        for (int i = 0; i < 10; i++) {
            a.send(1, Lane.CONTROL, 2, Net.payload(8, 2));
            a.poll(System.nanoTime(), inbox);
            b.poll(System.nanoTime(), inbox);
        }
        assertTrue(Thread.interrupted());

        send(a, b, 1, Lane.CONTROL, 3, Net.payload(8, 3), inbox);
        Net.until("arrival", () -> {
            b.poll(System.nanoTime(), inbox);
            return inbox.letters.stream().anyMatch(letter -> letter.tag() == 3);
        });
        assertNull(b.failure());
    }

    @Test
    void shouldAnswerNotConnectedWhileNobodyIsThere() {
        final AeronTransport a = launch(config(0, Net.freePorts(2)));

        for (int i = 0; i < 20; i++) {
            a.poll(System.nanoTime(), new Inbox());
            assertEquals(SendResult.NOT_CONNECTED, a.send(1, Lane.INPUT, 1, Net.payload(8, 1)));
        }
        assertNull(a.failure());
    }

    @Test
    void shouldRefuseWhatTheCallerGotWrong() {
        final AeronTransport a = launch(config(0, Net.freePorts(2)));

        assertEquals("peer 2 is not one of this transport's", assertThrows(IllegalArgumentException.class,
            () -> a.send(2, Lane.INPUT, 1, Net.payload(8, 1))).getMessage());
        assertEquals("payload of 1185 B, at most 1184", assertThrows(IllegalArgumentException.class,
            () -> a.send(1, Lane.INPUT, 1, Net.payload(1185, 1))).getMessage());
        assertFalse(Thread.currentThread().isInterrupted());
    }

    private long directories() throws IOException {
        try (Stream<Path> children = Files.list(base)) {
            return children.count();
        }
    }

    /** A toy: hides the bytes and appends a sum of them. */
    private record XorGuard(int key) implements PacketGuard {
        @Override
        public int overheadBytes() {
            return Integer.BYTES;
        }

        @Override
        public void seal(final int peer, final Lane lane, final long tag, final ByteBuffer datagram) {
            final int end = datagram.limit();
            final int sum = sum(datagram, end, tag);
            datagram.limit(end + Integer.BYTES).putInt(end, sum);
        }

        @Override
        public boolean open(final int peer, final Lane lane, final long tag, final ByteBuffer datagram) {
            final int end = datagram.limit() - Integer.BYTES;
            if (end < 0) {
                return false;
            }
            final int sum = datagram.getInt(end);
            final int before = plainSum(datagram, end, tag);
            datagram.limit(end);
            return sum == before;
        }

        private int sum(final ByteBuffer datagram, final int end, final long tag) {
            int sum = (int) tag;
            for (int i = datagram.position(); i < end; i++) {
                sum = sum * 31 + datagram.get(i);
                datagram.put(i, (byte) (datagram.get(i) ^ key));
            }
            return sum;
        }

        private int plainSum(final ByteBuffer datagram, final int end, final long tag) {
            int sum = (int) tag;
            for (int i = datagram.position(); i < end; i++) {
                datagram.put(i, (byte) (datagram.get(i) ^ key));
                sum = sum * 31 + datagram.get(i);
            }
            return sum;
        }
    }
}
