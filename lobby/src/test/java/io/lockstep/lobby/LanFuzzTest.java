package io.lockstep.lobby;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any datagram on the local network: refused, or read and written again as it was. */
class LanFuzzTest {

    private static final long NUMBER = 7;

    private static Stream<byte[]> datagrams() {
        return Stream.of(LanCodec.question(NUMBER), LanCodec.answer(NUMBER, new LanMatch("7K2P-M3XD", "Ann", 4, 1, true,
            URI.create("http://127.0.0.1:7707"))), new byte[LanCodec.QUESTION_BYTES]);
    }

    @MethodSource("datagrams")
    @FuzzTest(maxDuration = "20s")
    void shouldSurviveAnyDatagram(final byte[] input) {
        LanCodec.isQuestion(ByteBuffer.wrap(input));
        final LanMatch match = LanCodec.match(ByteBuffer.wrap(input), NUMBER, "127.0.0.1");
        if (match != null && !Arrays.equals(input, LanCodec.answer(NUMBER, match))) {
            throw new AssertionError("another match than " + match);
        }
    }
}
