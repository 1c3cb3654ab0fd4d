package io.lockstep.transport.ice;

import java.net.SocketAddress;

/**
 * A peer's name as an address: it stays the same whatever way leads there. What a {@code DatagramTransportConfig} is
 * given in place of a host and a port. Equal by the peer; immutable.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class PathAddress extends SocketAddress {

    private static final long serialVersionUID = 1L;

    private final int peer;

    private PathAddress(final int peer) {
        this.peer = peer;
    }

    /**
     * The address of a peer.
     *
     * @param peer 0 to 31
     * @return its address
     * @throws IllegalArgumentException if there can be no such peer
     */
    public static PathAddress of(final int peer) {
        if (peer < 0 || peer >= PathMesh.MAX_PEERS) {
            throw new IllegalArgumentException("peer " + peer + " is not in 0.." + (PathMesh.MAX_PEERS - 1));
        }
        return new PathAddress(peer);
    }

    /**
     * Whose address this is.
     *
     * @return 0 to 31
     */
    public int peer() {
        return peer;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof PathAddress address && address.peer == peer;
    }

    @Override
    public int hashCode() {
        return peer;
    }

    @Override
    public String toString() {
        return "path-" + peer;
    }
}
