package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is ice4j's and what is not. */
class TappedSocketTest {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final List<String> taken = new ArrayList<>();

    private static byte[] stun(final int length) {
        return ByteBuffer.allocate(length).putInt(0x00010000).putInt(0x2112A442).array();
    }

    @Test
    void shouldHandOverDatagramsOfPlayersAndAnswerWithStunAlone() throws IOException {
        try (TappedSocket tapped = TappedSocket.open(HERE,
                (bytes, offset, length) -> taken.add(length + ":" + bytes[offset]));
                DatagramSocket peer = new DatagramSocket(0, HERE)) {
            tapped.setSoTimeout(10_000);
            for (final byte[] sent : List.of(new byte[] {7}, new byte[60], new byte[1201], stun(28))) {
                peer.send(new DatagramPacket(sent, sent.length, HERE, tapped.getLocalPort()));
            }
            final DatagramPacket packet = new DatagramPacket(new byte[1500], 1500);
            tapped.receive(packet);
            assertEquals(List.of("1:7", "60:0", "1201:0"), taken, "in full, whatever the length before");
            assertEquals(28, packet.getLength());
            assertArrayEquals(stun(28), ByteBuffer.allocate(28).put(packet.getData(), 0, 28).array());
        }
    }

    @Test
    void shouldSendWithoutWaitingByItsChannel() throws IOException {
        try (TappedSocket tapped = TappedSocket.open(HERE, (bytes, offset, length) -> { });
                DatagramSocket peer = new DatagramSocket(0, HERE)) {
            peer.setSoTimeout(10_000);
            assertFalse(tapped.getChannel().isBlocking());
            tapped.getChannel().send(ByteBuffer.wrap(new byte[] {1, 2}), peer.getLocalSocketAddress());
            tapped.send(new DatagramPacket(new byte[] {0, 3, 4}, 1, 2, peer.getLocalSocketAddress()));
            final DatagramPacket packet = new DatagramPacket(new byte[10], 10);
            for (final byte first : new byte[] {1, 3}) {
                peer.receive(packet);
                assertEquals(tapped.getLocalPort(), packet.getPort());
                assertEquals(first, packet.getData()[0]);
                assertEquals(2, packet.getLength());
            }
        }
    }

    @Test
    void shouldEndAReceiveWhenItsTimeIsOverOrItIsClosed() throws Exception {
        final TappedSocket tapped = TappedSocket.open(HERE, (bytes, offset, length) -> { });
        final DatagramPacket packet = new DatagramPacket(new byte[10], 10);
        tapped.setSoTimeout(1);
        assertThrows(SocketTimeoutException.class, () -> tapped.receive(packet));
        tapped.setSoTimeout(0);
        final CompletableFuture<Class<?>> ended = CompletableFuture.supplyAsync(() ->
            assertThrows(IOException.class, () -> tapped.receive(packet)).getClass());
        tapped.close();
        assertTrue(List.of(SocketException.class, ClosedChannelException.class)
            .contains(ended.get(10, TimeUnit.SECONDS)));
        assertTrue(tapped.isClosed());
    }

    @Test
    void shouldTellStunByItsHead() {
        assertTrue(TappedSocket.isStun(stun(20), 0, 20));
        assertFalse(TappedSocket.isStun(stun(20), 0, 19), "too short");
        final byte[] channelData = stun(20);
        channelData[0] = 0x40;
        assertFalse(TappedSocket.isStun(channelData, 0, 20));
        final byte[] other = stun(20);
        other[7]++;
        assertFalse(TappedSocket.isStun(other, 0, 20), "another cookie");
        assertTrue(TappedSocket.isStun(ByteBuffer.allocate(25).position(5).put(stun(20)).array(), 5, 20));
    }
}
