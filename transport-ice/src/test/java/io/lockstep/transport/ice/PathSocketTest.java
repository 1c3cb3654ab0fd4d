package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What arrives in the boxes of peers, as a transport sees it. */
class PathSocketTest {

    private static final int[] PEERS = {1, 2};

    private final Doorbell doorbell = new Doorbell();
    private final List<byte[]> carried = new ArrayList<>();
    private final Inbox[] inboxes = {inbox(), inbox()};
    private final PathSocket socket = new PathSocket(null, PEERS, inboxes, doorbell);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(PathSocket.MAX_PACKET_BYTES);

    private Inbox inbox() {
        return new Inbox(System::nanoTime, doorbell, carried::add);
    }

    @Test
    void shouldNameWhoeverSentIt() {
        final Inbox.Slot slot = inboxes[1].open();
        slot.take(new byte[] {1, 2, 3, 4}, 1, 3);
        assertEquals(PathAddress.of(2), socket.receive(buffer));
        assertEquals(ByteBuffer.wrap(new byte[] {2, 3, 4}), buffer.flip());
        assertNull(socket.receive(buffer.clear()));
    }

    @Test
    void shouldReadEveryOpenWayOfAPeer() {
        final Inbox.Slot old = inboxes[0].open();
        final Inbox.Slot young = inboxes[0].open();
        old.take(new byte[2], 0, 2);
        young.take(new byte[3], 0, 3);
        assertNotNull(socket.receive(buffer.clear()));
        assertNotNull(socket.receive(buffer.clear()));
        old.take(new byte[2], 0, 2);
        old.close();
        assertNull(socket.receive(buffer.clear()));
        assertTrue(inboxes[0].isEmpty());
    }

    @Test
    void shouldKeepProbesAndWhatIsTooLongToItself() {
        final Inbox.Slot slot = inboxes[0].open();
        slot.take(new byte[1], 0, 1);
        assertEquals(0, inboxes[0].lost());
        slot.take(new byte[PathSocket.MAX_PACKET_BYTES + 2], 0, PathSocket.MAX_PACKET_BYTES + 2);
        assertEquals(1, inboxes[0].lost());
        assertNull(socket.receive(buffer));
    }

    @Test
    void shouldHandLettersOfThirdPeersToTheCouriersAlone() {
        inboxes[0].open().take(new byte[Envelopes.PACKET_BYTES + 7], 7, Envelopes.PACKET_BYTES);
        assertEquals(1, carried.size());
        assertEquals(Envelopes.PACKET_BYTES, carried.get(0).length);
        assertNull(socket.receive(buffer));
        assertEquals(0, inboxes[0].lost());
    }

    @Test
    void shouldWakeForWhatArrives() throws InterruptedException {
        final Inbox.Slot slot = inboxes[0].open();
        final CountDownLatch awake = new CountDownLatch(1);
        final Thread sleeper = new Thread(() -> {
            while (inboxes[0].isEmpty()) {
                socket.receive(buffer.clear());
                socket.await(60_000_000_000L);
            }
            awake.countDown();
        });
        sleeper.start();
        while (sleeper.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        slot.take(new byte[2], 0, 2);
        awake.await();
        sleeper.join();
    }

    @Test
    void shouldSleepAllTheSameIfItWasInterruptedAndStaySo() {
        Thread.currentThread().interrupt();
        socket.receive(buffer);
        final long start = System.nanoTime();
        socket.await(20_000_000L);
        assertTrue(Thread.interrupted());
        assertTrue(System.nanoTime() - start > 5_000_000L);
    }

    @Test
    void shouldAllocateNothingPerPacket() {
        final Inbox.Slot slot = inboxes[1].open();
        final byte[] packet = new byte[508];
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 10_000; i++) {
                slot.take(packet, 0, packet.length);
                slot.take(packet, 0, packet.length);
                while (socket.receive(buffer.clear()) != null) {
                    continue;
                }
            }
        }));
    }

    @Test
    void shouldAllocateNothingPerPacketThatIsSent() {
        final Sender sender = new Sender(new Link[PathMesh.MAX_PEERS]);
        final ByteBuffer packet = ByteBuffer.allocateDirect(508);
        final long least = Allocations.least(() -> {
            for (int i = 0; i < 1000; i++) {
                sender.send(1, packet.clear()); // nobody takes them: most find no room, which makes no garbage either
            }
        });
        assertEquals(0, least);
    }

    @Test
    void shouldCarryNothingToStrangersOrOfOddLength() {
        assertFalse(socket.send(ByteBuffer.allocate(8), new java.net.InetSocketAddress(7000)));
        assertFalse(socket.send(ByteBuffer.allocate(1), PathAddress.of(1)));
        assertFalse(socket.send(ByteBuffer.allocate(PathSocket.MAX_PACKET_BYTES + 1), PathAddress.of(1)));
        assertThrows(IllegalArgumentException.class, () -> PathAddress.of(PathMesh.MAX_PEERS));
        assertThrows(IllegalArgumentException.class, () -> PathAddress.of(-1));
        assertEquals("path-7", PathAddress.of(7).toString());
    }
}
