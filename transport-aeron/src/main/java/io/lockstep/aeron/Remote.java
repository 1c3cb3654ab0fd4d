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

    /**
     * Refuses a pair of endpoints that cannot reach each other.
     *
     * @throws IllegalArgumentException with a message that names both
     */
    void checkReach() {
        for (final InetSocketAddress end : new InetSocketAddress[] {address, listen}) {
            if (isIpv6(end) && end.getAddress().isLinkLocalAddress()) {
                throw new IllegalArgumentException((end == address ? "peer " + id + " at " : "listen endpoint ")
                    + literal(end) + " is a link-local address, which Aeron cannot use: give another address of that"
                    + " machine, or play over plain UDP");
            }
        }
        final boolean isUnreachable = isIpv6(address) != isIpv6(listen)
            && !(isIpv6(listen) && listen.getAddress().isAnyLocalAddress());
        if (isUnreachable) {
            throw new IllegalArgumentException("peer " + id + " at " + literal(address) + " has "
                + (isIpv6(address) ? "an IPv6" : "an IPv4") + " address, and the listen endpoint " + literal(listen)
                + " has not: listen on " + (isIpv6(address) ? "[::]" : "0.0.0.0"));
        }
    }

    private static boolean isIpv6(final InetSocketAddress end) {
        return end.getAddress() instanceof Inet6Address;
    }

    /** Aeron wraps the system's reason in places of its source; trying it ourselves gives the bare one. */
    String whyNotBound(final RuntimeException fromAeron) {
        try (DatagramChannel probe = DatagramChannel.open(
            isIpv6(listen) ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET)) {
            probe.bind(listen);
            return ErrorLog.oneLine(fromAeron);
        } catch (final IOException ex) {
            return ErrorLog.oneLine(ex);
        }
    }
}
