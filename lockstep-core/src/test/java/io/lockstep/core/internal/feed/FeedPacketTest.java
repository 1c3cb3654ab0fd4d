package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Datagrams are read as they were written; what cannot be is refused. */
class FeedPacketTest {

    private static final int CRC_BYTES = 4;
    private static final int HEAD_BYTES = 12;

    private final FeedPacket packet = new FeedPacket();

    private static SocketAddress address(final byte[] ip, final int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(ip), port);
        } catch (final UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static SocketAddress host(final int number) {
        return address(new byte[] {10, 0, 0, (byte) number}, 7000 + number);
    }

    private static ByteBuffer copyOf(final ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(bytes).flip();
    }

    /** A datagram of this length in all. */
    private ByteBuffer datagram(final int length) {
        final ByteBuffer out = packet.begin(FeedPacket.DATA, 99);
        while (out.position() < length - CRC_BYTES) {
            out.put((byte) out.position());
        }
        return copyOf(packet.end());
    }

    @ParameterizedTest
    @ValueSource(ints = {HEAD_BYTES + CRC_BYTES, 100, FeedLimits.MAX_DATAGRAM_BYTES})
    void shouldOpenWhatItWroteAndNothingOfWhichAByteIsDamaged(final int length) {
        final ByteBuffer sent = datagram(length);
        final CRC32 crc = new CRC32();
        crc.update(sent.array(), 0, length - CRC_BYTES);
        assertEquals((int) crc.getValue(), sent.getInt(length - CRC_BYTES));
        for (int at = 0; at < length; at++) {
            final ByteBuffer damaged = copyOf(sent.duplicate());
            assertFalse(packet.open(damaged.put(at, (byte) (damaged.get(at) ^ 1))), "byte " + at);
        }
        assertTrue(packet.open(sent));
        assertEquals(FeedPacket.DATA, FeedPacket.kind(sent));
        assertEquals(99, FeedPacket.link(sent));
        assertEquals(HEAD_BYTES, sent.position());
        assertEquals(length - CRC_BYTES, sent.limit());
    }

    @Test
    void shouldRefuseADatagramThatIsShorterThanItsHeadAndOneOfAnotherVersion() {
        for (int length = 0; length < HEAD_BYTES + CRC_BYTES; length++) {
            final ByteBuffer sealed = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            sealed.put(datagram(100).slice(0, length)).flip();
            if (length >= CRC_BYTES) {
                seal(sealed);
            }
            assertFalse(packet.open(sealed), "length " + length);
        }
        assertFalse(packet.open(seal(datagram(100).put(2, (byte) 2))));
        assertFalse(packet.open(seal(datagram(100).put(0, (byte) 2))));
    }

    private static ByteBuffer seal(final ByteBuffer datagram) {
        final int checked = datagram.limit() - CRC_BYTES;
        final CRC32 crc = new CRC32();
        crc.update(datagram.array(), 0, checked);
        return datagram.putInt(checked, (int) crc.getValue());
    }

    @Test
    void shouldTakeSoManyDatagramsInAPollAndNoneThatIsTooLong() {
        final SentPackets socket = new SentPackets();
        final FeedInbox inbox = new FeedInbox(socket);
        socket.hear(seal(ByteBuffer.allocate(FeedLimits.MAX_DATAGRAM_BYTES + 1).order(ByteOrder.LITTLE_ENDIAN)
            .put(datagram(FeedLimits.MAX_DATAGRAM_BYTES)).clear()), host(1));
        socket.hear(ByteBuffer.allocate(0), host(1));
        for (int i = 2; i <= FeedLimits.MAX_DATAGRAMS_PER_POLL; i++) {
            socket.hear(datagram(FeedLimits.MAX_DATAGRAM_BYTES), host(2));
        }
        inbox.begin();
        for (int i = 2; i < FeedLimits.MAX_DATAGRAMS_PER_POLL; i++) {
            assertEquals(host(2), inbox.next());
            assertEquals(FeedLimits.MAX_DATAGRAM_BYTES - CRC_BYTES, inbox.datagram().limit());
        }
        assertNull(inbox.next());
        assertEquals(FeedLimits.MAX_DATAGRAMS_PER_POLL, inbox.taken());
        inbox.begin();
        assertEquals(0, inbox.taken());
        assertEquals(host(2), inbox.next());
        assertNull(inbox.next());
        assertEquals(1, inbox.taken());
    }

    @Test
    void shouldReadAddressesOfBothFamiliesAndRefuseWhatIsNone() {
        final byte[] ipv6 = new byte[16];
        ipv6[0] = 0x20;
        ipv6[15] = 1;
        for (final SocketAddress address : List.of(host(1), address(ipv6, 65_535))) {
            assertTrue(FeedAddress.isKnown(address));
            final ByteBuffer out = ByteBuffer.allocate(40);
            FeedAddress.write(address, out);
            final ByteBuffer in = out.flip();
            assertEquals(address, FeedAddress.read(in.duplicate()));
            assertNull(FeedAddress.read(in.duplicate().limit(in.limit() - 1)), "a byte is missing");
            assertNull(FeedAddress.read(in.duplicate().put(0, (byte) 5)), "there is no such family");
        }
        assertNull(FeedAddress.read(ByteBuffer.allocate(0)));
        assertNull(FeedAddress.read(ByteBuffer.wrap(new byte[] {4, 10, 0, 0, 1, 0, 0})), "no port");
        assertFalse(FeedAddress.isKnown(InetSocketAddress.createUnresolved("a.invalid", 7000)));
    }

    /** The path to a spectator with so many above it, as its parent tells it. */
    static FeedPath path(final int depth) {
        FeedPath path = FeedPath.NONE;
        for (int i = 1; i <= depth; i++) {
            final ByteBuffer told = ByteBuffer.allocate(FeedLimits.MAX_DATAGRAM_BYTES);
            path.write(i, told);
            path = FeedPath.read(told.flip(), host(i));
            assertNotNull(path);
        }
        return path;
    }

    @Test
    void shouldTellThoseBelowWhoIsAboveThem() {
        final FeedPath path = path(3);
        assertEquals(3, path.depth());
        assertTrue(path.contains(1) && path.contains(3));
        assertFalse(path.contains(4));
        assertEquals(List.of(host(2), host(1)), path.grandparents());
        assertEquals(List.of(), path(1).grandparents());
        assertEquals(List.of(), FeedPath.NONE.grandparents());
        assertTrue(path.sameAs(path(3)));
        assertFalse(path.sameAs(path(2)));
        final ByteBuffer told = ByteBuffer.allocate(100);
        path(2).write(3, told);
        assertFalse(path.sameAs(FeedPath.read(told.flip(), host(9))), "another address of the parent");
        final ByteBuffer others = ByteBuffer.allocate(100);
        path(2).write(9, others);
        assertFalse(path.sameAs(FeedPath.read(others.flip(), host(3))), "another number of the parent");
    }

    @Test
    void shouldRefuseAPathThatCannotBe() {
        final ByteBuffer longest = ByteBuffer.allocate(FeedLimits.MAX_DATAGRAM_BYTES);
        path(FeedLimits.MAX_DEPTH - 1).write(100, longest);
        longest.flip();
        assertEquals(FeedLimits.MAX_DEPTH, FeedPath.read(longest.duplicate(), host(1)).depth());
        for (int cut = 1; cut <= longest.limit(); cut++) {
            assertNull(FeedPath.read(longest.duplicate().limit(longest.limit() - cut), host(1)), cut + " missing");
        }
        assertNull(FeedPath.read(longest.duplicate().limit(longest.limit() + 1), host(1)), "one byte more");
        assertNull(FeedPath.read(longest.duplicate().put(0, (byte) 0), host(1)));
        assertNull(FeedPath.read(ByteBuffer.wrap(new byte[] {0}), host(1)), "nobody is above");
        final ByteBuffer longer = ByteBuffer.allocate(FeedLimits.MAX_DATAGRAM_BYTES);
        path(FeedLimits.MAX_DEPTH).write(100, longer);
        assertNull(FeedPath.read(longer.flip(), host(1)));
    }

    @Test
    void shouldEndAPathAtWhomOthersCannotBeTold() {
        final ByteBuffer told = ByteBuffer.allocate(100);
        path(1).write(2, told);
        final FeedPath unnamed = FeedPath.read(told.flip(), InetSocketAddress.createUnresolved("a.invalid", 7000));
        final ByteBuffer next = ByteBuffer.allocate(100);
        unnamed.write(3, next);
        assertEquals(1, next.flip().get(0));
        assertEquals(1, FeedPath.read(next, host(3)).depth());
    }

    @Test
    void shouldKnowAReasonByItsNumberAndTakeAnyOtherForGone() {
        for (final Refusal refusal : Refusal.values()) {
            assertEquals(refusal, Refusal.of(refusal.ordinal()));
            assertFalse(refusal.meaning().isEmpty());
        }
        assertEquals(Refusal.GONE, Refusal.of(-1));
        assertEquals(Refusal.GONE, Refusal.of(Refusal.values().length));
    }
}
