package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.security.PacketSigner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Packets of anybody's making. */
final class Forge {

    private Forge() {
    }

    /** A packet as the signer would send it to that peer. */
    static byte[] packet(final PacketSigner signer, final int peer, final long path, final long place,
                         final byte... content) {
        return packet(signer.sign(peer, path, place, ByteBuffer.wrap(content)), place, content);
    }

    /** A packet with any tag. */
    static byte[] packet(final long tag, final long place, final byte... content) {
        if (place == Packet.WHOLE) {
            final ByteBuffer whole = ByteBuffer.allocate(Packet.SHORT_HEADER_BYTES + content.length + Packet.TAG_BYTES);
            whole.position(Packet.SHORT_HEADER_BYTES).put(content).flip();
            Packet.frameWhole(whole, tag);
            return Arrays.copyOf(whole.array(), whole.limit());
        }
        final ByteBuffer bytes = ByteBuffer.allocate(Packet.HEADER_BYTES + content.length + Packet.TAG_BYTES);
        Packet.putHeader(bytes, place);
        return bytes.put(content).order(ByteOrder.LITTLE_ENDIAN).putLong(tag).array();
    }

    /** A packet of the handshake. */
    static byte[] handshake(final PacketSigner signer, final int peer, final int flags, final int sequence,
                            final long salt, final long pepper) {
        return packet(signer, peer, Path.NONE, Packet.place(flags, 0, sequence),
            ByteBuffer.allocate(Packet.HANDSHAKE_BYTES).putLong(salt).putLong(pepper).array());
    }

    /** An Init to peer 0 of whoever the salt names. */
    static byte[] init(final PacketSigner signer, final long salt) {
        return handshake(signer, 0, Packet.ASKS, Packet.INIT_SEQUENCE, salt, 0);
    }

    /** The seasoning that two peers agreed upon last, read off the wire. */
    static long seasoning(final Pair pair) {
        long found = 0;
        for (final HandNet.Flight flight : pair.net.sent) {
            final ByteBuffer bytes = ByteBuffer.wrap(flight.bytes());
            found = bytes.getInt(0) == 0x6800_0001 ? bytes.getLong(4) ^ bytes.getLong(12) : found;
        }
        return found;
    }
}
