package io.lockstep.transport.ice;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a letter: refused, or read and written again as they were. */
class LetterFuzzTest {

    private static Stream<byte[]> letters() {
        return Stream.of(LetterCodecTest.full(), LetterCodecTest.small(), Letter.begin(5)).map(LetterCodec::encode);
    }

    @MethodSource("letters")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyLetter(final byte[] input) {
        final Letter letter = LetterCodec.decode(input);
        if (letter != null && !Arrays.equals(input, LetterCodec.encode(letter))) {
            throw new AssertionError("another letter than " + letter);
        }
    }
}
