package io.lockstep.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands between one peer's publications and the endpoint they send to, hands everything on, and keeps copies: what an
 * observer of the network sees. Can send to the publications in the endpoint's place, which somebody who forges source
 * addresses can as well.
 */
final class Wiretap implements AutoCloseable {

    private static final int MAX_DATAGRAM = 2048;

    /** All that went to the endpoint, and all that came back, in order. */
    final List<byte[]> sent = new ArrayList<>();
    final List<byte[]> returned = new ArrayList<>();
    /** Length of the longest datagram that the path to the endpoint carries, in bytes. */
    int longest = MAX_DATAGRAM;
    private final InetSocketAddress endpoint;
    private final DatagramChannel front;
    private DatagramChannel back;
    private SocketAddress publications;
    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_DATAGRAM);

    Wiretap(final int port) {
        endpoint = new InetSocketAddress(Net.HOST, port);
        front = open();
        back = open();
    }

    private static DatagramChannel open() {
        try {
            final DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(Net.HOST, 0));
            channel.configureBlocking(false);
            return channel;
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Where the peer is told that the endpoint were. */
    int port() {
        try {
            return ((InetSocketAddress) front.getLocalAddress()).getPort();
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The peer behind it was started anew: its publications come from another port. */
    void forgetPublications() {
        try {
            back.close();
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
        back = open();
    }

    void pump() {
        try {
            for (SocketAddress from = receive(front); from != null; from = receive(front)) {
                publications = from;
                sent.add(copy());
                if (buffer.remaining() <= longest) {
                    back.send(buffer, endpoint);
                }
            }
            while (receive(back) != null) {
                returned.add(copy());
                front.send(buffer, publications);
            }
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private SocketAddress receive(final DatagramChannel channel) throws IOException {
        buffer.clear();
        final SocketAddress from = channel.receive(buffer);
        buffer.flip();
        return from;
    }

    private byte[] copy() {
        final byte[] copy = new byte[buffer.limit()];
        buffer.get(0, copy);
        return copy;
    }

    /** To the publications, as if from the endpoint. */
    void spoof(final byte[] datagram) {
        try {
            front.send(ByteBuffer.wrap(datagram), publications);
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        try {
            front.close();
            back.close();
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
