package io.lockstep.core.transport;

/**
 * The two ways a datagram can travel to one peer. The order of the constants is part of the integrity seal.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum Lane {
    /**
     * Unreliable datagrams: input windows and heartbeats. May be lost, doubled or reordered; never repaired, because a
     * later window repeats whatever the receiver still lacks.
     */
    INPUT,

    /**
     * Ordered datagrams that the transport repairs for as long as the connection lives: handshake, goodbye, votes,
     * membership, state. After a long outage the transport may have dropped some for good, so whatever travels here
     * carries its own acknowledgement.
     */
    CONTROL
}
