package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** Puts packets together and sends them. */
final class Outlet {

    private final PacketSocket socket;
    private final EventCounts counts;
    private final ByteBuffer packet = ByteBuffer.allocateDirect(Packet.MAX_BYTES);

    Outlet(final PacketSocket socket, final EventCounts counts) {
        this.socket = socket;
        this.counts = counts;
    }

    /** A packet with nothing behind its header. */
    boolean send(final SocketAddress to, final int header) {
        Packet.putHeader(packet.clear(), header);
        return send(to);
    }

    /** A packet of the handshake, or an end. */
    boolean sendSecret(final SocketAddress to, final int header, final int secret) {
        Packet.putHeader(packet.clear(), header);
        packet.putInt(secret);
        return send(to);
    }

    /** A chunk of a message, whose buffer stays as it is. */
    boolean sendChunk(final SocketAddress to, final int header, final ByteBuffer message, final int offset,
                      final int length) {
        Packet.putHeader(packet.clear(), header);
        packet.put(Packet.HEADER_BYTES, message, offset, length).position(Packet.HEADER_BYTES + length);
        return send(to);
    }

    private boolean send(final SocketAddress to) {
        final boolean taken = socket.send(packet.flip(), to);
        counts.add(taken ? DatagramEvent.SENT : DatagramEvent.UNSENDABLE);
        return taken;
    }
}
