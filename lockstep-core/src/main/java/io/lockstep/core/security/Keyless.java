package io.lockstep.core.security;

import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * Where a match may be played without keys: among loopback, private and link-local addresses, where those who can reach
 * the port are known. For whoever writes a transport.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class Keyless {

    /** The first seven bits of unique local addresses, RFC 4193. */
    private static final int UNIQUE_LOCAL = 0xFC;
    private static final int UNIQUE_LOCAL_MASK = 0xFE;

    private Keyless() {
    }

    /**
     * Refuses a peer that strangers can reach, too.
     *
     * @param peer    its number, for the text
     * @param address where it is
     * @throws IllegalArgumentException if that is an address of the internet
     */
    public static void check(final int peer, final InetAddress address) {
        if (!isPrivate(address)) {
            throw new IllegalArgumentException("peer " + peer + " at " + address.getHostAddress()
                + " is reached over the internet, and there are no keys: give the match keys,"
                + " or say insecure to let anybody in");
        }
    }

    /**
     * Refuses a way that strangers can reach, too.
     *
     * @param crossesInternet whether they can
     * @throws IllegalArgumentException if so
     */
    public static void check(final boolean crossesInternet) {
        if (crossesInternet) {
            throw new IllegalArgumentException("the peers are reached over the internet, and there are no keys:"
                + " give the match keys, or say insecure to let anybody in");
        }
    }

    private static boolean isPrivate(final InetAddress address) {
        return address.isLoopbackAddress() || address.isSiteLocalAddress() || address.isLinkLocalAddress()
            || address.isAnyLocalAddress()
            || address instanceof Inet6Address && (address.getAddress()[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
    }
}
