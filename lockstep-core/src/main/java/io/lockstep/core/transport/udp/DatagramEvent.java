package io.lockstep.core.transport.udp;


/**
 * What a {@link DatagramTransport} counts; see {@link DatagramTransport#count}.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public enum DatagramEvent {
    /** A packet was sent. */
    SENT,
    /** A packet was received, whatever it was. */
    RECEIVED,
    /** A chunk was sent again because its acknowledgement did not come in time. */
    RESENT,
    /** The socket would not take a packet. */
    UNSENDABLE,
    /** A connection opened. */
    OPENED,
    /** A peer was heard from another address, and packets are sent there since. */
    MOVED,
    /** A connection was closed by the other side's END. */
    ENDED,
    /** A connection was closed because nothing was heard for 15 s. */
    TIMED_OUT,
    /** Dropped: no packet at all. {@code docs/WIRE.md} says what one is made of. */
    MALFORMED,
    /** Dropped: from an address there is no connection with. */
    STRANGE,
    /** Dropped: a packet of a handshake that nobody began, was abandoned, or names a peer there is none of. */
    BAD_HANDSHAKE,
    /** Dropped: a chunk that had arrived before. */
    DUPLICATE,
    /** Dropped: an unreliable message behind a newer one, which says all that it does; or one that had arrived. */
    LATE,
    /** Dropped: a reliable chunk so far ahead that there is no room for it yet; it will come again. */
    BEYOND_WINDOW,
    /** Dropped: a chunk that contradicts one that came before. */
    CONTRADICTION,
    /** Dropped: an unreliable message of which a chunk never came. */
    INCOMPLETE,
    /** Dropped: a message longer than this peer takes, or shorter than its tag. */
    WRONG_LENGTH,
    /** Dropped: an acknowledgement of what is not under way. */
    STALE_ACKNOWLEDGEMENT,
    /**
     * Refused: a packet whose tag is not its peer's, in this connection and at this place. With keys an attacker's;
     * without keys a damaged one, or one of an earlier connection.
     */
    GUARD
}
