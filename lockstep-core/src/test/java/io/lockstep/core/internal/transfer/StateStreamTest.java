package io.lockstep.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.StateDeflater;
import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A state goes out in slices and comes in chunk by chunk, and nothing else does. */
class StateStreamTest {

    private static final int TRANSFER = 77;
    private static final long FRAME = 1_000;
    private static final long TERM = 5;
    private static final int CAP = 1 << 20;

    private static byte[] state(final String kind, final int length) {
        final byte[] state = new byte[length];
        final Random random = new Random(length);
        if (kind.equals("noise")) {
            random.nextBytes(state);
        } else if (kind.equals("text")) {
            for (int i = 0; i < length; i++) {
                state[i] = (byte) ("lockstep".charAt(i % 8) + (random.nextInt(9) == 0 ? 1 : 0));
            }
        }
        return state;
    }

    private static int crc(final byte[] state) {
        final CRC32 crc = new CRC32();
        crc.update(state);
        return (int) crc.getValue();
    }

    private static byte[] deflated(final byte[] state) {
        final StateDeflater deflater = new StateDeflater(Deflater.BEST_SPEED);
        deflater.begin(state, state.length);
        int steps = 1;
        while (!deflater.step(StateDeflater.SLICE_BYTES)) {
            steps++;
        }
        // Once more with Huffman coding at most.
        assertTrue(steps <= 2 * (state.length / StateDeflater.SLICE_BYTES + 1), "steps " + steps);
        final byte[] bytes = Arrays.copyOf(deflater.array(), deflater.length());
        deflater.end();
        return bytes;
    }

    private static byte[] stream(final long frame, final int checksum, final long term, final byte[] payload,
                                 final int announced) {
        final ByteBuffer bytes = ByteBuffer.allocate(StateSync.HEAD_BYTES + payload.length)
            .order(ByteOrder.LITTLE_ENDIAN);
        new StateSync(1).frame(frame).checksum(checksum).term(term).writeHead(bytes, announced);
        bytes.put(payload);
        return bytes.array();
    }

    private static byte[] stream(final byte[] state) {
        final byte[] payload = deflated(state);
        return stream(FRAME, crc(state), TERM, payload, payload.length);
    }

    /** Hands a stream over in chunks and says how it ended. */
    private static WireCode receive(final StreamReceiver in, final StateReceiver receiver, final byte[] stream,
                                    final int chunkBytes) {
        WireCode code = WireCode.OK;
        int index = 0;
        for (int at = 0; at < stream.length && code == WireCode.OK; at += chunkBytes) {
            final int length = Math.min(chunkBytes, stream.length - at);
            in.onChunk(index++, stream, at, length, at + length == stream.length);
            code = receiver.step();
        }
        for (int i = 0; i < 100 && code == WireCode.OK && !receiver.finished(); i++) {
            code = receiver.step();
        }
        return code;
    }

    private static WireCode receive(final byte[] stream) {
        final StreamReceiver in = new StreamReceiver(TRANSFER, StateReceiver.WAITING_BYTES);
        final StateReceiver receiver = new StateReceiver(in, FRAME, TERM, CAP);
        final WireCode code = receive(in, receiver, stream, 1000);
        assertEquals(code == WireCode.OK, receiver.finished(), code + " " + receiver.length());
        assertTrue(receiver.array().length <= CAP, "holds " + receiver.array().length);
        receiver.end();
        return code;
    }

    @ParameterizedTest
    @CsvSource({"noise, 0", "noise, 1", "noise, 16384", "noise, 16385", "noise, 1048576", "text, 65536",
        "text, 1048576", "zeros, 1", "zeros, 199", "zeros, 100000", "zeros, 1048576"})
    void shouldCarryAState(final String kind, final int length) {
        final byte[] state = state(kind, length);
        final StreamReceiver in = new StreamReceiver(TRANSFER, StateReceiver.WAITING_BYTES);
        final StateReceiver receiver = new StateReceiver(in, FRAME, TERM, CAP);
        assertEquals(WireCode.OK, receive(in, receiver, stream(state), 1024));
        assertTrue(receiver.finished());
        assertEquals(crc(state), receiver.checksum());
        assertArrayEquals(state, Arrays.copyOf(receiver.array(), receiver.length()));
        receiver.end();
    }

    @Test
    void shouldSendWhatTheCodecReadsAsAStateSync() {
        for (final String kind : new String[] {"noise", "text", "zeros"}) {
            final byte[] state = state(kind, 50_000);
            final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
            assertEquals(WireCode.OK, codec.decode(ByteBuffer.wrap(stream(state))));
            final StateSync sync = (StateSync) codec.decoded();
            assertEquals(FRAME, sync.frame());
            assertEquals(TERM, sync.term());
            assertEquals(crc(state), sync.checksum());
            assertArrayEquals(state, Arrays.copyOf(sync.payload(), sync.payloadLength()));
        }
    }

