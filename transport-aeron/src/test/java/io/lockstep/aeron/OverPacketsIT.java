package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A transport over sockets that are not the system's carries what one on its own sockets does, with keys. */
@Tag("sockets")
class OverPacketsIT extends CarriageContract {

    private static final int LOSS_PER_MILLE = 200;
    private static final int MANY = 300;
    private static final int TALK_POLLS = 200;

    private final MatchKey matchKey = MatchKey.generate();
    private final MatchKey sessionKey = MatchKey.generate();
    private final PacketHub hub = new PacketHub(1, 0);
    private final Map<AeronTransportConfig, PacketHub.Socket> sockets = new IdentityHashMap<>();

    @Override
    int maxPayloadBytes() {
        return AeronTransportConfig.PACKET_MTU - AeronTransport.HEADER_BYTES - LinkGuard.SEAL_BYTES;
    }

    @Override
    long tag(final int number) {
        return number;
    }

    @Override
    AeronTransportConfig config(final int local, final int[] ports) {
        return config(hub, local, ports);
    }

    private AeronTransportConfig config(final PacketHub over, final int local, final int[] ports) {
        final AeronTransportConfig config = new AeronTransportConfig().localPeer(local).directoryBase(base.toFile())
            .keys(LinkKeys.of(matchKey));
        for (int id = 0; id < ports.length; id++) {
            if (id != local) {
                config.peer(id, new PacketHub.Place(ports[id]));
            }
        }
        sockets.put(config, over.open(ports[local]));
        return config;
    }

    @Override
    AeronTransport launch(final AeronTransportConfig config) {
        final AeronTransport transport = closeLater(AeronTransport.over(config, sockets.get(config)));
        assertTrue(transport.seal(new TestSeal(sessionKey, transport.localPeer())));
        return transport;
    }

    @Test
    void shouldSendNoPacketThatIsLongerThanTheMtu() {
        final int[] places = {1, 2};
        final AeronTransport a = launch(config(0, places));
        final AeronTransport b = launch(config(1, places));
        final Inbox inbox = new Inbox();
        for (int i = 0; i < MANY; i++) {
            send(a, b, 1, Lane.CONTROL, i, Net.payload(i % 3 == 0 ? a.maxPayloadBytes() : 8, i), inbox);
        }
        assertEquals(AeronTransportConfig.PACKET_MTU, hub.longest);
    }

    @Test
    void shouldRepairOneLaneAndNotTheOtherWherePacketsAreLost() {
        final PacketHub lossy = new PacketHub(2, LOSS_PER_MILLE);
        final int[] places = {1, 2};
        final AeronTransport a = launch(config(lossy, 0, places));
        final AeronTransport b = launch(config(lossy, 1, places));
        final Inbox inbox = new Inbox();
        for (int i = 0; i < MANY; i++) {
            send(a, b, 1, Lane.CONTROL, i, Net.payload(40, i), inbox);
            send(a, b, 1, Lane.INPUT, i, Net.payload(40, i), inbox);
        }
        Net.until("the last one", () -> {
            Net.poll(a);
            b.poll(System.nanoTime(), inbox);
            return inbox.letters.stream().filter(letter -> letter.lane() == Lane.CONTROL).count() == MANY;
        });
        assertEquals(IntStream.range(0, MANY).asLongStream().boxed().toList(), inbox.letters.stream()
            .filter(letter -> letter.lane() == Lane.CONTROL).map(Inbox.Letter::tag).toList());
        final long inputs = inbox.letters.stream().filter(letter -> letter.lane() == Lane.INPUT).count();
        assertTrue(inputs > MANY / 2 && inputs < MANY, inputs + " inputs");
    }

    /** Nothing of an address that is no peer's, and nothing that is no frame. */
    @Test
    void shouldTakeNothingFromStrangers() {
        final int[] places = {1, 2};
        final AeronTransportConfig config = config(0, places);
        final AeronTransport a = launch(config);
        final AeronTransport b = launch(config(1, places));
        final Inbox inbox = new Inbox();
        send(b, a, 0, Lane.INPUT, 1, Net.payload(8, 1), inbox);
        final long drops = a.guardDrops();

        sockets.get(config).arrive(Net.payload(64, 1), new PacketHub.Place(3));
        sockets.get(config).arrive(ByteBuffer.allocate(3), new PacketHub.Place(2));
        Net.poll(a, b);
        assertEquals(drops, a.guardDrops());

        sockets.get(config).arrive(ByteBuffer.allocate(64).put(6, (byte) 1), new PacketHub.Place(2));
        Net.poll(a, b);
        assertEquals(drops + 1, a.guardDrops());
        send(b, a, 0, Lane.INPUT, 2, Net.payload(8, 2), inbox);
    }

    @Test
    void shouldEndWithItsSocketAndCloseIt() {
        final int[] places = {1, 2};
        final AeronTransportConfig config = config(0, places);
        final AeronTransport a = launch(config);
        final PacketHub.Socket socket = sockets.get(config);
        assertNull(a.failure());

        socket.failure = "no way out";
        assertEquals("no way out", a.failure());
        assertEquals(SendResult.CLOSED, a.send(1, Lane.INPUT, 1, Net.payload(8, 1)));

        assertFalse(socket.closed);
        a.close();
        assertTrue(socket.closed);
    }

    @Test
    void shouldListenElsewhereWhenItsPortIsTakenMeanwhile() throws IOException {
        final AeronTransportConfig config = config(0, new int[] {1, 2});
        try (DatagramChannel taken = DatagramChannel.open()) {
            taken.bind(new InetSocketAddress("127.0.0.1", 0));
            final int[] asked = {0};
            final AeronTransport transport = closeLater(AeronTransport.over(config, sockets.get(config), () ->
                asked[0]++ == 0 ? (InetSocketAddress) taken.getLocalAddress() : Faces.freeAddress()));
            assertNull(transport.failure());
            assertEquals(2, asked[0]);
        }
    }

    /** Its name stays, wherever it comes back from. */
    @Test
    void shouldNotAskAPeerThatIsLostToComeBackFromItsOldAddress() {
        final int[] places = {1, 2};
        final AeronTransport a = launch(config(0, places));
        final AeronTransport b = launch(config(1, places));
        send(a, b, 1, Lane.CONTROL, 1, Net.payload(8, 1), new Inbox());
        b.close();
        Net.until("it is lost", () -> {
            Net.poll(a);
            return a.send(1, Lane.CONTROL, 2, Net.payload(8, 2)) == SendResult.NOT_CONNECTED;
        });
        assertNull(a.hint(1));
    }

    /** What the peers hear of each other goes through the hub and nowhere else. */
    @Test
    void shouldBeSilentWhereEverythingIsLost() {
        final PacketHub dead = new PacketHub(3, 1000);
        final int[] places = {1, 2};
        final AeronTransport a = launch(config(dead, 0, places));
        final AeronTransport b = launch(config(dead, 1, places));
        for (int i = 0; i < TALK_POLLS; i++) {
            Net.poll(a, b);
            a.await(1_000_000);
            assertEquals(SendResult.NOT_CONNECTED, a.send(1, Lane.INPUT, 1, Net.payload(8, 1)));
        }
        assertTrue(dead.sent > 0);
    }
}
