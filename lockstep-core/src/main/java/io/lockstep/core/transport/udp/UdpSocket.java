package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Nap;
import io.lockstep.core.transport.TransportException;
import java.io.Closeable;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.security.SecureRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sockets of the system's: one that is bound and hears everybody, and on Linux one more for each connection, bound to
 * the same port and connected. The kernel gives a packet to the socket that is connected to its sender. That is worth
 * it because {@code DatagramChannel.receive} makes a new InetSocketAddress whenever the sender changes, which a
 * connected channel's {@code read} never does; and strangers who flood the port fill a buffer that is not a peer's.
 *
 * <p>A selector says which of them have something, which costs as much as reading from one or two of them in vain. Its
 * methods that take a function make no garbage; those with a set of keys do.
 */
@SuppressForbidden("here, and only here, datagrams reach the network; and salts must be unknown to others")
final class UdpSocket implements PacketSocket {

    /** Elsewhere it is not said which of two sockets on one port gets a packet. */
    private static final boolean SHARES_PORTS = System.getProperty("os.name", "").startsWith("Linux");

    /** To look without waiting. */
    private static final long NOW = 0;
    private static final long NS_PER_MS = 1_000_000L;
    /** Who has waited, and polls so soon, knows who has something. */
    private static final long JUST_NS = 250_000L;
    /** For one packet: the second finds an empty one or an error, and somebody may go on sending those. */
    private static final int MAX_LOOKS = 2;
    /**
     * Time without a packet from a peer after which its connected socket is closed, in nanoseconds. Its source address
     * may be gone, or lead elsewhere. A peer sends something once a second; half a second more is for the line.
     */
    private static final long SILENT_NS = 1_500_000_000L;
    /** Time from closing a connected socket to connecting another one, in nanoseconds: opening one costs 100 µs. */
    private static final long RECONNECT_NS = 1_000_000_000L;
    /** Time between two checks for silent connected sockets, in nanoseconds. */
    private static final long SWEEP_NS = 100_000_000L;

    private final InetSocketAddress local;
    private final int bufferLength;
    private final DatagramChannel everybody;
    private final @Nullable SocketAddress[] peers;
    /** The connected sockets by peer; null for a peer whose socket was closed. */
    private final @Nullable DatagramChannel[] connected;
    /** Time at which each connected socket last had a packet or was connected, or was closed, in nanoseconds. */
    private final long[] changedNs;
    private long sweptNs;
    private final Selector selector;
    /** Of the channels, by their places; {@code connected.length} is the one that hears everybody. */
    private final Turns turns;
    private final Consumer<SelectionKey> readable;
    /** Whether packets are being taken, and since when, or when that began the last time. */
    private boolean polling;
    private long polledNs;
    /** How many of those that had something may have more. */
    private int left;
    /** Whether the selector is to be asked in this poll, although it may have been waited for, and until when. */
    private boolean asks;
    private boolean awaited;
    private long awaitedNs;
    private @Nullable String failure;

    private UdpSocket(final InetSocketAddress local, final int bufferLength, final int maxPeers,
                      final Selector selector) throws IOException {
        this.local = local;
        this.bufferLength = bufferLength;
        this.selector = selector;
        peers = new SocketAddress[maxPeers];
        connected = new DatagramChannel[maxPeers];
        changedNs = new long[maxPeers];
        turns = new Turns(maxPeers + 1);
        readable = key -> turns.add((Integer) key.attachment());
        everybody = open(maxPeers, false);
    }

    static UdpSocket bind(final InetSocketAddress local, final int bufferLength, final int maxPeers) {
        Selector selector = null;
        try {
            selector = Selector.open();
            return new UdpSocket(local, bufferLength, maxPeers, selector);
        } catch (final IOException refused) {
            closeQuietly(selector);
            throw new TransportException("cannot listen on " + literal(local) + ": " + refused.getMessage(), refused);
        }
    }

    /** Draws random numbers of the system. */
    static byte[] entropy(final int bytes) {
        final byte[] drawn = new byte[bytes];
        new SecureRandom().nextBytes(drawn);
        return drawn;
    }

