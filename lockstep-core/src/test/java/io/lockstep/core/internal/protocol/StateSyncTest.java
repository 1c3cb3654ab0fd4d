package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

class StateSyncTest {

    private static final long SEED = 0x5EED_0004L;
    private static final int MAX = 100_000;
    private static final byte HEADER = 0x11;

    private final StateSync message = new StateSync(MAX);

    private static byte[] zlib(final byte[] state, final int level) {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            try (DeflaterOutputStream deflater = new DeflaterOutputStream(out, new Deflater(level))) {
                deflater.write(state);
            }
            return out.toByteArray();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ByteBuffer datagram(final byte[] stream) {
        return ByteBuffer.allocate(17 + stream.length).order(ByteOrder.LITTLE_ENDIAN)
            .put(HEADER).putInt(1).putInt(2).putInt(3).putInt(stream.length).put(stream).flip();
    }

    private static byte[] noise(final int length) {
        final byte[] bytes = new byte[length];
        new SplittableRandom(SEED).nextBytes(bytes);
        return bytes;
    }

    private byte[] state() {
        return Arrays.copyOf(message.payload(), message.payloadLength());
    }

    @Test
    void shouldTakeAStateOfExactlyTheLargestSizeAndNoLarger() {
        assertEquals(WireCode.OK, message.decode(datagram(zlib(noise(MAX), 6))));
        assertArrayEquals(noise(MAX), state());
        assertEquals(WireCode.TOO_LARGE, message.decode(datagram(zlib(noise(MAX + 1), 6))));
        assertEquals(WireCode.OK, new StateSync(MAX).decode(datagram(zlib(noise(MAX), 0))));
    }

    @Test
    void shouldRefuseABomb() {
        assertEquals(WireCode.TOO_LARGE, message.decode(datagram(zlib(new byte[MAX], 9))));
    }

    @Test
    void shouldHoldNoMoreThanWhatTheBytesGive() {
        final byte[] stream = zlib(new byte[50_000_000], 9);
        final StateSync generous = new StateSync(WireLimits.MAX_STATE_BYTES);
        assertEquals(WireCode.TOO_LARGE, generous.decode(datagram(stream)));
        assertTrue(generous.payload().length <= 2 * StateSync.MAX_RATIO * stream.length,
            stream.length + " bytes made it hold " + generous.payload().length);
    }

    @Test
    void shouldReadWhatItWritesHoweverWellItCompresses() {
        final StateSync reader = new StateSync(MAX);
        for (final int length : new int[] {0, 1, 100, 5_000, MAX}) {
            for (final byte[] state : new byte[][] {new byte[length], noise(length)}) {
                message.frame(70_000).checksum(-1).term(1L << 33 | 5).payload(state, 0, length);
                final ByteBuffer buffer = ByteBuffer.allocate(2 * MAX);
                message.encode(buffer);
                assertEquals(WireCode.OK, reader.decode(buffer.flip()));
                assertArrayEquals(state, Arrays.copyOf(reader.payload(), reader.payloadLength()));
                assertEquals(70_000, reader.frame());
                assertEquals(-1, reader.checksum());
                assertEquals(5, reader.term());
            }
        }
    }

    @Test
    void shouldRefuseTwoStreams() {
        final byte[] one = zlib(noise(10), 6);
        final byte[] two = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, two, one.length, one.length);
        assertEquals(WireCode.COMPRESSION, message.decode(datagram(two)));
    }

    @Test
    void shouldRefuseAStreamThatNeedsADictionary() {
        final Deflater deflater = new Deflater();
        deflater.setDictionary(new byte[] {1, 2, 3});
        deflater.setInput(new byte[] {1, 2, 3});
        deflater.finish();
        final byte[] stream = new byte[100];
        final int length = deflater.deflate(stream);
        deflater.end();
        assertEquals(WireCode.COMPRESSION, message.decode(datagram(Arrays.copyOf(stream, length))));
    }

    @Test
    void shouldReadFromADirectBufferToo() {
        final ByteBuffer heap = datagram(zlib(noise(500), 6));
        final ByteBuffer direct = ByteBuffer.allocateDirect(heap.remaining()).put(heap).flip();
        assertEquals(WireCode.OK, message.decode(direct));
        assertArrayEquals(noise(500), state());
    }

    @Test
    void shouldRefuseToSendMoreThanTheLargestState() {
        assertThrows(IllegalArgumentException.class, () -> message.payload(new byte[MAX + 1], 0, MAX + 1));
    }

    @Test
    void shouldSayHowLongItsPayloadIsAsItCameOrAsItGoes() {
        final byte[] stored = zlib(new byte[1000], 0);
        assertEquals(WireCode.OK, message.decode(datagram(stored)));
        assertEquals(stored.length, message.compressedLength());
        assertSame(message, message.payload(new byte[1000], 0, 1000));
        final ByteBuffer buffer = ByteBuffer.allocate(2000);
        assertEquals(message.encode(buffer) - StateSync.HEAD_BYTES, message.compressedLength());
        assertTrue(message.compressedLength() < 100);
    }

    @Test
    void shouldReadAHeadWhosePayloadComesInPieces() {
        message.frame(1L << 32 | 70_000).checksum(-1).term(9);
        final ByteBuffer head = ByteBuffer.allocate(StateSync.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        message.writeHead(head, -2);
        final StateSync read = new StateSync(MAX);
        assertEquals(0xFFFF_FFFEL, read.readHead(head.flip()));
        assertEquals(70_000, read.frame());
        assertEquals(-1, read.checksum());
        assertEquals(9, read.term());
        head.put(0, (byte) 0x12);
        assertEquals(-1, read.readHead(head.rewind()));
    }

    @Test
    void shouldKnowTheLongestPayload() {
        assertEquals((1 << 20) + 128 * 5 + 64, StateSync.maxCompressedBytes(1 << 20));
    }

    @Test
    void shouldKeepItsRoomForAsLongAsItSuffices() {
        message.payload(noise(5000), 0, 5000);
        assertArrayEquals(noise(5000), state());
        final byte[] room = message.payload();
        message.payload(noise(10), 0, 10).payload(noise(5000), 0, 5000);
        assertSame(room, message.payload());
    }
}
