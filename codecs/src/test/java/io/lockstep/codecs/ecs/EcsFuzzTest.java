package io.lockstep.codecs.ecs;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a component table, as key instructions and as a difference of two states; the first one says which. */
class EcsFuzzTest {

    /** A table has at most the seven components known here. */
    private static final int MOST_BYTES = 64 << 10;
    private static final int KINDS = 3;

    private final EcsFuzz.Probe probe = new EcsFuzz.Probe();

    private static Stream<byte[]> streams() {
        return EcsGolden.all().stream().map(vector -> ByteBuffer.allocate(1 + vector.bytes().length)
            .put((byte) (vector.isTable() ? 0 : vector.isKey() ? 1 : 2)).put(vector.bytes()).array());
    }

    @MethodSource("streams")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnything(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, source -> {
            final int kind = (source.hasRemaining() ? source.get() & 0xFF : 0) % KINDS;
            return switch (kind) {
                case 0 -> probe.table(source.array(), source.position(), source.remaining());
                case 1 -> probe.keys(source.array(), source.position(), source.remaining());
                default -> probe.stream(source.array(), source.position(), source.remaining());
            };
        });
    }
}
