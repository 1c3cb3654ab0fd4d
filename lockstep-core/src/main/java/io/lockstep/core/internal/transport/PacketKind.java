package io.lockstep.core.internal.transport;

/** What a packet is for. */
public enum PacketKind {
    /** Somebody wants to connect: the salt, and room for an answer that is as long. */
    INIT,
    /** The acknowledgement of an {@link #INIT}: its salt and the pepper. */
    CHALLENGE,
    /** The answer to a {@link #CHALLENGE}: salt and pepper. */
    CHALLENGE_RESPONSE,
    /** The acknowledgement of a {@link #CHALLENGE_RESPONSE}, salt and pepper: the connection is open. */
    ACCEPT,
    /** Says nothing but that somebody is there. */
    KEEP_ALIVE,
    /** A chunk that is sent once. */
    UNRELIABLE,
    /** A chunk that is resent until it is acknowledged. */
    RELIABLE,
    /** The acknowledgement of a {@link #RELIABLE} chunk. */
    ACKNOWLEDGEMENT,
    /** The connection is closed. */
    END
}
