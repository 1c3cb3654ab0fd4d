package io.lockstep.core.internal.transfer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import io.lockstep.core.internal.protocol.StateDeflater;
import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.WireCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as the stream of a state to be loaded, in chunks of a length that the first byte decides. */
class StateReceiverFuzzTest {

    private static final int CAP = 64 << 10;
    private static final long FRAME = 1000;
    private static final long TERM = 5;
    /** The largest state and what its array grew through, the stream's buffer, and what is here for the fuzzer. */
    private static final int MOST_BYTES = 4 * CAP + 2 * StateReceiver.WAITING_BYTES;
    /** A step inflates a slice; after so many more than can be needed a stream stands still. */
    private static final int STEPS = 8;

    private static Stream<byte[]> streams() {
        return Stream.of(0, 1, 1000, CAP).map(length -> stream(new byte[length], 0))
            .flatMap(whole -> Stream.of(whole, Arrays.copyOf(whole, whole.length / 2),
                Arrays.copyOf(whole, whole.length + 1)));
    }

    private static byte[] stream(final byte[] state, final int chunkByte) {
        final StateDeflater deflater = new StateDeflater(Deflater.BEST_SPEED);
        deflater.begin(state, state.length);
        while (!deflater.step(StateDeflater.SLICE_BYTES)) {
            // Slice by slice.
        }
        final CRC32 crc = new CRC32();
        crc.update(state);
        final ByteBuffer bytes = ByteBuffer.allocate(1 + StateSync.HEAD_BYTES + deflater.length())
            .order(ByteOrder.LITTLE_ENDIAN).put((byte) chunkByte);
        new StateSync(1).frame(FRAME).checksum((int) crc.getValue()).term(TERM).writeHead(bytes, deflater.length());
        bytes.put(deflater.array(), 0, deflater.length());
        deflater.end();
        return bytes.array();
    }

    @MethodSource("streams")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyState(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, StateReceiverFuzzTest::receive);
    }

    private static String receive(final ByteBuffer source) {
        final int chunk = source.hasRemaining()
            ? 1 + (source.get(source.position()) & 0xFF) * (TransferMessage.MAX_CHUNK_BYTES - 1) / 0xFF : 1;
        final StreamReceiver stream = new StreamReceiver(1, StateReceiver.WAITING_BYTES);
        final StateReceiver receiver = new StateReceiver(stream, FRAME, TERM, CAP);
        int index = 0;
        WireCode code = WireCode.OK;
        for (int at = source.position() + 1; at < source.limit() && code == WireCode.OK; at += chunk) {
            final int length = Math.min(chunk, source.limit() - at);
            stream.onChunk(index++, source.array(), at, length, at + length == source.limit());
            code = receiver.step();
        }
        for (int i = 0; i < STEPS && code == WireCode.OK && !receiver.finished(); i++) {
            code = receiver.step();
        }
        AnyBytes.require(receiver.length() <= CAP, "a state of " + receiver.length());
        AnyBytes.require(code != WireCode.OK || receiver.finished() || !stream.finished(), "stands still");
        final String answer = code + " " + receiver.finished() + " " + receiver.length();
        if (receiver.finished()) {
            final CRC32 crc = new CRC32();
            crc.update(receiver.array(), 0, receiver.length());
            AnyBytes.require((int) crc.getValue() == receiver.checksum(), "another checksum");
        }
        receiver.end();
        return answer;
    }
}
