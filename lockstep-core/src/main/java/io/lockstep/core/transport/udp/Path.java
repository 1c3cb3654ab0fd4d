package io.lockstep.core.transport.udp;

import java.net.SocketAddress;
import org.jspecify.annotations.NullUnmarked;

/**
 * The addresses of one peer in one connection. Packets go to the address that the newest packet of the peer came from.
 * An attacker without keys may have repeated that packet faster than the peer's own path delivered it. So while recent
 * packets come from a second address, packets go there as well.
 */
@NullUnmarked // nobody asks for the address of a connection that is not open
final class Path {

    /** Name in the packets of the handshake, which belong to no connection. */
    static final long NONE = 0;

    /** Time without a recent packet after which an address is no longer in use, in nanoseconds. */
    static final long OVERLAP_NS = 1_000_000_000L;

    /** Number of sequences before the newest that still show that an address is in use: one second at 60 a second. */
    static final int RECENT = 64;

    final int peer;
    private SocketAddress address;
    private SocketAddress second;
    private long heardNs;
    private long secondHeardNs;
    private boolean moved;
    private long seasoning;

    Path(final int peer) {
        this.peer = peer;
    }

    /** Leads to an address from now on, in a connection of this name. */
    void lead(final SocketAddress to, final long name) {
        address = to;
        second = null;
        moved = false;
        seasoning = name;
    }

    /** Returns the address that the newest packet came from, or null if there is no connection. */
    SocketAddress address() {
        return address;
    }

    /** Returns the second address that packets go to, or null. */
    SocketAddress second() {
        return second;
    }

    /** Returns whether this is one of the addresses of the peer. */
    boolean leadsTo(final SocketAddress from) {
        return address == from || address.equals(from) || second != null && second.equals(from);
    }

    /**
     * Notes a packet of the peer with a valid tag.
     *
     * @param ahead how far its sequence is beyond the newest before
     * @return whether packets go to this address from now on, and went to another one before
     */
    boolean come(final SocketAddress from, final long ahead, final long nowNs) {
        if (ahead <= -RECENT) {
            return false;
        }
        if (address == from || address.equals(from)) {
            heardNs = nowNs;
            return false;
        }
        if (second != null && second.equals(from)) {
            return comeFromSecond(ahead, nowNs);
        }
        if (second == null) {
            second = from;
            return comeFromSecond(ahead, nowNs);
        }
        if (ahead <= 0 || nowNs - heardNs < OVERLAP_NS) {
            return false; // Two addresses are in use: a third one waits until the first is silent.
        }
        address = from;
        heardNs = nowNs;
        moved = true;
        return true;
    }

    private boolean comeFromSecond(final long ahead, final long nowNs) {
        secondHeardNs = nowNs;
        if (ahead <= 0) {
            return false;
        }
        final SocketAddress former = address;
        address = second;
        second = former;
        secondHeardNs = heardNs;
        heardNs = nowNs;
        moved = true;
        return true;
    }

    /** Forgets the second address once it is silent; returns whether the peer has moved for good. */
    boolean settle(final long nowNs) {
        if (second != null && nowNs - secondHeardNs >= OVERLAP_NS) {
            second = null;
        }
        final boolean settled = moved && second == null;
        moved &= !settled;
        return settled;
    }

    /** The name of the connection: the tags of its packets cover it, so those of another one are refused. */
    long seasoning() {
        return seasoning;
    }
}
