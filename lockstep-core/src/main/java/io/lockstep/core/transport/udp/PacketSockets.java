package io.lockstep.core.transport.udp;

import java.net.InetSocketAddress;

/**
 * Makes sockets for who sends packets of its own, such as a feed for spectators.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class PacketSockets {

    /** Bytes that the system holds back while nobody polls: a second at a megabyte a second. */
    private static final int BUFFER_BYTES = 1 << 20;

    private PacketSockets() {
    }

    /**
     * Opens a UDP socket of the system's that hears everybody.
     *
     * @param local where it listens; port 0 takes any that is free
     * @return a socket, open until it is closed
     * @throws io.lockstep.core.transport.TransportException if the address cannot be listened on
     */
    public static PacketSocket bind(final InetSocketAddress local) {
        return UdpSocket.bind(local, BUFFER_BYTES, 0);
    }
}
