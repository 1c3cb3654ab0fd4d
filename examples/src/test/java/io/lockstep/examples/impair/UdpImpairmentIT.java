package io.lockstep.examples.impair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.peer.Address;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real sockets; the time is in the test's hands. */
class UdpImpairmentIT {

    private static final long MS = 1_000_000L;
    private static final int SEED = 3;

    private final SimulatedNetwork network = new SimulatedNetwork(2, SEED);
    private final UdpImpairment relay = new UdpImpairment(network);
    private final ByteBuffer buffer = ByteBuffer.allocate(2000);
    private final List<DatagramChannel> others = new ArrayList<>();
    private DatagramChannel server;
    private DatagramChannel client;
    private SocketAddress way;
    private SocketAddress lastSender;
    private long nowNs = 12_345;

    @BeforeEach
    void open() throws IOException {
        server = socket();
        client = socket();
        way = address(relay.route(0, 1, new Address("127.0.0.1", port(server))));
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
        server.close();
        client.close();
        for (final DatagramChannel other : others) {
            other.close();
        }
    }

    private static DatagramChannel socket() throws IOException {
        final DatagramChannel channel = DatagramChannel.open();
        channel.configureBlocking(false);
        return channel.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
    }

    private static int port(final DatagramChannel channel) throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    private static SocketAddress address(final Address address) {
        return new InetSocketAddress(address.host(), address.port());
    }

    private void send(final DatagramChannel from, final SocketAddress to, final int number) throws IOException {
        from.send(ByteBuffer.allocate(64).putInt(number).clear(), to);
    }

    private void pass(final long milliseconds) {
        nowNs += milliseconds * MS;
        relay.poll(nowNs);
    }

    private List<Integer> receive(final DatagramChannel at) throws IOException {
        final List<Integer> numbers = new ArrayList<>();
        buffer.clear();
        for (SocketAddress from = at.receive(buffer); from != null; from = at.receive(buffer)) {
            lastSender = from;
            assertEquals(64, buffer.flip().remaining());
            numbers.add(buffer.getInt());
            buffer.clear();
        }
        return numbers;
    }

    @Test
    void shouldHoldADatagramForTheLatencyAndBringTheAnswerBack() throws IOException {
        network.conditions(0, 1, LinkConditions.latency(20));
        network.conditions(1, 0, LinkConditions.latency(50));
        send(client, way, 1);
        pass(0);
        pass(19);
        assertEquals(List.of(), receive(server));
        pass(1);
        assertEquals(List.of(1), receive(server));

        send(server, lastSender, 2);
        pass(0);
        pass(49);
        assertEquals(List.of(), receive(client));
        pass(1);
        assertEquals(List.of(2), receive(client));
        assertEquals(way, lastSender, "the answer comes from where the question was sent to");
    }

    @Test
    void shouldKeepTheSocketsOfOneSenderApart() throws IOException {
        try (DatagramChannel second = socket()) {
            send(client, way, 1);
            pass(0);
            assertEquals(List.of(1), receive(server));
            final SocketAddress first = lastSender;
            send(second, way, 2);
            pass(0);
            assertEquals(List.of(2), receive(server));
            send(server, first, 3);
            send(server, lastSender, 4);
            pass(0);
            assertEquals(List.of(3), receive(client));
            assertEquals(List.of(4), receive(second));
        }
    }

    @Test
    void shouldForgetTheSocketThatWasQuietForLongest() throws IOException {
        send(client, way, 0);
        pass(0);
        assertEquals(List.of(0), receive(server));
        final SocketAddress first = lastSender;
        // All of them stay open: a port that is free again may be given to the next one, which is then no other sender.
        for (int i = 1; i <= Route.MAX_FLOWS; i++) {
            others.add(socket());
            send(others.get(i - 1), way, i);
            pass(0);
            assertEquals(List.of(i), receive(server));
        }
        send(server, first, 1);
        pass(0);
        assertEquals(List.of(), receive(client));
        send(client, way, 99);
        pass(0);
        assertEquals(List.of(99), receive(server), "it is a new one when it sends again");
    }

    @Test
    void shouldLoseDoubleAndReorderAsItsNetworkSays() throws IOException {
        network.conditions(LinkConditions.latency(5).withLoss(0.2).withDuplicate(0.1).withReorder(0.1, 3));
        final int sent = 2000;
        final List<Integer> arrived = new ArrayList<>();
        for (int i = 0; i < sent; i++) {
            send(client, way, i);
            pass(1);
            arrived.addAll(receive(server));
        }
        pass(1000);
        arrived.addAll(receive(server));
        assertEquals(sent, network.counters(0).datagrams());
        assertEquals(sent - network.counters(0).lost() + network.counters(0).duplicated(), arrived.size());
        assertTrue(network.counters(0).lost() > 300 && network.counters(0).duplicated() > 100
            && network.counters(0).reordered() > 50, "lost " + network.counters(0).lost());
        assertEquals(sent - network.counters(0).lost(), arrived.stream().distinct().count());
    }

    @Test
    void shouldDropWhatIsCutAndGoOnAfterwards() throws IOException {
        network.cut(0, 1);
        send(client, way, 1);
        pass(10);
        network.heal();
        send(client, way, 2);
        pass(10);
        assertEquals(List.of(2), receive(server));
        assertEquals(1, network.counters().partitioned());
    }

    @Test
    void shouldSurviveAReceiverThatIsNotThere() throws IOException {
        final SocketAddress same = server.getLocalAddress();
        server.close();
        for (int i = 0; i < 20; i++) {
            send(client, way, i);
            pass(1);
        }
        assertTrue(relay.undeliverable() > 0);
        server = DatagramChannel.open().bind(same);
        server.configureBlocking(false);
        pass(1);
        send(client, way, 50);
        pass(1);
        send(client, way, 51);
        pass(1);
        assertTrue(receive(server).contains(51));
    }

    @Test
    void shouldDropWhatNoEthernetFrameHolds() throws IOException {
        client.send(ByteBuffer.allocate(SimulatedNetwork.MAX_UDP_PAYLOAD_BYTES + 1), way);
        pass(1);
        assertEquals(1, relay.oversized());
        assertEquals(0, network.counters().datagrams());
    }

    @Test
    void shouldKeepItsSocketsWhenTheThreadIsInterrupted() throws IOException {
        send(client, way, 1);
        Thread.currentThread().interrupt();
        pass(0);
        assertTrue(Thread.interrupted());
        assertEquals(List.of(1), receive(server));
    }

    @Test
    void shouldRefuseEveryAddressButTheLoopback() {
        final String message = assertThrows(IllegalArgumentException.class,
            () -> relay.route(1, 0, new Address("192.0.2.7", 7000))).getMessage();
        assertEquals("192.0.2.7:7000 is not on the loopback interface; this relay goes nowhere else", message);
        assertThrows(IllegalArgumentException.class, () -> relay.route(1, 0, new Address("0.0.0.0", 7000)));
        assertThrows(IllegalArgumentException.class, () -> relay.route(0, 2, new Address("127.0.0.1", 7000)));
    }
}
