package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import io.lockstep.core.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Transports without keys, what they refuse and what they leave behind. */
@Tag("sockets")
class AeronTransportIT extends CarriageContract {

    @Override
    int maxPayloadBytes() {
        return 1184;
    }

    @Override
    long tag(final int number) {
        return 0x8000_0000_0000_0001L + number * 0x1_0000_0001L;
    }

    @Test
    void shouldCountBytesAsTheyStandOnTheWire() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport transport = launch(config(0, ports));

        assertEquals(60, transport.wireBytes(0));
        assertEquals(61, transport.wireBytes(1));
        assertEquals(92, transport.wireBytes(32));
        assertEquals(93, transport.wireBytes(33));
        assertEquals(1216 + 28, transport.wireBytes(transport.maxPayloadBytes()));
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
}
