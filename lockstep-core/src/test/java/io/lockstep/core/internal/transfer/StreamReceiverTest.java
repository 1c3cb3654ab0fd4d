package io.lockstep.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.TransferMessage;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StreamReceiverTest {

    private static final long MS = 1_000_000L;
    private static final int CAPACITY = 2048;

    private final StreamReceiver receiver = new StreamReceiver(3, CAPACITY);
    private final byte[] target = new byte[CAPACITY];

    private boolean chunk(final int index, final String text, final boolean last) {
        final byte[] bytes = ("--" + text).getBytes(StandardCharsets.US_ASCII);
        return receiver.onChunk(index, bytes, 2, bytes.length - 2, last);
    }

    private String read(final int length) {
        return new String(target, 0, receiver.read(target, 0, length), StandardCharsets.US_ASCII);
    }

    @Test
    void shouldPutChunksInOrder() {
        assertTrue(chunk(2, "c", false));
        assertTrue(chunk(1, "bb", false));
        assertEquals(0, receiver.available());
        assertEquals(0, receiver.next());
        assertEquals(0b11, receiver.bitmap());
        assertTrue(chunk(0, "a", false));
        assertEquals(3, receiver.next());
        assertEquals(0, receiver.bitmap());
        assertEquals(4, receiver.peek(target, 0, 10));
        assertEquals("ab", read(2));
        assertEquals("bc", read(10));
        assertEquals(4, receiver.receivedBytes());
    }

    @Test
    void shouldBeFinishedWhenAllIsHere() {
        chunk(1, "b", true);
        assertFalse(receiver.finished());
        chunk(0, "a", false);
        assertTrue(receiver.finished());
        assertEquals("ab", read(10));
        assertFalse(chunk(2, "c", false), "behind the end");
        assertEquals(2, receiver.next());
    }

    @Test
    void shouldEndWithAnEmptyChunk() {
        chunk(0, "a", false);
        assertTrue(chunk(1, "", true));
        assertTrue(receiver.finished());
        assertEquals(1, receiver.available());
    }

    @Test
    void shouldForgetWhatWasKeptBehindTheEnd() {
        chunk(2, "no", false);
        chunk(1, "", true);
        chunk(0, "a", false);
        assertTrue(receiver.finished());
        assertEquals("a", read(10));
    }

    @Test
    void shouldRefuseWhatIsKnownOrTooFarAhead() {
        chunk(0, "a", false);
        chunk(2, "c", false);
        assertFalse(chunk(0, "x", false));
        assertFalse(chunk(2, "x", false));
        assertFalse(chunk(1 + StreamSender.WINDOW_CHUNKS, "x", false));
        assertFalse(chunk(-1, "x", false));
        assertFalse(chunk(Integer.MAX_VALUE, "x", false));
        assertFalse(receiver.onChunk(1, new byte[2000], 0, 1025, false));
        assertEquals(6, receiver.dropped());
        assertTrue(chunk(StreamSender.WINDOW_CHUNKS, "x", false));
        chunk(1, "b", false);
        assertEquals("abc", read(10));
    }

    @Test
    void shouldAcknowledgeEverySecondChunkOrAfterTenMilliseconds() {
        assertFalse(receiver.ackDue(0));
        chunk(0, "a", false);
        assertFalse(receiver.ackDue(0));
        chunk(1, "b", false);
        assertTrue(receiver.ackDue(1));
        assertFalse(receiver.ackDue(1));
        chunk(2, "c", false);
        assertFalse(receiver.ackDue(20 * MS));
        assertFalse(receiver.ackDue(30 * MS - 1));
        assertTrue(receiver.ackDue(30 * MS));
        assertFalse(receiver.ackDue(90 * MS));
    }

    @Test
    void shouldAcknowledgeAtOnceWhatIsOutOfOrderKnownOrLast() {
        chunk(1, "b", false);
        assertTrue(receiver.ackDue(0));
        chunk(0, "a", false);
        assertTrue(receiver.ackDue(0));
        chunk(0, "a", false);
        assertTrue(receiver.ackDue(0));
        chunk(2, "c", true);
        assertTrue(receiver.ackDue(0));
        chunk(2, "c", true);
        assertTrue(receiver.ackDue(0), "the last acknowledgement may be lost");
    }

    @Test
    void shouldNotAcknowledgeWhatHasNoRoom() {
        final byte[] full = new byte[TransferMessage.MAX_CHUNK_BYTES];
        for (int i = 0; i < 5; i++) {
            assertTrue(receiver.onChunk(i, full, 0, full.length, i == 4));
        }
        assertEquals(2, receiver.next());
        assertEquals(CAPACITY, receiver.available());
        assertTrue(receiver.ackDue(0));
        assertEquals(1, receiver.read(target, 0, 1));
        assertFalse(receiver.ackDue(0), "nothing came in order");
        assertEquals(1023, receiver.read(target, 0, 1023));
        assertEquals(3, receiver.next());
        assertTrue(receiver.ackDue(0));
        assertEquals(CAPACITY, receiver.read(target, 0, CAPACITY));
        assertTrue(receiver.finished());
    }

    @Test
    void shouldStayWithinItsMemoryWhateverArrives() {
        final SplittableRandom random = new SplittableRandom(5);
        final byte[] bytes = new byte[3000];
        for (int i = 0; i < 100_000; i++) {
            final int index = random.nextInt(8) == 0 ? random.nextInt() : receiver.next() + random.nextInt(-9, 300);
            receiver.onChunk(index, bytes, random.nextInt(1000), random.nextInt(2000), random.nextInt(100_000) == 0);
            receiver.read(target, 0, random.nextInt(500));
        }
        assertTrue(receiver.allocatedBytes() <= CAPACITY + StreamSender.WINDOW_CHUNKS * 1024);
    }

    @Test
    void shouldRefuseACapacityBelowOneChunk() {
        assertThrows(IllegalArgumentException.class, () -> new StreamReceiver(1, 1023));
        assertThrows(IndexOutOfBoundsException.class, () -> receiver.onChunk(0, new byte[1], 0, 2, false));
        assertThrows(IndexOutOfBoundsException.class, () -> receiver.read(new byte[1], 0, 2));
    }
}
