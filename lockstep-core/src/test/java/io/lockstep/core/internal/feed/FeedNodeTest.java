package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.replay.RecordingFormat;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A spectator hands on what it is given, each block once. */
class FeedNodeTest {

    private static final int HEADER_BYTES = 60;
    private static final int FRAMES = 20;

    private final List<String> shown = new ArrayList<>();
    private final FeedNode node = new FeedNode(new SentPackets(), List.of(new InetSocketAddress(7000)),
        new FeedNode.Viewer() {
            @Override
            public void header(final ByteBuffer header) {
                shown.add("header");
            }

            @Override
            public void block(final ByteBuffer block) {
                final String kind = BlockView.kind(block) == RecordingFormat.SNAPSHOT ? "state " : "frames ";
                shown.add(kind + BlockView.frame(block));
            }

            @Override
            public void attached(final SocketAddress parent) {
                shown.add("attached");
            }
        }, 4, 1 << 20, 5);

    private static ByteBuffer block(final int kind, final long frame, final int frames) {
        return ByteBuffer.allocate(RecordingFormat.BLOCK_HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN)
            .put(0, (byte) kind).putShort(RecordingFormat.AT_COUNT, (short) frames)
            .putLong(RecordingFormat.AT_FRAME, frame);
    }

    /** A child that comes late begins at the newest state: it would take long to play from the first one. */
    @Test
    void shouldHandOnEveryStateOnce() {
        node.header(ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN));
        for (int frame = 0; frame <= 2 * FRAMES; frame += FRAMES) {
            node.block(block(RecordingFormat.SNAPSHOT, frame, 0));
            // Another parent begins with the state that the one before ended with.
            node.block(block(RecordingFormat.SNAPSHOT, frame, 0));
            node.block(block(RecordingFormat.FRAMES, frame, FRAMES));
        }
        assertEquals(List.of("header", "state 0", "frames 0", "state 20", "frames 20", "state 40", "frames 40"),
            shown);
    }
}
