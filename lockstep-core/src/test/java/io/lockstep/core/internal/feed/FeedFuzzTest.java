package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a feed sends, with right CRC and link: a spectator takes it or does not, and never throws. */
class FeedFuzzTest {

    private static final int RUNS = 200;
    private static final int DATAGRAMS = 200;
    private static final int KINDS = 9;
    private static final int SEED = 77;

    private final FeedPacket packet = new FeedPacket();
    private final SocketAddress root = new InetSocketAddress("127.0.0.1", 7000);
    private int blocks;

    private final FeedNode.Viewer viewer = new FeedNode.Viewer() {
        @Override
        public void header(final ByteBuffer header) {
            assertTrue(header.hasRemaining());
        }

        @Override
        public void block(final ByteBuffer block) {
            blocks++;
        }

        @Override
        public void attached(final SocketAddress parent) {
            assertFalse(parent != null && !parent.equals(root), "nobody else has been heard");
        }
    };

    @Test
    void shouldSurviveWhateverTheOneAboveSends() {
        int attached = 0;
        for (int run = 0; run < RUNS; run++) {
            final Random random = new Random(run);
            final SentPackets socket = new SentPackets();
            final FeedNode node = new FeedNode(socket, List.of(root), viewer, 8, 1 << 20, SEED);
            final FeedSecrets same = new FeedSecrets(SEED);
            same.next();
            long link = same.next();
            long nowNs = FeedLimits.SECOND;
            node.poll(nowNs);
            for (int i = 0; i < DATAGRAMS; i++) {
                socket.hear(datagram(random, link), root);
                nowNs += random.nextInt(100) * FeedLimits.MS;
                node.poll(nowNs);
                if (socket.count() > 0 && FeedPacket.kind(socket.last()) == FeedPacket.HELLO) {
                    link = FeedPacket.link(socket.last());
                }
                attached += FeedPacket.kind(socket.last()) == FeedPacket.ACK ? 1 : 0;
            }
            node.close();
        }
        assertTrue(attached > RUNS, "some of it was taken: " + attached);
    }

    /** Random content; a STATUS and the first chunks of a header are right now and then, to get further. */
    private ByteBuffer datagram(final Random random, final long link) {
        final int kind = random.nextInt(KINDS);
        final ByteBuffer out = packet.begin(kind, random.nextInt(20) == 0 ? random.nextLong() : link);
        if (kind == FeedPacket.STATUS && random.nextInt(2) == 0) {
            FeedPath.NONE.write(5, out.putInt(1000));
        } else if (kind == FeedPacket.DATA) {
            out.putInt(random.nextInt(4));
        }
        for (int i = random.nextInt(60); kind != FeedPacket.STATUS && i > 0; i--) {
            out.put((byte) random.nextInt());
        }
        final ByteBuffer sent = packet.end();
        return ByteBuffer.allocate(sent.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(sent).flip();
    }
}
