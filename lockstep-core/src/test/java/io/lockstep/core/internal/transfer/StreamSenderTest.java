package io.lockstep.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamSenderTest {

    private static final long MS = 1_000_000L;
    private static final int CHUNK = 10;
    private static final long FAST = 1 << 20;

    private final StreamSender sender = new StreamSender(3, CHUNK, FAST, 1000);
    private final List<String> sent = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean open = true;
    private long nowNs = -5 * MS;

    private boolean chunk(final int transfer, final int index, final byte[] source, final int offset,
                          final int length, final boolean last) {
        if (open) {
            assertEquals(3, transfer);
            sent.add(index + ":" + length + (last ? "!" : ""));
            bytes.write(source, offset, length);
        }
        return open;
    }

    /** What is sent after so many milliseconds. */
    private List<String> after(final long ms) {
        nowNs += ms * MS;
        sent.clear();
        assertEquals(sender.poll(nowNs, this::chunk), sent.size());
        return List.copyOf(sent);
    }

    private static byte[] counting(final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private boolean append(final int length) {
        return sender.append(counting(length), 0, length);
    }

    @Test
    void shouldSendFullChunksAtOnceAndTheRestWhenItHasWaited() {
        assertTrue(append(25));
        assertEquals(List.of("0:10", "1:10"), after(1));
        assertEquals(List.of(), after(29));
        assertEquals(List.of("2:5"), after(1));
        assertArrayEquals(counting(25), bytes.toByteArray());
    }

    @Test
    void shouldNotMakeALiveStreamWaitForAFullChunk() {
        final List<String> chunks = new ArrayList<>();
        for (int frame = 0; frame < 6; frame++) {
            assertTrue(append(2));
            chunks.addAll(after(16));
        }
        assertEquals(List.of("0:6", "1:6"), chunks);
    }

    @Test
    void shouldNeverChangeAChunkThatWasSent() {
        assertTrue(append(3));
        after(0);
        assertEquals(List.of("0:3"), after(30));
        assertTrue(append(7));
        assertEquals(List.of("0:3"), after(200));
        assertEquals(List.of("1:7"), after(30));
    }

    @Test
    void shouldSendTheRestAtOnceWhenNothingFollows() {
        assertTrue(append(13));
        sender.finish();
        assertEquals(List.of("0:10", "1:3!"), after(0));
        sender.onAck(2, 0, nowNs);
        assertTrue(sender.done());
        assertEquals(13, sender.acknowledgedBytes());
    }

    @Test
    void shouldEndWithAnEmptyChunkWhenAllBytesWereSent() {
        assertTrue(append(10));
        assertEquals(List.of("0:10"), after(0));
        sender.onAck(1, 0, nowNs);
        assertTrue(sender.idle());
        assertFalse(sender.done());
        sender.finish();
        assertFalse(sender.idle());
        assertEquals(List.of("1:0!"), after(0));
        assertEquals(List.of("1:0!"), after(201));
        sender.onAck(2, 0, nowNs);
        assertTrue(sender.done() && sender.idle());
        assertEquals(List.of(), after(1000));
    }

    @Test
    void shouldMarkOnlyTheLastChunkAsLastWhenSentAgain() {
        assertTrue(append(10));
        after(0);
        sender.finish();
        after(0);
        assertEquals(List.of("0:10", "1:0!"), after(500));
    }

    @Test
    void shouldTakeNoMoreThanFitsUntilSomeIsAcknowledged() {
        assertTrue(append(995));
        assertFalse(append(6));
        assertEquals(5, sender.room());
        assertTrue(append(5));
        after(0);
        sender.onAck(2, 0, nowNs);
        assertEquals(20, sender.room());
        assertTrue(append(20));
        assertEquals(1000, sender.allocatedBytes());
    }

    @Test
    void shouldRepeatWhatALaterChunkHasOvertaken() {
        append(10);
        after(0);
        append(10);
        after(10);
        append(10);
        after(30);
        sender.onAck(0, 0b10, nowNs);
        assertEquals(List.of("0:10", "1:10"), after(0), "both were sent a quarter of the round trip earlier");
        sender.onAck(3, 0, nowNs);
        assertEquals(List.of(), after(1000));
    }

    @Test
    void shouldTakeSlightReorderingForNoLoss() {
        append(10);
        after(0);
        append(10);
        after(20);
        sender.onAck(0, 0b1, nowNs);
        assertEquals(List.of(), after(0));
    }

    @Test
    void shouldRepeatByATimerThatFollowsTheRoundTrip() {
        append(10);
        sender.rtt(40 * MS);
        after(0);
        assertEquals(List.of(), after(109));
        assertEquals(List.of("0:10"), after(1));
        assertEquals(List.of(), after(29));
        assertEquals(List.of("0:10"), after(1), "all wait for it");
        assertEquals(2, sender.repeats());
    }

    @Test
    void shouldCostLittleWhileTheReceiverIsSilent() {
        append(1000);
        after(0);
        int repeats = 0;
        for (int ms = 0; ms < 60_000; ms++) {
            repeats += after(1).size();
        }
        assertTrue(repeats > 33 && repeats < 33 * 60_000 / 1_600 + 33 * 10, repeats + " repeats");
    }

    @Test
    void shouldIgnoreAcknowledgementsOfWhatWasNeverSentOrIsOld() {
        append(30);
        after(0);
        sender.onAck(4, -1, nowNs);
        sender.onAck(-1, -1, nowNs);
        sender.onAck(Integer.MIN_VALUE, -1, nowNs);
        assertEquals(0, sender.acknowledgedBytes());
        sender.onAck(2, -1, nowNs);
        sender.onAck(1, -1, nowNs);
        assertEquals(20, sender.acknowledgedBytes());
        assertEquals(List.of("2:10"), after(300));
    }

    @Test
    void shouldSayWhenItGotOnLast() {
        append(20);
        after(7);
        final long first = nowNs;
        assertEquals(first, sender.lastProgressNs());
        after(500);
        assertEquals(first, sender.lastProgressNs());
        sender.onAck(0, 0b1, nowNs);
        assertEquals(nowNs, sender.lastProgressNs());
        final long second = nowNs;
        sender.onAck(0, 0b1, nowNs + 1);
        assertEquals(second, sender.lastProgressNs());
    }

    /** Each datagram that is lost costs such a lane a round trip: many small ones would put it ever further behind. */
    @Test
    void shouldSendFewChunksOnALaneThatIsLate() {
        sender.carrierRepairs();
        sender.rtt(100 * MS);
        final List<String> chunks = new ArrayList<>();
        for (int tick = 0; tick < 30; tick++) {
            append(2);
            chunks.addAll(after(16));
        }
        assertEquals(List.of("0:6", "1:6", "2:6", "3:6", "4:6", "5:10", "6:10", "7:10"), chunks);
        sender.onAck(8, 0, nowNs);
        append(1);
        assertEquals(List.of(), after(0));
        assertEquals(List.of("8:1"), after(30), "it has caught up");
    }

    @Test
    void shouldRepeatNothingAsLongAsALaneThatRepairsDelivers() {
        sender.carrierRepairs();
        sender.rtt(100 * MS);
        append(40);
        assertEquals(4, after(0).size());
        assertEquals(List.of(), after(600));
        sender.onAck(1, 0, nowNs);
        assertEquals(List.of(), after(600), "what comes next is behind the first");
        assertEquals(List.of("1:10", "2:10", "3:10"), after(100), "nothing comes any more");
        assertEquals(List.of(), after(600), "nor are copies of copies of use");
    }

    @Test
    void shouldTryAgainWhatTheNetworkDidNotTake() {
        append(10);
        sender.finish();
        open = false;
        assertEquals(List.of(), after(0));
        open = true;
        assertEquals(List.of("0:10!"), after(0));
    }

    @Test
    void shouldKeepToTheRate() {
        final StreamSender large = new StreamSender(3, 1000, 1_000_000, 1_000_000);
        large.append(new byte[1_000_000], 0, 1_000_000);
        int all = large.poll(0, this::chunk);
        assertEquals(34, all, "35 ms of the rate");
        for (int ms = 1; ms <= 100; ms++) {
            all += large.poll(ms * MS, this::chunk);
        }
        assertEquals(133, all);
        all += large.poll(100 * MS, this::chunk);
        assertEquals(133, all, "no time has passed");
    }

    @Test
    void shouldStopAtTheWindow() {
        final StreamSender large = new StreamSender(3, 1, StreamSender.MAX_BYTES_PER_SECOND, 1_000);
        large.append(new byte[1_000], 0, 1_000);
        assertEquals(StreamSender.WINDOW_CHUNKS, large.poll(0, this::chunk));
        assertEquals(0, large.poll(MS, this::chunk));
        large.onAck(0, -1, MS);
        assertEquals(0, large.poll(MS, this::chunk));
        large.onAck(10, 0, MS);
        assertEquals(10, large.poll(MS, this::chunk));
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> new StreamSender(1, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new StreamSender(1, 1025, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new StreamSender(1, 1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new StreamSender(1, 1, 1L << 31, 1));
        assertThrows(IllegalArgumentException.class, () -> new StreamSender(1, 1, 1, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> sender.append(new byte[1], 0, 2));
        sender.finish();
        assertThrows(IllegalStateException.class, () -> append(1));
    }
}
