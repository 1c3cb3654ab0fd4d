package io.lockstep.examples.dogfight.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.codecs.CodecCode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as an event and as a state, in the midst of others that must not matter. */
class DogfightFuzzTest {

    private static final int GUARD_BYTES = 16;

    private final DogfightFuzz fuzz = new DogfightFuzz();

    private static Stream<byte[]> values() {
        return DogfightVector.all().stream().map(DogfightVector::bytes);
    }

    @MethodSource("values")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnything(final byte[] input) {
        assertEquals(event(input, (byte) 0), event(input, (byte) -1));
        assertEquals(state(input, (byte) 0), state(input, (byte) -1));
    }

    private CodecCode event(final byte[] input, final byte others) {
        return fuzz.event(among(input, others));
    }

    private CodecCode state(final byte[] input, final byte others) {
        return fuzz.state(among(input, others));
    }

    private static ByteBuffer among(final byte[] input, final byte others) {
        final byte[] bytes = new byte[GUARD_BYTES + input.length + GUARD_BYTES];
        Arrays.fill(bytes, others);
        System.arraycopy(input, 0, bytes, GUARD_BYTES, input.length);
        return ByteBuffer.wrap(bytes, GUARD_BYTES, input.length);
    }
}