    private static String literal(final InetSocketAddress address) {
        final String host = address.getAddress().getHostAddress();
        return (address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private DatagramChannel open(final int place, final boolean shared) throws IOException {
        final DatagramChannel channel = DatagramChannel.open(local.getAddress() instanceof Inet6Address
            ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, bufferLength);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, bufferLength);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, shared);
            channel.register(selector, SelectionKey.OP_READ, place);
            return channel.bind(local);
        } catch (final IOException refused) {
            channel.close();
            throw refused;
        }
    }

    @Override
    public @Nullable SocketAddress receive(final ByteBuffer into) {
        if (!polling) {
            polling = true;
            polledNs = System.nanoTime();
            asks = !awaited || polledNs - awaitedNs > JUST_NS;
            awaited = false;
        }
        int looks = 0;
        do {
            for (int channel = turns.next(); channel >= 0; channel = turns.next()) {
                final SocketAddress from = receive(channel, into);
                if (from != null) {
                    return from;
                }
                turns.pass();
                left--;
            }
        } while ((asks || left > 0) && looks++ < MAX_LOOKS && look(NOW) > 0);
        turns.end();
        polling = false;
        sweep();
        return null;
    }

    /** Closes the connected sockets of silent peers: no packet waits in any of them now. */
    private void sweep() {
        if (polledNs - sweptNs < SWEEP_NS) {
            return;
        }
        sweptNs = polledNs;
        for (int i = 0; i < connected.length; i++) {
            if (connected[i] != null && polledNs - changedNs[i] >= SILENT_NS) {
                giveUp(i);
            }
        }
    }

    /** Finds out who has something, or waits for it; answers how many have. */
    private int look(final long waitMs) {
        try {
            if (!everybody.isOpen()) {
                throw new ClosedChannelException();
            }
            left = waitMs == NOW ? selector.selectNow(readable) : selector.select(readable, waitMs);
        } catch (final IOException broken) {
            fail(broken);
            left = 0;
        }
        asks = false;
        return left;
    }

    /**
     * {@inheritDoc} The selector counts in whole milliseconds; what is over them counts as one. So a frame is late by
     * half a millisecond on average, and what arrives meanwhile wakes for both: to sleep the rest exactly costs another
     * waking in each frame.
     */
    @Override
    public void await(final long maxNs) {
        if (!turns.isOver()) {
            return;
        }
        final boolean interrupted = Thread.interrupted(); // or the selector would return at once
        final long wholeMs = (leftNs(maxNs) + NS_PER_MS - 1) / NS_PER_MS;
        if (wholeMs > 0 && look(wholeMs) == 0) {
            Nap.rest(Math.min(leftNs(maxNs), Nap.BLIND_NS)); // the selector may not have waited
        }
        awaited = wholeMs > 0;
        awaitedNs = System.nanoTime();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private long leftNs(final long maxNs) {
        return maxNs - (System.nanoTime() - polledNs);
    }

    private @Nullable SocketAddress receive(final int channel, final ByteBuffer into) {
        try {
            if (channel == connected.length) {
                final SocketAddress from = everybody.receive(into);
                reconnect(from);
                return from;
            }
            if (connected[channel] != null && connected[channel].read(into) >= 0 && into.position() > 0) {
                changedNs[channel] = polledNs;
                return peers[channel];
            }
            return null;
        } catch (final PortUnreachableException gone) {
            return null; // nobody listens there, or not yet
        } catch (final IOException broken) {
            return fail(broken);
        }
    }

    /** Connects a socket again to a peer that is heard, some time after its former one was closed. */
    private void reconnect(final @Nullable SocketAddress from) {
        if (from == null) {
            return;
        }
        final int own = indexOf(from);
        if (own >= 0 && connected[own] == null && polledNs - changedNs[own] >= RECONNECT_NS) {
            changedNs[own] = polledNs;
            connected[own] = share(from, own);
        }
    }

    private @Nullable SocketAddress fail(final IOException broken) {
        if (!everybody.isOpen()) {
            failure = "the socket on " + literal(local) + " was closed: " + broken;
        }
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // an address with a place has a channel there
    public boolean send(final ByteBuffer packet, final SocketAddress to) {
        final int own = indexOf(to);
        return own >= 0 && connected[own] != null ? sendConnected(own, packet, to) : sendUnconnected(packet, to);
    }

    private boolean sendUnconnected(final ByteBuffer packet, final SocketAddress to) {
        try {
            return everybody.send(packet, to) > 0;
        } catch (final IOException refused) {
            fail(refused);
            return false;
        }
    }

    /** A connected socket keeps its source address. Once that is gone, the unconnected socket finds another one. */
    @SuppressWarnings("NullAway") // the caller has seen that there is one
    private boolean sendConnected(final int own, final ByteBuffer packet, final SocketAddress to) {
        try {
            return connected[own].write(packet) > 0;
        } catch (final PortUnreachableException gone) {
            return false; // nobody listens there, or not yet
        } catch (final IOException refused) {
            giveUp(own);
            return sendUnconnected(packet, to);
        }
    }

    private void giveUp(final int own) {
        closeQuietly(connected[own]);
        connected[own] = null;
        changedNs[own] = polledNs;
        forget();
    }

    private int indexOf(final SocketAddress peer) {
        for (int i = 0; i < peers.length; i++) {
            if (peers[i] == peer) { // as it mostly is, and comparing costs more
                return i;
            }
        }
        for (int i = 0; i < peers.length; i++) {
            if (peers[i] != null && peers[i].equals(peer)) {
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
                peers[i] = peer;
                changedNs[i] = polledNs;
                connected[i] = share(peer, i);
                return;
            }
        }
    }

    /** Ports are shared for this moment alone: later another process finds ours taken, as it should. */
    private @Nullable DatagramChannel share(final SocketAddress peer, final int place) {
        DatagramChannel channel = null;
        try {
            allowSharing(true);
            channel = open(place, true);
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
            forget();
        }
    }

    /** A channel that was closed stays open for the system until its selector is asked the next time. */
    private void forget() {
        try {
            selector.selectNow(key -> { });
        } catch (final IOException broken) {
            fail(broken);
        }
    }

    @Override
    public @Nullable String failure() {
        return failure;
    }

    @Override
    public void close() {
        closeQuietly(everybody);
        for (final DatagramChannel channel : connected) {
            closeQuietly(channel);
        }
        closeQuietly(selector);
    }

    private static void closeQuietly(final @Nullable Closeable channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (final IOException ignored) {
            // There is nothing else that could be done.
        }
    }
}
