package io.lockstep.examples.bandwidth;

import io.lockstep.aeron.AeronTransportConfig;
import io.lockstep.core.internal.transport.Packet;

/** What carries a payload, and what it adds down to IPv4. */
enum Carrier {

    /**
     * Aeron: each frame has a header; a longer payload takes several, each a datagram. The integrity tag is in the
     * header.
     */
    AERON(32, AeronTransportConfig.DEFAULT_MTU - 32),

    /**
     * The plain-UDP transport: a message of at most 496 bytes with a byte before it and, without keys, six behind it;
     * of a longer one chunks of as many bytes, each with a header and a tag.
     */
    UDP(Packet.HEADER_BYTES + Packet.TAG_BYTES, Packet.MAX_CHUNK_BYTES) {
        @Override
        int wireBytes(final int payloadBytes) {
            return payloadBytes > Packet.MAX_CHUNK_BYTES ? super.wireBytes(payloadBytes)
                : Packet.wholeBytes(payloadBytes, false) + IP_UDP_BYTES;
        }
    };

    /** IPv4 without options, and UDP. */
    private static final int IP_UDP_BYTES = 20 + 8;

    private final int headerBytes;
    private final int mostBytes;

    Carrier(final int headerBytes, final int mostBytes) {
        this.headerBytes = headerBytes;
        this.mostBytes = mostBytes;
    }

    /** Bytes on the wire for one payload. */
    int wireBytes(final int payloadBytes) {
        int left = payloadBytes;
        int bytes = 0;
        do {
            final int part = Math.min(left, mostBytes);
            bytes += headerBytes + part + IP_UDP_BYTES;
            left -= part;
        } while (left > 0);
        return bytes;
    }
}
