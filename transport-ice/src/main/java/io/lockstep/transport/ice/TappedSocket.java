package io.lockstep.transport.ice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.ice4j.socket.DelegatingDatagramSocket;

/**
 * Hands what players send to them at once, on the thread that has received it, and leaves to ice4j what is its own: the
 * STUN messages. Through ice4j a datagram would go from that thread to another, by two locks and a copy, before it was
 * anybody's. Its {@link #getChannel channel} never blocks, so that the game's thread may send by it: what the system
 * cannot take now is lost, as any datagram may be.
 */
final class TappedSocket extends DelegatingDatagramSocket {

    /** RFC 5389, 6: two bits of zero, a head of 20 bytes, and this at its fifth. */
    private static final int MAGIC_COOKIE = 0x2112A442;
    private static final int COOKIE_PLACE = 4;
    private static final int STUN_HEAD_BYTES = 20;
    private static final int NOT_STUN_MASK = 0xC0;

    private final DatagramChannel channel;
    private final Selector selector;
    private final Arrivals arrivals;

    private TappedSocket(final DatagramChannel channel, final Selector selector, final Arrivals arrivals)
        throws IOException {
        super(channel.socket());
        this.channel = channel;
        this.selector = selector;
        this.arrivals = arrivals;
    }

    static TappedSocket open(final InetAddress address, final Arrivals arrivals) throws IOException {
        final DatagramChannel channel = DatagramChannel.open();
        Selector selector = null;
        try {
            selector = Selector.open();
            channel.configureBlocking(false).register(selector, SelectionKey.OP_READ);
            return new TappedSocket(channel.bind(new InetSocketAddress(address, 0)), selector, arrivals);
        } catch (final IOException refused) {
            channel.close();
            if (selector != null) {
                selector.close();
            }
            throw refused;
        }
    }

    /** Answers with STUN messages alone. */
    @Override
    public void receive(final DatagramPacket packet) throws IOException {
        final ByteBuffer into = ByteBuffer.wrap(packet.getData());
        final int offset = packet.getOffset();
        final int end = offset + packet.getLength();
        SocketAddress from = null;
        while (from == null) {
            from = channel.receive(into.limit(end).position(offset));
            final int length = into.position() - offset;
            if (from == null) {
                await();
            } else if (isStun(packet.getData(), offset, length)) {
                packet.setLength(length);
                packet.setSocketAddress(from);
            } else {
                arrivals.take(packet.getData(), offset, length);
                from = null;
            }
        }
    }

    private void await() throws IOException {
        final int timeoutMs = getSoTimeout();
        try {
            if (selector.select(timeoutMs) == 0 && timeoutMs > 0) {
                throw new SocketTimeoutException("nothing came in " + timeoutMs + " ms");
            }
            selector.selectedKeys().clear();
        } catch (final ClosedSelectorException closed) {
            throw new SocketException("closed");
        }
    }

    @Override
    public void send(final DatagramPacket packet) throws IOException {
        channel.send(ByteBuffer.wrap(packet.getData(), packet.getOffset(), packet.getLength()),
            packet.getSocketAddress());
    }

    static boolean isStun(final byte[] bytes, final int offset, final int length) {
        return length >= STUN_HEAD_BYTES && (bytes[offset] & NOT_STUN_MASK) == 0
            && ByteBuffer.wrap(bytes).getInt(offset + COOKIE_PLACE) == MAGIC_COOKIE;
    }

    @Override
    public void close() {
        super.close();
        try {
            selector.close();
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
