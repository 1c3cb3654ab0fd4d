package io.lockstep.core.internal.sync;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import io.lockstep.core.sync.FirstDifference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as what a peer whose state differs says of its last frames. */
class HistoryExtractFuzzTest {

    /** All frames with all sections, their arrays' heads, and what is here for the hooks of the fuzzer. */
    private static final int MOST_BYTES = 128 << 10;
    private static final long FRAME = 5000;
    private static final HistoryExtract LOCAL = HistoryExtract.read(extract(FRAME, StateHistory.FRAMES));

    private static Stream<byte[]> extracts() {
        return Stream.of(extract(-1, 1), extract(0, 3), extract(FRAME, StateHistory.FRAMES), extract(FRAME + 30, 60),
            extract(Long.MAX_VALUE - StateHistory.FRAMES, 4), extract(Long.MAX_VALUE - 1, 4));
    }

    private static byte[] extract(final long first, final int frames) {
        final SplittableRandom random = new SplittableRandom(frames);
        final ByteBuffer bytes = ByteBuffer.allocate(HistoryExtract.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN)
            .putLong(first).putShort((short) frames);
        for (int i = 0; i < frames; i++) {
            final int sections = 1 + random.nextInt(ChecksumWriter.MAX_SECTIONS);
            bytes.put((byte) (sections - 1 | random.nextInt() << 5)).putInt(random.nextInt());
            for (int section = 0; section < sections; section++) {
                bytes.putInt(random.nextInt());
            }
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    @MethodSource("extracts")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyHistory(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, HistoryExtractFuzzTest::read);
    }

    /** What is read is written with the same bytes again, and can be compared with anything. */
    private static String read(final ByteBuffer source) {
        final byte[] bytes = new byte[source.remaining()];
        source.duplicate().get(bytes);
        final HistoryExtract extract = HistoryExtract.read(bytes);
        if (extract == null) {
            return "nothing";
        }
        AnyBytes.require(Arrays.equals(bytes, extract.write()), "other bytes");
        AnyBytes.require(extract.last() >= extract.first(), "ends before it begins");
        final FirstDifference same = HistoryExtract.compare(extract, extract, FirstDifference.NONE, -1);
        AnyBytes.require(same.frame() == FirstDifference.NONE, "differs from itself");
        return HistoryExtract.compare(LOCAL, extract, FRAME - 1, -1) + " "
            + HistoryExtract.compare(extract, LOCAL, FRAME - 1, -1);
    }
}
