package io.lockstep.transport.ice;

/** Where what comes from a peer goes. Called on threads of the network. */
@FunctionalInterface
interface Arrivals {

    /** One datagram, whose bytes are the caller's again after the call. */
    void take(byte[] bytes, int offset, int length);
}
