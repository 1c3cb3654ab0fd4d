package io.lockstep.core.internal.transfer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import io.lockstep.core.internal.protocol.WireCode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as the frames of a match of two. */
class FrameStreamFuzzTest {

    private static final int INPUT_BYTES = 2;
    private static final int EVENT_BYTES = 16;
    /** A reader allocates nothing; what is here is for the hooks of the fuzzer. */
    private static final int MOST_BYTES = 64 << 10;

    private final FrameStreamReader reader = new FrameStreamReader(2, INPUT_BYTES, EVENT_BYTES);
    private final FrameStreamWriter writer = new FrameStreamWriter(2, INPUT_BYTES, EVENT_BYTES);

    private static Stream<byte[]> streams() {
        return Stream.of(1, 10, 100).map(FrameStreamFuzzTest::stream);
    }

    private static byte[] stream(final int frames) {
        final SplittableRandom random = new SplittableRandom(frames);
        final FrameStreamWriter out = new FrameStreamWriter(2, INPUT_BYTES, EVENT_BYTES);
        final TestFrame frame = new TestFrame(2, INPUT_BYTES);
        final ByteBuffer bytes = ByteBuffer.allocate(frames * 64);
        for (int i = 0; i < frames; i++) {
            frame.change(random, EVENT_BYTES, 1);
            bytes.put(out.array(), 0, out.write(frame));
        }
        final byte[] stream = new byte[bytes.flip().remaining()];
        bytes.get(stream);
        return stream;
    }

    @MethodSource("streams")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyStream(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, this::read);
    }

    /** Every frame that is read is written with the same bytes again. */
    private String read(final ByteBuffer source) {
        reader.reset();
        writer.reset();
        final byte[] bytes = source.array();
        int written = source.position();
        int at = source.position();
        while (at < source.limit() && reader.code() == WireCode.OK) {
            at += reader.offer(bytes, at, source.limit() - at);
            while (reader.next()) {
                writer.write(reader);
                final int end = written + writer.length();
                AnyBytes.require(Arrays.equals(bytes, written, end, writer.array(), 0, writer.length()),
                    "a frame has other bytes");
                written = end;
            }
        }
        return reader.code() + " after " + reader.frames();
    }
}
