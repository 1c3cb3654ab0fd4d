package io.lockstep.transport.ice;

import java.net.InetAddress;

/**
 * Where somebody may be reached, over UDP.
 *
 * @param type       what kind of address it is
 * @param foundation of ICE: equal for those that are likely to work alike; 1 to {@link #MAX_FOUNDATION} characters
 * @param priority   of ICE, 1 to 2^32 - 1
 * @param address    of IPv4 or IPv6, never a name: nobody shall make us look one up
 * @param port       1 to 65535
 */
record Candidate(Type type, String foundation, long priority, InetAddress address, int port) {

    /** As ICE calls them; their places are their codes in a letter. */
    enum Type {
        HOST, SERVER_REFLEXIVE, PEER_REFLEXIVE, RELAYED
    }

    static final int MAX_FOUNDATION = 16;

    /** Nobody is there, or everybody, or none but ourselves: a peer that names such a place is not believed. */
    boolean isPlausible(final boolean allowLoopback) {
        return !address.isAnyLocalAddress() && !address.isMulticastAddress() && !address.isLinkLocalAddress()
            && (allowLoopback || !address.isLoopbackAddress());
    }
}
