package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.replay.RecordingFormat;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what a chunk holds, when it is sent, and when it counts as lost. */
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

    /** Three samples of the same length leave 50 ms times 0.75³ of the deviation. */
    @Test
    void shouldWaitForWhatWasOvertakenUntilItIsLaterThanRoundTripAndDeviation() {
        final long deviationNs = 21_093_750;
        sender.ack(1, 0b1110, sentNs + RTT_NS);
        assertEquals(UNDER_WAY + 1, sender.due(sentNs + RTT_NS + deviationNs));
        assertEquals(1, sender.due(sentNs + RTT_NS + deviationNs + 1));
    }

    @Test
    void shouldCountNoChunkOfAnEarlierWindowAsOneThatOvertook() {
        final ChunkSender other = new ChunkSender(log, 0);
        sendAll(other, FeedLimits.WINDOW_CHUNKS);
        other.ack(60, 0, sentNs + RTT_NS);
        other.ack(64, 0, sentNs + 3 * RTT_NS);
        sentNs += 4 * RTT_NS;
        for (int chunk = 64; chunk < 67; chunk++) {
            assertEquals(chunk, other.due(sentNs));
        }
        other.ack(64, 0b11, sentNs + other.rttNs());
        assertEquals(67, other.due(sentNs + 3 * RTT_NS), "two have overtaken the first one");
    }

    private void sendAll(final ChunkSender from, final int chunks) {
        for (int chunk = 0; chunk < chunks; chunk++) {
            assertEquals(chunk, from.due(sentNs));
        }
    }

    @Test
    void shouldTakeNoRoundTripForZeroBeforeOneWasMeasured() {
        final ChunkSender other = new ChunkSender(log, 0);
        sendAll(other, UNDER_WAY);
        other.ack(0, 0b1110, sentNs);
        assertEquals(UNDER_WAY, other.due(sentNs + 1), "the first one is not late");
    }

    @Test
    void shouldHaveNoMoreUnderWayThanAWindowAndEndWithTheLog() {
        final ChunkSender other = new ChunkSender(log, 0);
        sendAll(other, FeedLimits.WINDOW_CHUNKS);
        assertEquals(-1, other.due(sentNs));
        assertEquals(0, other.ackedPlace());
        other.ack(0, 1L << 63, sentNs);
        assertEquals(-1, other.due(sentNs), "a bit for what was not sent");
        other.ack(FeedLimits.WINDOW_CHUNKS + 1, 0, sentNs);
        assertEquals(-1, other.due(sentNs), "more than was sent");
        other.ack(FeedLimits.WINDOW_CHUNKS, 0, sentNs);
        final int all = (HEADER_BYTES + (int) log.end() + FeedPacket.MAX_CHUNK_BYTES - 1) / FeedPacket.MAX_CHUNK_BYTES;
        for (int chunk = FeedLimits.WINDOW_CHUNKS; chunk < all; chunk++) {
            assertEquals(chunk, other.due(sentNs));
        }
        assertEquals(-1, other.due(sentNs));
        assertFalse(other.isDrained());
        other.ack(all, 0, sentNs);
        assertTrue(other.isDrained());
        assertEquals(log.end(), other.ackedPlace());
    }

    @Test
    void shouldTakeEachBitForTheChunkThatItStandsForAndNoneThatIsOlderThanTheLast() {
        final ChunkSender other = new ChunkSender(log, 0);
        sendAll(other, 20);
        other.ack(10, 0b1, sentNs);
        other.ack(9, 0b100, sentNs);
        final long late = sentNs + 10 * FeedLimits.SECOND;
        for (final int chunk : new int[] {10, 12, 13, 14, 15, 16, 17, 18, 19, 20}) {
            assertEquals(chunk, other.due(late));
        }
    }

    /** A log that is one chunk with its header. */
    private static FeedLog shortLog(final int stateBytes) {
        final FeedLog log = new FeedLog();
        log.header(Blocks.header(HEADER_BYTES, 7, 60));
        log.add(Blocks.state(0, stateBytes));
        log.release(0, 0);
        return log;
    }

    @Test
    void shouldSendAgainAfterTwiceTheTimeEachTimeUpToTwoSeconds() {
        final ChunkSender one = new ChunkSender(shortLog(50), 0);
        assertEquals(0, one.due(sentNs));
        for (final int waitedMs : new int[] {400, 800, 1600, 2000, 2000}) {
            sentNs += waitedMs * FeedLimits.MS;
            assertEquals(-1, one.due(sentNs - 1), () -> waitedMs + " ms are not over");
            assertEquals(0, one.due(sentNs), () -> waitedMs + " ms are over");
        }
        one.ack(1, 0, sentNs + 1);
        assertEquals(0, one.rttNs(), "nobody knows which one was acknowledged");
        assertEquals(-1, one.due(sentNs + 10 * FeedLimits.SECOND));
    }

    @Test
    void shouldWaitForTheSmoothedRoundTripAndFourDeviations() {
        final ChunkSender three = new ChunkSender(shortLog(2 * FeedPacket.MAX_CHUNK_BYTES), 0);
        sendAll(three, 3);
        three.ack(1, 0, sentNs + RTT_NS);
        three.ack(2, 0, sentNs + 180 * FeedLimits.MS);
        assertEquals(110 * FeedLimits.MS, three.rttNs());
        assertEquals(-1, three.due(sentNs + 340 * FeedLimits.MS - 1));
        assertEquals(2, three.due(sentNs + 340 * FeedLimits.MS));
    }

    @Test
    void shouldWaitSixtyMillisecondsHoweverShortTheRoundTripIs() {
        final ChunkSender two = new ChunkSender(shortLog(FeedPacket.MAX_CHUNK_BYTES), 0);
        sendAll(two, 2);
        two.ack(1, 0, sentNs + FeedLimits.MS);
        assertEquals(-1, two.due(sentNs + 60 * FeedLimits.MS - 1));
        assertEquals(1, two.due(sentNs + 60 * FeedLimits.MS));
    }

    @Test
    void shouldSendTheHeaderAndWhatFollowsThePlaceByteForByte() {
        final FeedLog two = shortLog(700);
        final long start = two.end();
        two.add(Blocks.state(20, 1000));
        two.release(0, 0);
        final ChunkSender other = new ChunkSender(two, start);
        final ByteBuffer out = ByteBuffer.allocate(2000);
        final byte[] scratch = new byte[FeedPacket.MAX_CHUNK_BYTES];
        for (int chunk = other.due(0); chunk >= 0; chunk = other.due(0)) {
            other.write(chunk, scratch, out);
        }
        final ByteBuffer expected = ByteBuffer.allocate(2000).put(Blocks.header(HEADER_BYTES, 7, 60))
            .put(Blocks.state(20, 1000));
        assertEquals(expected.flip(), out.flip());
    }
}
