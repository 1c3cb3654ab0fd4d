package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.replay.RecordingFormat;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A spectator whose parents a test plays: what it sends is seen, and what they send is made up. */
final class OneSpectator implements FeedNode.Viewer {

    static final int DELAY_MS = 1500;
    /** Number of who feeds it. */
    static final long PARENT_ID = 5;
    /** At this rate blocks end at multiples of twenty frames. */
    private static final int TICK_RATE = 80;
    private static final long MATCH = 7;

    final SentPackets socket = new SentPackets();
    final List<String> shown = new ArrayList<>();
    final FeedNode node;
    long nowNs = 1000 * FeedLimits.SECOND;
    private final FeedPacket packet = new FeedPacket();
    private int chunk;

    /** It knows players 1 to so many, and feeds so many others. */
    OneSpectator(final int players, final int most) {
        node = new FeedNode(socket, IntStream.rangeClosed(1, players).mapToObj(OneSpectator::host).toList(), this, most,
            1 << 20, 99);
    }

    static SocketAddress host(final int number) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number}), 7000);
        } catch (final UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public void header(final ByteBuffer header) {
        shown.add("header");
    }

    @Override
    public void block(final ByteBuffer block) {
        final String kind = switch (BlockView.kind(block)) {
            case RecordingFormat.SNAPSHOT -> BlockView.isLoaded(block) ? "new state " : "state ";
            case RecordingFormat.FRAMES -> "frames ";
            default -> "end ";
        };
        shown.add(kind + BlockView.frame(block));
    }

    @Override
    public void attached(final SocketAddress parent) {
        shown.add(parent == null ? "alone" : "fed by " + ((InetSocketAddress) parent).getAddress().getAddress()[3]);
    }

    /** Polls after so long; answers how many datagrams that were. */
    int pollAfter(final long ns) {
        nowNs += ns;
        return node.poll(nowNs);
    }

    /** The last packet that it sent, which must be of this kind and for this host. */
    ByteBuffer sent(final int kind, final int to) {
        assertEquals(kind, FeedPacket.kind(socket.last()));
        assertEquals(host(to), socket.lastTo());
        return socket.last();
    }

    /** Checks that it polls and sends nothing. */
    void isQuietFor(final long ns) {
        final int before = socket.count();
        pollAfter(ns);
        assertEquals(before, socket.count());
    }

    /** The link of the last HELLO that it sent to somebody. */
    long link() {
        return FeedPacket.link(socket.last());
    }

    /** Begins an answer. */
    ByteBuffer begin(final int kind, final long link) {
        return packet.begin(kind, link);
    }

    /** The packet that was begun is heard. */
    void hear(final int from) {
        final ByteBuffer out = packet.end();
        socket.hear(ByteBuffer.allocate(out.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(out).flip(), host(from));
        node.poll(nowNs);
    }

    /** It hears a STATUS of one with these above it, the nearest first. */
    void status(final int from, final long link, final FeedPath above) {
        above.write(PARENT_ID, begin(FeedPacket.STATUS, link).putInt(DELAY_MS));
        hear(from);
    }

    /** It is fed by this player from now on. */
    long attach(final int from) {
        sent(FeedPacket.HELLO, from);
        final long link = link();
        chunk = 0;
        status(from, link, FeedPath.NONE);
        return link;
    }

    void bye(final int from, final long link, final Refusal why) {
        begin(FeedPacket.BYE, link).put((byte) why.ordinal());
        hear(from);
    }

    static ByteBuffer header() {
        return Blocks.header(60, MATCH, TICK_RATE);
    }

    /** It is sent these pieces of a recording. */
    void feed(final int from, final long link, final ByteBuffer... parts) {
        for (final ByteBuffer part : parts) {
            final ByteBuffer rest = part.duplicate();
            while (rest.hasRemaining()) {
                final int length = Math.min(FeedPacket.MAX_CHUNK_BYTES, rest.remaining());
                begin(FeedPacket.DATA, link).putInt(chunk++).put(rest.slice(rest.position(), length));
                rest.position(rest.position() + length);
                hear(from);
            }
        }
    }

    /** It is fed by player 1 and has seen a state and twenty frames. */
    long watch() {
        node.poll(nowNs);
        final long link = attach(1);
        feed(1, link, header(), Blocks.state(0, 50), Blocks.frames(0, 20));
        assertEquals(List.of("fed by 1", "header", "new state 0", "frames 0"), shown);
        shown.clear();
        return link;
    }

    /** Polls for so long, four times a second; whoever feeds it shows that it is there. */
    void waitFor(final long ns, final int from, final long link, final FeedPath above) {
        final long endNs = nowNs + ns;
        while (nowNs < endNs) {
            nowNs = Math.min(endNs, nowNs + FeedLimits.SECOND / 4);
            status(from, link, above);
        }
    }
}
