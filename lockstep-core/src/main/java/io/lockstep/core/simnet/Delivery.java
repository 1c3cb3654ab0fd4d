package io.lockstep.core.simnet;

/** How the lane of inputs travels. The control lane always travels as {@link #AERON_RELIABLE}. */
public enum Delivery {
    /** What a bare UDP socket does: everything that arrives is delivered, late and doubled datagrams too. */
    PLAIN_DATAGRAM(""),
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
}