    @Test
    void shouldNeverCompressBetterThanReadersInflate() {
        for (final int length : new int[] {1000, 100_000, 1 << 20}) {
            assertTrue((long) deflated(new byte[length]).length * StateSync.MAX_RATIO >= length, "length " + length);
        }
    }

    @Test
    void shouldStopABombAtItsRatio() {
        final byte[] zeros = new byte[CAP];
        final Deflater deflater = new Deflater();
        deflater.setInput(zeros);
        deflater.finish();
        final byte[] bomb = new byte[CAP];
        final int length = deflater.deflate(bomb);
        deflater.end();
        assertTrue(length * 900 < CAP, "length " + length);
        final byte[] payload = Arrays.copyOf(bomb, length);
        final StreamReceiver in = new StreamReceiver(TRANSFER, StateReceiver.WAITING_BYTES);
        final StateReceiver receiver = new StateReceiver(in, FRAME, TERM, CAP);
        assertEquals(WireCode.TOO_LARGE, receive(in, receiver, stream(FRAME, crc(zeros), TERM, payload, length), 1000));
        assertTrue(receiver.length() <= length * StateSync.MAX_RATIO);
        assertEquals(WireCode.TOO_LARGE, receiver.step());
        receiver.end();
    }

    @Test
    void shouldStopAtTheLargestState() {
        assertEquals(WireCode.OK, receive(stream(state("noise", CAP))));
        assertEquals(WireCode.TOO_LARGE, receive(stream(state("noise", CAP + 1))));
        assertEquals(WireCode.TOO_LARGE, receive(stream(state("text", 2 * CAP))));
        final byte[] honest = deflated(state("noise", 1000));
        assertEquals(WireCode.TOO_LARGE, receive(stream(FRAME, 0, TERM, honest, Integer.MAX_VALUE)));
        assertEquals(WireCode.TOO_LARGE, receive(stream(FRAME, 0, TERM, honest, -1)));
    }

    @Test
    void shouldRefuseAnotherFrameTermOrChecksum() {
        final byte[] state = state("text", 3000);
        final byte[] payload = deflated(state);
        final int length = payload.length;
        assertEquals(WireCode.OK, receive(stream(FRAME, crc(state), TERM, payload, length)));
        assertEquals(WireCode.RANGE, receive(stream(FRAME + 1, crc(state), TERM, payload, length)));
        assertEquals(WireCode.RANGE, receive(stream(FRAME, crc(state), TERM - 1, payload, length)));
        assertEquals(WireCode.RANGE, receive(stream(FRAME, crc(state) + 1, TERM, payload, length)));
    }

    @Test
    void shouldRefuseWhatIsNotExactlyOneStream() {
        final byte[] state = state("text", 3000);
        final byte[] payload = deflated(state);
        final int length = payload.length;
        final byte[] longer = Arrays.copyOf(payload, length + 1);
        assertEquals(WireCode.COMPRESSION, receive(stream(FRAME, crc(state), TERM, longer, length + 1)));
        assertEquals(WireCode.TRAILING, receive(stream(FRAME, crc(state), TERM, longer, length)));
        final byte[] shorter = Arrays.copyOf(payload, length - 1);
        assertEquals(WireCode.COMPRESSION, receive(stream(FRAME, crc(state), TERM, shorter, length - 1)));
        assertEquals(WireCode.COMPRESSION, receive(stream(FRAME, crc(state), TERM, shorter, length)));
        assertEquals(WireCode.TRUNCATED, receive(Arrays.copyOf(stream(state), 9)));
        final byte[] foreign = stream(state);
        foreign[0] = 0x12;
        assertEquals(WireCode.RANGE, receive(foreign));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNeverFinishWithABitFlipped(final long seed) {
        final byte[] state = state("text", 20_000);
        final byte[] sent = stream(state);
        final Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            final byte[] flipped = sent.clone();
            final int bit = random.nextInt(flipped.length * 8);
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            final StreamReceiver in = new StreamReceiver(TRANSFER, StateReceiver.WAITING_BYTES);
            final StateReceiver receiver = new StateReceiver(in, FRAME, TERM, CAP);
            receive(in, receiver, flipped, 1024);
            // Some bits of zlib's framing mean nothing; the state is right then.
            assertFalse(receiver.finished() && receiver.checksum() != crc(state), "seed " + seed + ", bit " + bit);
            receiver.end();
        }
    }
}
