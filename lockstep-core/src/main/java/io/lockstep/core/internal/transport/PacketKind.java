package io.lockstep.core.internal.transport;

/**
 * What a packet is for. A message of four bytes is one of the handshake: what a session sends is never shorter than its
 * tag of eight.
 */
public enum PacketKind {
    /** Somebody wants to connect: reliable sequence 0, a message of four bytes, the salt. */
    INIT,
    /** The acknowledgement of an {@link #INIT}, with the pepper. */
    CHALLENGE,
    /** Reliable sequence 1, a message of four bytes, the seasoning. */
    CHALLENGE_RESPONSE,
    /** The acknowledgement of a {@link #CHALLENGE_RESPONSE}, with the seasoning: the connection is open. */
    ACCEPT,
    /** An unreliable message of no bytes, which says nothing but that somebody is there. */
    KEEP_ALIVE,
    /** A chunk that is sent once. */
    UNRELIABLE,
    /** A chunk that is resent until it is acknowledged. */
    RELIABLE,
    /** The acknowledgement of a {@link #RELIABLE} chunk. */
    ACKNOWLEDGEMENT,
    /** The connection is closed, with the seasoning as a proof. */
    END
}
