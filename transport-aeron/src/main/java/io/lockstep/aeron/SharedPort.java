package io.lockstep.aeron;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * One port with a socket that hears everybody, and on Linux one more for each peer, bound to the same port and
 * connected to where that peer listens. The kernel gives a datagram to the socket that is connected to its sender. That
 * is worth it because {@code DatagramChannel.receive} makes a new InetSocketAddress whenever the sender changes; and
 * strangers who flood the port fill a buffer that is not a peer's.
 */
final class SharedPort {

    /** Elsewhere it is not said which of two sockets on one port gets a datagram. */
    private static final boolean SHARES_PORTS = System.getProperty("os.name", "").startsWith("Linux");

    private final DatagramChannel everybody;
    private final List<DatagramChannel> connected = new ArrayList<>();

    SharedPort(final DatagramChannel everybody) {
        this.everybody = everybody;
    }

    /**
     * Opens a socket for one peer. The port is shared for this moment alone: later another process finds it taken, as
     * it should.
     *
     * @return null if that cannot be had; the socket that hears everybody hears this peer too
     */
    @Nullable DatagramChannel connect(final InetSocketAddress peer) {
        if (!SHARES_PORTS) {
            return null;
        }
        DatagramChannel channel = null;
        try {
            final InetSocketAddress local = (InetSocketAddress) everybody.getLocalAddress();
            channel = DatagramChannel.open(local.getAddress().getAddress().length > 4
                ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            bind(channel, local);
            channel.connect(peer);
            connected.add(channel);
            return channel;
        } catch (final IOException | RuntimeException refused) {
            CloseHelper.quietClose(channel);
            return null;
        }
    }

    private void bind(final DatagramChannel channel, final SocketAddress local) throws IOException {
        connected.removeIf(other -> !other.isOpen());
        try {
            allowSharing(true);
            channel.bind(local);
        } finally {
            allowSharing(false);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, false);
        }
    }

    private void allowSharing(final boolean allowed) throws IOException {
        everybody.setOption(StandardSocketOptions.SO_REUSEADDR, allowed);
        for (final DatagramChannel channel : connected) {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, allowed);
        }
    }
}
