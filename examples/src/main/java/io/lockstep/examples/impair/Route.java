package io.lockstep.examples.impair;

import io.lockstep.examples.peer.Address;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/**
 * The way from one peer to another: a port the sender sends to, and for each of its sockets a flow. A tag says where a
 * datagram goes when its time has come:
 * <pre>
 *   bit 63..32    31..16          15..1         0
 *       serial  | flow's place  | route's index | 1 on the way back
 * </pre>
 */
final class Route implements Inlet {

    /**
     * Sockets of one sender that can be told apart: an Aeron transport has one for each of two lanes, and a new one
     * whenever it starts a stream anew. The one that was quiet for longest makes room.
     */
    static final int MAX_FLOWS = 16;
    /** Greatest index; 32 peers have 992 routes. */
    static final int MAX_INDEX = (1 << 15) - 1;

    private static final int PLACE_SHIFT = 16;
    private static final int SERIAL_SHIFT = 32;
    private static final int MASK = 0xffff;

    private final int index;
    private final int to;
    private final InetSocketAddress target;
    private final Inlets answers;
    private final DatagramChannel port;
    private final Flow[] flows = new Flow[MAX_FLOWS];
    private long uses;
    private long serials;

    /** One of the sender's sockets: what it is to the receiver. */
    private final class Flow implements Inlet {
        private final SocketAddress client;
        private final long tag;
        private final int from;
        private final DatagramChannel channel;
        private long lastUse;

        Flow(final SocketAddress client, final int place, final int from) throws IOException {
            this.client = client;
            this.from = from;
            tag = serials++ << SERIAL_SHIFT & Long.MAX_VALUE | (long) place << PLACE_SHIFT | (long) index << 1;
            channel = open(target.getAddress());
            channel.connect(target);
        }

        @Override
        public long receive(final ByteBuffer buffer) {
            try {
                return channel.read(buffer) > 0 ? tag | 1 : NOTHING;
            } catch (final IOException gone) {
                return REFUSED; // nobody listens there, or not yet
            }
        }

        @Override
        public int other() {
            return from;
        }
    }

    private final int from;

    Route(final int index, final int from, final int to, final InetSocketAddress target, final Inlets sent,
          final Inlets answers) {
        this.index = index;
        this.from = from;
        this.to = to;
        this.target = target;
        this.answers = answers;
        try {
            port = open(target.getAddress());
            sent.add(this, port);
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static DatagramChannel open(final InetAddress host) throws IOException {
        final DatagramChannel channel = DatagramChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, UdpImpairment.SOCKET_BUFFER_BYTES);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, UdpImpairment.SOCKET_BUFFER_BYTES);
        return channel.bind(new InetSocketAddress(host, 0));
    }

    static int index(final long tag) {
        return (int) tag >>> 1 & MAX_INDEX;
    }

    Address address() {
        try {
            final InetSocketAddress local = (InetSocketAddress) port.getLocalAddress();
            return new Address(local.getAddress().getHostAddress(), local.getPort());
        } catch (final IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    @Override
    public long receive(final ByteBuffer buffer) {
        try {
            final SocketAddress client = port.receive(buffer);
            return client == null ? NOTHING : flow(client).tag;
        } catch (final IOException failed) {
            return REFUSED;
        }
    }

    @Override
    public int other() {
        return to;
    }

    private Flow flow(final SocketAddress client) throws IOException {
        int place = 0;
        for (int i = 0; i < MAX_FLOWS; i++) {
            final Flow flow = flows[i];
            if (flow != null && flow.client.equals(client)) {
                flow.lastUse = ++uses;
                return flow;
            }
            if (flows[place] != null && (flow == null || flow.lastUse < flows[place].lastUse)) {
                place = i;
            }
        }
        if (flows[place] != null) {
            close(flows[place]);
        }
        flows[place] = null;
        final Flow made = new Flow(client, place, from);
        made.lastUse = ++uses;
        flows[place] = made;
        answers.add(made, made.channel);
        return made;
    }

    /** Hands a datagram over, one way or the other; false if that cannot be done any more. */
    boolean forward(final long tag, final ByteBuffer payload) {
        final Flow flow = flows[(int) (tag >>> PLACE_SHIFT) & MASK];
        if (flow == null || flow.tag != (tag & ~1)) {
            return false;
        }
        try {
            return ((tag & 1) == 0 ? flow.channel.write(payload) : port.send(payload, flow.client)) > 0;
        } catch (final IOException refused) {
            return false;
        }
    }

    private void close(final Flow flow) {
        answers.remove(flow);
        closeQuietly(flow.channel);
    }

    void close() {
        for (final Flow flow : flows) {
            if (flow != null) {
                close(flow);
            }
        }
        closeQuietly(port);
    }

    private static void closeQuietly(final DatagramChannel channel) {
        try {
            channel.close();
        } catch (final IOException ignored) {
            // There is nothing else that could be done.
        }
    }
}
