package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;

/** What messages take on the wire, all headers down to IPv4 included. */
final class WireSize {

    /** Headers of IPv4 without options and of UDP. */
    private static final int IP_UDP_BYTES = 28;

    private WireSize() {
    }

    /** A whole message of a link, in one packet. */
    static int whole(final int bytes, final boolean keyed) {
        return IP_UDP_BYTES + Packet.wholeBytes(bytes, keyed);
    }

    /** A message in chunks, of which there may be one. */
    static int inChunks(final int bytes) {
        return bytes + Packet.chunksOf(bytes) * (Packet.HEADER_BYTES + Packet.TAG_BYTES + IP_UDP_BYTES);
    }
}
