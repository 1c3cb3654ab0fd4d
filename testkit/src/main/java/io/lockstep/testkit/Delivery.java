package io.lockstep.testkit;

/** How the lane of inputs travels. The control lane always travels as {@link #AERON_RELIABLE}. */
public enum Delivery {
    /** What a bare UDP socket does: everything that arrives is delivered, late and doubled datagrams too. */
    PLAIN_DATAGRAM("udp"),
    /**
     * Whole UDP payloads that are carried for somebody else, such as an Aeron driver at either end: everything that
     * arrives is delivered. Beside the payload there are an IPv4 and a UDP header on the wire and nothing else; the tag
     * is the caller's own and is never damaged. Damage spares what an Aeron driver relies on UDP's own checksum for: it
     * flips bits of payloads of 64 bytes and more, behind their first 24.
     */
    UDP_PAYLOAD(""),
    /**
     * What an Aeron stream with {@code reliable=false} does, the default: a datagram that arrives behind a later one is
     * discarded, because its gap has been filled already; so is a second copy. A sender that has heard nothing of its
     * receiver for 3 s is told so.
     */
    AERON_DATAGRAM("datagram"),
    /**
     * What an Aeron stream with {@code reliable=true} does: delivered in order, lost datagrams repaired one gap at a
     * time on request of the receiver, everything behind a gap held back until then.
     */
    AERON_RELIABLE("aeron-reliable");

    private final String key;

    Delivery(final String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    /** Whether there is no stream: no connection that could be lost, and nothing discarded or held back at arrival. */
    boolean isBare() {
        return this == PLAIN_DATAGRAM || this == UDP_PAYLOAD;
    }
}
