package io.lockstep.transport.ice;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Notices that this machine has other addresses than before, as when Wi-Fi gives way to LTE. A change counts when it
 * was seen twice: addresses come one after the other. Pure but for {@link #now}.
 */
final class Interfaces {

    /** Asking costs a fraction of a millisecond. */
    static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Supplier<Set<String>> addresses;
    private Set<String> settled;
    private Set<String> seen;
    private long lookNs;

    Interfaces(final Supplier<Set<String>> addresses, final long nowNs) {
        this.addresses = addresses;
        settled = addresses.get();
        seen = settled;
        lookNs = nowNs + LOOK_NS;
    }

    /** Whether they have changed since this last said so. */
    boolean haveChanged(final long nowNs) {
        if (nowNs < lookNs) {
            return false;
        }
        lookNs = nowNs + LOOK_NS;
        final Set<String> before = seen;
        seen = addresses.get();
        if (!seen.equals(before) || seen.equals(settled) || seen.isEmpty()) {
            return false;
        }
        settled = seen;
        return true;
    }

    /** Those that lead anywhere; what cannot be asked is taken as it was, empty. */
    static Set<String> now() {
        final Set<String> found = new TreeSet<>();
        try {
            final Enumeration<NetworkInterface> all = NetworkInterface.getNetworkInterfaces();
            while (all.hasMoreElements()) {
                final NetworkInterface one = all.nextElement();
                if (one.isUp() && !one.isLoopback()) {
                    for (final InetAddress address : Collections.list(one.getInetAddresses())) {
                        if (!address.isLinkLocalAddress()) {
                            found.add(address.getHostAddress());
                        }
                    }
                }
            }
        } catch (final SocketException gone) {
            return Set.of();
        }
        return found;
    }
}
