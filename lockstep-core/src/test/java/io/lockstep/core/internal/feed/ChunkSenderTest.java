package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.replay.RecordingFormat;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when a chunk counts as lost because later ones have come. */
class ChunkSenderTest {

    private static final long RTT_NS = 100 * FeedLimits.MS;
    /** Time, in nanoseconds, after which a chunk is late, and before which no timeout sends it again. */
    private static final long LATE_NS = 160 * FeedLimits.MS;
    private static final int STATE_BYTES = 40_000;
    private static final int HEADER_BYTES = 60;
    private static final int UNDER_WAY = 5;

    private final FeedLog log = new FeedLog();
    private ChunkSender sender;
    private long sentNs = FeedLimits.SECOND;

    /** The first chunk has come and shown the round trip; the next five are under way. */
    @BeforeEach
    void begin() {
        log.header(ByteBuffer.allocate(HEADER_BYTES));
        log.add(AudienceTest.block(RecordingFormat.SNAPSHOT, 0, STATE_BYTES));
        log.release(sentNs, 0);
        sender = new ChunkSender(log, 0);
        assertEquals(0, sender.due(sentNs));
        sentNs += RTT_NS;
        sender.ack(1, 0, sentNs);
        assertEquals(RTT_NS, sender.rttNs());
        for (int chunk = 1; chunk <= UNDER_WAY; chunk++) {
            assertEquals(chunk, sender.due(sentNs));
        }
    }

    @Test
    void shouldSendAgainWhatThreeLaterChunksHaveOvertaken() {
        sender.ack(1, 0b1110, sentNs + RTT_NS);
        assertEquals(UNDER_WAY + 1, sender.due(sentNs + RTT_NS), "it may still come in time");
        assertEquals(1, sender.due(sentNs + LATE_NS));
        assertEquals(2, sender.due(sentNs + LATE_NS));
    }

    @Test
    void shouldSendAgainWhatLaterChunksHaveOvertakenOnce() {
        sender.ack(1, 0b1110, sentNs + RTT_NS);
        assertEquals(1, sender.due(sentNs + LATE_NS));
        assertEquals(2, sender.due(sentNs + LATE_NS));
        assertEquals(UNDER_WAY + 1, sender.due(sentNs + 2 * LATE_NS));
    }

    @Test
    void shouldWaitForWhatTwoLaterChunksHaveOvertaken() {
        sender.ack(1, 0b110, sentNs + RTT_NS);
        assertEquals(UNDER_WAY + 1, sender.due(sentNs + LATE_NS));
    }
}
