package io.lockstep.aeron;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;

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

    /** Aeron wraps the system's reason in places of its source; trying it ourselves gives the bare one. */
    String whyNotBound(final RuntimeException fromAeron) {
        final boolean ipv6 = listen.getAddress().getAddress().length > 4;
        try (DatagramChannel probe = DatagramChannel.open(
            ipv6 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET)) {
            probe.bind(listen);
            return ErrorLog.oneLine(fromAeron);
        } catch (final IOException ex) {
            return ErrorLog.oneLine(ex);
        }
    }
}
