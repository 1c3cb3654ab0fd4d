package io.lockstep.transport.ice;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Hands what players send to them at once, on the thread that has received it, and leaves to ice4j what is its own: the
 * STUN messages. Through ice4j a datagram would go from that thread to another, by two locks and a copy, before it was
 * anybody's.
 */
final class TappedSocket extends DatagramSocket {

    /** RFC 5389, 6: two bits of zero, a head of 20 bytes, and this at its fifth. */
    private static final int MAGIC_COOKIE = 0x2112A442;
    private static final int COOKIE_PLACE = 4;
    private static final int STUN_HEAD_BYTES = 20;
    private static final int NOT_STUN_MASK = 0xC0;

    private final Arrivals arrivals;

    TappedSocket(final InetAddress address, final Arrivals arrivals) throws IOException {
        super(0, address);
        this.arrivals = arrivals;
    }

    /** Answers with STUN messages alone. */
    @Override
    public void receive(final DatagramPacket packet) throws IOException {
        final int room = packet.getLength();
        super.receive(packet);
        while (!isStun(packet.getData(), packet.getOffset(), packet.getLength())) {
            arrivals.take(packet.getData(), packet.getOffset(), packet.getLength());
            packet.setLength(room);
            super.receive(packet);
        }
    }

    static boolean isStun(final byte[] bytes, final int offset, final int length) {
        return length >= STUN_HEAD_BYTES && (bytes[offset] & NOT_STUN_MASK) == 0
            && ByteBuffer.wrap(bytes).getInt(offset + COOKIE_PLACE) == MAGIC_COOKIE;
    }
}
