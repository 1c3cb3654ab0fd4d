package io.lockstep.core.transport.udp;

import java.net.SocketAddress;

/**
 * Peers that have said Init and have not answered the Challenge yet. Bounded: one place is kept for each peer at the
 * address where it is expected, and the others share some, so that a flood from elsewhere cannot keep an expected peer
 * out.
 */
final class HalfOpen {

    /** Places for Inits from other addresses than the expected ones. The oldest makes room. */
    static final int STRANGERS = 64;
    /** A Challenge is answered within a round trip, and asked again every 100 ms. */
    static final long LIFETIME_NS = 5_000_000_000L;

    private final SocketAddress[] addresses;
    private final int[] salts;
    private final int[] peppers;
    private final long[] sinceNs;
    private final int expected;
    private final EventCounts counts;
    private int found;

    /** With so many places for expected peers, numbered from 0. */
    HalfOpen(final int expected, final EventCounts counts) {
        this.expected = expected;
        this.counts = counts;
        addresses = new SocketAddress[expected + STRANGERS];
        salts = new int[addresses.length];
        peppers = new int[addresses.length];
        sinceNs = new long[addresses.length];
    }

    /**
     * The pepper for an Init: the one it was given before if it comes again, else a new one.
     *
     * @param place of an expected peer, or −1
     */
    int challenge(final SocketAddress from, final int salt, final int place, final int newPepper, final long nowNs) {
        final int known = find(from, nowNs);
        final int at = known >= 0 ? known : place >= 0 ? place : oldest();
        if (known < 0 || salts[at] != salt) {
            if (addresses[at] != null) {
                counts.add(DatagramEvent.HALF_OPEN_DROPPED);
            }
            addresses[at] = from;
            salts[at] = salt;
            peppers[at] = newPepper;
            sinceNs[at] = nowNs;
        }
        return peppers[at];
    }

    private int oldest() {
        int best = expected;
        for (int i = expected; i < addresses.length; i++) {
            if (addresses[i] == null) {
                return i;
            }
            if (sinceNs[i] - sinceNs[best] < 0) {
                best = i;
            }
        }
        return best;
    }

    private int find(final SocketAddress from, final long nowNs) {
        for (int i = 0; i < addresses.length; i++) {
            if (addresses[i] != null && nowNs - sinceNs[i] >= LIFETIME_NS) {
                addresses[i] = null;
                counts.add(DatagramEvent.HALF_OPEN_DROPPED);
            }
            if (addresses[i] != null && addresses[i].equals(from)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether a ChallengeResponse is the right answer; {@link #salt} then says to which Init. */
    boolean isAnswered(final SocketAddress from, final int seasoning, final long nowNs) {
        found = find(from, nowNs);
        return found >= 0 && (salts[found] ^ peppers[found]) == seasoning;
    }

    /** The salt of what was found last. */
    int salt() {
        return salts[found];
    }

    /** A connection with this peer is open: what is left of a handshake that crossed another one must not close it. */
    void forget(final int peer) {
        for (int i = 0; i < addresses.length; i++) {
            if (addresses[i] != null && Connection.peerOf(salts[i]) == peer) {
                addresses[i] = null;
            }
        }
    }

    /** How many there are. */
    int size() {
        int size = 0;
        for (final SocketAddress address : addresses) {
            size += address == null ? 0 : 1;
        }
        return size;
    }
}
