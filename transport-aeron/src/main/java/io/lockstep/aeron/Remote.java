package io.lockstep.aeron;

import java.net.Inet6Address;
import java.net.InetSocketAddress;

/**
 * One other peer with names resolved: where it listens, and where this peer listens for it.
 *
 * @param id      0 to 31
 * @param address where to send
 * @param listen  the local endpoint it sends to
 */
record Remote(int id, InetSocketAddress address, InetSocketAddress listen) {

    /** An address as Aeron's channels want it: numeric, so that no name is looked up on the game's thread. */
    static String literal(final InetSocketAddress address) {
        final String host = address.getAddress().getHostAddress();
        return address.getAddress() instanceof Inet6Address
            ? "[" + host + "]:" + address.getPort()
            : host + ":" + address.getPort();
    }
}
