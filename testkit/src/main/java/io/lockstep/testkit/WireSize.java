package io.lockstep.testkit;

/** What a datagram takes on the wire, bytes. */
final class WireSize {

    /** As much as an Aeron datagram of our MTU carries. */
    static final int MAX_PAYLOAD_BYTES = 1184;
    /** IPv4 and UDP. */
    static final int IP_UDP_BYTES = 28;
    private static final int FRAME_HEADER_BYTES = 32;

    private WireSize() {
    }

    /** A payload and its tag in an Aeron frame, which travels without padding. */
    static int framed(final int payloadBytes) {
        return FRAME_HEADER_BYTES + payloadBytes + IP_UDP_BYTES;
    }

    /**
     * Returns the size of a datagram on a line of limited bandwidth. A bare datagram has no frame there, though {@link
     * #of} counts one, so that its figures compare with those of Aeron.
     */
    static int onLine(final Delivery delivery, final int payloadBytes) {
        return delivery.isBare() ? payloadBytes + IP_UDP_BYTES : framed(payloadBytes);
    }

    /** The same for one delivery, whose payloads may come with their frame. */
    static int of(final Delivery delivery, final int payloadBytes) {
        return delivery == Delivery.UDP_PAYLOAD ? payloadBytes + IP_UDP_BYTES : framed(payloadBytes);
    }
}
