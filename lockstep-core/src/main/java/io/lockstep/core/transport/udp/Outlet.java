package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Puts packets together, signs and sends them. */
final class Outlet {

    private final PacketSocket socket;
    private final PacketTags tags;
    private final EventCounts counts;
    private final ByteBuffer packet = ByteBuffer.allocateDirect(Packet.MAX_BYTES);

    Outlet(final PacketSocket socket, final PacketTags tags, final EventCounts counts) {
        this.socket = socket;
        this.tags = tags;
        this.counts = counts;
    }

    /** A packet with nothing between header and tag. */
    boolean send(final Path path, final long place) {
        Packet.putHeader(packet.clear(), place);
        return transmit(path, tags.sign(path.peer, path.seasoning(), place, content()));
    }

    /** A packet of the handshake, to anywhere. */
    boolean sendHandshake(final SocketAddress to, final int peer, final long place, final long salt,
                          final long pepper) {
        Packet.putHeader(packet.clear(), place);
        packet.order(ByteOrder.BIG_ENDIAN).putLong(salt).putLong(pepper);
        append(tags.sign(peer, Path.NONE, place, content()));
        return transmit(to);
    }

    /** A chunk of a message; the message's buffer stays as it is. */
    boolean sendChunk(final Path path, final long place, final ByteBuffer message, final int offset,
                      final int length) {
        put(place, message, offset, length);
        return transmit(path, tags.sign(path.peer, path.seasoning(), place, content()));
    }

    /** A message of a link that fits into one packet; its buffer stays as it is. */
    boolean sendWhole(final Path path, final ByteBuffer message, final long linkSequence) {
        packet.clear().put(Packet.SHORT_HEADER_BYTES, message, 0, message.limit())
            .limit(Packet.SHORT_HEADER_BYTES + message.limit()).position(Packet.SHORT_HEADER_BYTES);
        Packet.frameWhole(packet, tags.sealChunk(path, Packet.WHOLE, linkSequence, packet));
        return transmit(path);
    }

    /** A chunk of a message that is sent once, sealed; the message's buffer stays as it is. */
    boolean sendSealed(final Path path, final long place, final ByteBuffer message, final int offset,
                          final int length, final long linkSequence) {
        put(place, message, offset, length);
        return transmit(path, tags.sealChunk(path, place, linkSequence, content()));
    }

    private void put(final long place, final ByteBuffer message, final int offset, final int length) {
        Packet.putHeader(packet.clear(), place);
        packet.put(Packet.HEADER_BYTES, message, offset, length).position(Packet.HEADER_BYTES + length);
    }

    private ByteBuffer content() {
        return packet.flip().position(Packet.HEADER_BYTES);
    }

    private boolean transmit(final Path path, final long tag) {
        append(tag);
        return transmit(path);
    }

    private void append(final long tag) {
        final int end = packet.limit();
        packet.limit(end + Packet.TAG_BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(end, tag).position(0);
    }

    /** Sends the packet to the address of a peer, and to its second one if there is one. */
    private boolean transmit(final Path path) {
        final boolean taken = transmit(path.address());
        if (path.second() == null) {
            return taken;
        }
        packet.position(0);
        return transmit(path.second()) || taken;
    }

    private boolean transmit(final SocketAddress to) {
        final boolean taken = socket.send(packet, to);
        counts.add(taken ? DatagramEvent.SENT : DatagramEvent.UNSENDABLE);
        return taken;
    }
}
