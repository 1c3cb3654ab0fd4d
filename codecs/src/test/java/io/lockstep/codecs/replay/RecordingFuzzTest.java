package io.lockstep.codecs.replay;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import io.lockstep.core.replay.HandMatch;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a recording, as they are and with the checksums that they should have. */
class RecordingFuzzTest {

    /** An offset for each block, and some text. */
    private static final int MOST_BYTES = 64 << 10;

    private static Stream<byte[]> recordings() {
        return Stream.of(HandMatch.record(1, 50), HandMatch.record(60, 50), HandMatch.record(130, 60),
            HandMatch.recordAhead(130, 60));
    }

    @MethodSource("recordings")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyFile(final byte[] input) {
        final byte[] sealed = input.clone();
        HandMatch.seal(sealed);
        AnyBytes.decode(input, MOST_BYTES, RecordingFuzzTest::read);
        AnyBytes.decode(sealed, MOST_BYTES, RecordingFuzzTest::read);
    }

    private static String read(final ByteBuffer file) {
        final RecordingReader recording = new RecordingReader(file);
        AnyBytes.require(recording.readableBytes() <= file.limit() - file.position(), "read beyond the end");
        AnyBytes.require((recording.code() == RecordingCode.OK) == (recording.message() == null), "code and message");
        return recording.code() + " " + recording.frames() + " " + recording.snapshots() + " "
            + recording.rollbacks().size();
    }
}
