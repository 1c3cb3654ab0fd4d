package io.lockstep.examples.catalogue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a message of the catalogue, which the first byte names. */
class RabbitFuzzTest {

    /** Entities are some hundred bytes each, and an input of a fuzzer has room for few. */
    private static final int MOST_BYTES = 1 << 20;

    private final RabbitFuzz fuzz = new RabbitFuzz();

    private static Stream<byte[]> messages() {
        return RabbitVector.all().stream().map(vector -> {
            final ByteBuffer input = ByteBuffer.allocate(1 + vector.bytes().length);
            return input.put((byte) Catalogue.NAMES.indexOf(vector.messageName())).put(vector.bytes()).array();
        });
    }

    @MethodSource("messages")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnything(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, source -> {
            final int name = source.hasRemaining() ? source.get() & 0xFF : 0;
            return fuzz.decode(Catalogue.NAMES.get(name % Catalogue.NAMES.size()), source);
        });
    }
}
