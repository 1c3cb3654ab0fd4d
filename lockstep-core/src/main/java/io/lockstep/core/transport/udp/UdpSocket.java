package io.lockstep.core.transport.udp;

import io.lockstep.core.transport.TransportException;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.security.SecureRandom;

/**
 * Sockets of the system's: one that is bound and hears everybody, and on Linux one more for each connection, bound to
 * the same port and connected. The kernel gives a packet to the socket that is connected to its sender. That is worth
 * it because {@code DatagramChannel.receive} makes a new InetSocketAddress whenever the sender changes, which a
 * connected channel's {@code read} never does; and strangers who flood the port fill a buffer that is not a peer's.
 */
@SuppressForbidden("here, and only here, datagrams reach the network; and salts must be unknown to others")
final class UdpSocket implements PacketSocket {

    /** Packets taken from one socket before the next one has its turn: a burst of chunks, and nobody starves. */
    private static final int MAX_RUN = 64;
    /** Elsewhere it is not said which of two sockets on one port gets a packet. */
    private static final boolean SHARES_PORTS = System.getProperty("os.name", "").startsWith("Linux");

    private final InetSocketAddress local;
    private final int bufferLength;
    private final DatagramChannel everybody;
    private final SocketAddress[] peers;
    private final DatagramChannel[] connected;
    /** Which channel is next, {@code connected.length} for the one that hears everybody. */
    private int turn;
    private int run;
    private String failure;

    private UdpSocket(final InetSocketAddress local, final int bufferLength, final int maxPeers) throws IOException {
        this.local = local;
        this.bufferLength = bufferLength;
        peers = new SocketAddress[maxPeers];
        connected = new DatagramChannel[maxPeers];
        everybody = open(local, false);
    }

    static UdpSocket bind(final InetSocketAddress local, final int bufferLength, final int maxPeers) {
        try {
            return new UdpSocket(local, bufferLength, maxPeers);
        } catch (final IOException refused) {
            throw new TransportException("cannot listen on " + literal(local) + ": " + refused.getMessage(), refused);
        }
    }

    static long entropy() {
        return new SecureRandom().nextLong();
    }

    private static String literal(final InetSocketAddress address) {
        final String host = address.getAddress().getHostAddress();
        return (address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private DatagramChannel open(final InetSocketAddress address, final boolean shared) throws IOException {
        final DatagramChannel channel = DatagramChannel.open(address.getAddress() instanceof Inet6Address
            ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, bufferLength);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, bufferLength);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, shared);
            return channel.bind(address);
        } catch (final IOException refused) {
            channel.close();
            throw refused;
        }
    }

    @Override
    public SocketAddress receive(final ByteBuffer into) {
        int idle = 0;
        while (idle <= connected.length) {
            if (run < MAX_RUN) {
                final SocketAddress from = receive(turn, into);
                if (from != null) {
                    run++;
                    return from;
                }
                idle++;
            } else {
                idle = 0; // it may have more, but the others come first
            }
            run = 0;
            turn = turn == connected.length ? 0 : turn + 1;
        }
        return null;
    }

    private SocketAddress receive(final int channel, final ByteBuffer into) {
        try {
            if (channel == connected.length) {
                return everybody.receive(into);
            }
            return connected[channel] != null && connected[channel].read(into) >= 0 && into.position() > 0
                ? peers[channel] : null;
        } catch (final PortUnreachableException gone) {
            return null; // nobody listens there, or not yet
        } catch (final IOException broken) {
            return fail(broken);
        }
    }

    private SocketAddress fail(final IOException broken) {
        if (!everybody.isOpen()) {
            failure = "the socket on " + literal(local) + " was closed: " + broken;
        }
        return null;
    }

    @Override
    public boolean send(final ByteBuffer packet, final SocketAddress to) {
        try {
            final int own = indexOf(to);
            return (own < 0 ? everybody.send(packet, to) : connected[own].write(packet)) > 0;
        } catch (final IOException refused) {
            fail(refused);
            return false;
        }
    }

    private int indexOf(final SocketAddress peer) {
        for (int i = 0; i < peers.length; i++) {
            if (peers[i] == peer || peers[i] != null && peers[i].equals(peer)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void connect(final SocketAddress peer) {
        if (!SHARES_PORTS || indexOf(peer) >= 0) {
            return;
        }
        for (int i = 0; i < peers.length; i++) {
            if (peers[i] == null) {
                connected[i] = share(peer);
                peers[i] = connected[i] == null ? null : peer;
                return;
            }
        }
    }

    /** Ports are shared for this moment alone: later another process finds ours taken, as it should. */
    private DatagramChannel share(final SocketAddress peer) {
        DatagramChannel channel = null;
        try {
            allowSharing(true);
            channel = open(local, true);
            channel.connect(peer);
            return channel;
        } catch (final IOException refused) {
            closeQuietly(channel);
            return null; // the socket that hears everybody hears this peer too
        } finally {
            try {
                allowSharing(false);
                if (channel != null && channel.isOpen()) {
                    channel.setOption(StandardSocketOptions.SO_REUSEADDR, false);
                }
            } catch (final IOException closed) {
                fail(closed);
            }
        }
    }

    private void allowSharing(final boolean allowed) throws IOException {
        everybody.setOption(StandardSocketOptions.SO_REUSEADDR, allowed);
        for (final DatagramChannel channel : connected) {
            if (channel != null) {
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, allowed);
            }
        }
    }

    @Override
    public void disconnect(final SocketAddress peer) {
        final int own = indexOf(peer);
        if (own >= 0) {
            closeQuietly(connected[own]);
            connected[own] = null;
            peers[own] = null;
        }
    }

    @Override
    public String failure() {
        return failure;
    }

    @Override
    public void close() {
        closeQuietly(everybody);
        for (final DatagramChannel channel : connected) {
            closeQuietly(channel);
        }
    }

    private static void closeQuietly(final DatagramChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (final IOException ignored) {
            // There is nothing else that could be done.
        }
    }
}
