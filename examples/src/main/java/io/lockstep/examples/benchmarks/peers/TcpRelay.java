package io.lockstep.examples.benchmarks.peers;

import io.lockstep.examples.peer.Address;
import io.lockstep.testkit.LinkConditions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Relays one TCP connection as a bad line would carry it. Nothing can be lost between two real connections, so a lost
 * segment is held up as its repeat would be: by a round trip and three ticks, in which three later segments have told
 * the sender of the gap. All behind it waits, as in TCP. Runs on the caller's thread.
 */
final class TcpRelay implements AutoCloseable {

    /** IPv4 and TCP with time stamps. The acknowledgements that carry nothing are not seen, and not counted. */
    private static final int HEADER_BYTES = 52;
    private static final int SEGMENT_BYTES = 1448;
    /** By three segments that arrive behind a gap a sender knows of it. */
    private static final long GAP_NS = 3 * PeerGame.TICK_NS;
    private static final double NS_PER_MS = 1e6;

    private final LinkConditions conditions;
    private final SplittableRandom draws;
    private final ServerSocketChannel server;
    private final InetSocketAddress target;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(SEGMENT_BYTES);
    private Pipe there;
    private Pipe back;
    private long bytes;

    /** What has been sent and is under way. */
    private record Segment(ByteBuffer payload, long dueNs) {
    }

    /** One direction. */
    private final class Pipe {
        private final SocketChannel from;
        private final SocketChannel to;
        private final Queue<Segment> underWay = new ArrayDeque<>();
        private long lastDueNs;

        Pipe(final SocketChannel from, final SocketChannel to, final long nowNs) {
            this.from = from;
            this.to = to;
            lastDueNs = nowNs;
        }

        /** False when the connection has ended. */
        boolean pump(final long nowNs) throws IOException {
            buffer.clear();
            final int taken = from.read(buffer);
            if (taken > 0) {
                bytes += taken + HEADER_BYTES;
                lastDueNs = Math.max(lastDueNs, nowNs + drawNs());
                underWay.add(new Segment(ByteBuffer.allocate(taken).put(buffer.flip()).flip(), lastDueNs));
            }
            while (!underWay.isEmpty() && nowNs - underWay.peek().dueNs() >= 0) {
                to.write(underWay.peek().payload());
                if (underWay.peek().payload().hasRemaining()) {
                    break;
                }
                underWay.remove();
            }
            return taken >= 0;
        }

        void close() {
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    /** A relay to a port of the loopback interface. */
    TcpRelay(final Address target, final LinkConditions conditions, final long seed) throws IOException {
        this.conditions = conditions;
        this.target = new InetSocketAddress(target.host(), target.port());
        draws = new SplittableRandom(seed);
        server = ServerSocketChannel.open().bind(new InetSocketAddress(target.host(), 0));
        server.configureBlocking(false);
    }

    int port() {
        return server.socket().getLocalPort();
    }

    /** Bytes that were sent either way, with headers. */
    long bytes() {
        return bytes;
    }

    private long drawNs() {
        final double jitterMs = conditions.jitterMs() * (2 * draws.nextDouble() - 1);
        double delayNs = Math.max(0, conditions.latencyMs() + jitterMs) * NS_PER_MS;
        while (draws.nextDouble() < conditions.loss()) {
            delayNs += 2 * conditions.latencyMs() * NS_PER_MS + GAP_NS;
        }
        return (long) delayNs;
    }

    /** Passes on what is due. */
    void poll(final long nowNs) {
        try {
            final SocketChannel client = server.accept();
            if (client != null) {
                open(client, nowNs);
            }
            if (there != null && !(there.pump(nowNs) & back.pump(nowNs))) {
                hangUp();
            }
        } catch (final IOException gone) {
            hangUp();
        }
    }

    private void open(final SocketChannel client, final long nowNs) {
        hangUp();
        try {
            final SocketChannel host = SocketChannel.open(target);
            for (final SocketChannel end : new SocketChannel[] {client, host}) {
                end.setOption(StandardSocketOptions.TCP_NODELAY, true);
                end.configureBlocking(false);
            }
            there = new Pipe(client, host, nowNs);
            back = new Pipe(host, client, nowNs);
        } catch (final IOException refused) {
            closeQuietly(client); // the host is not there yet
        }
    }

    private void hangUp() {
        if (there != null) {
            there.close();
            there = null;
            back = null;
        }
    }

    private static void closeQuietly(final SocketChannel channel) {
        try {
            channel.close();
        } catch (final IOException ignored) {
            // There is nothing else that could be done.
        }
    }

    @Override
    public void close() {
        hangUp();
        try {
            server.close();
        } catch (final IOException ignored) {
            // As above.
        }
    }
}
