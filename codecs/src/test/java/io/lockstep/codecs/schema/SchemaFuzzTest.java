package io.lockstep.codecs.schema;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a message of a schema and a form, both named by the first byte. */
class SchemaFuzzTest {

    /** Above what the largest message of these schemas takes in memory, and as text. */
    private static final int MOST_BYTES = 1 << 20;
    private static final int JSON = 0x80;

    private final List<SchemaFuzz.Probe> binary = probes(SchemaForm.BINARY);
    private final List<SchemaFuzz.Probe> json = probes(SchemaForm.JSON);

    private static List<SchemaFuzz.Probe> probes(final SchemaForm form) {
        return SchemaGolden.SCHEMAS.stream().map(schema -> new SchemaFuzz.Probe(schema, form)).toList();
    }

    private static Stream<byte[]> messages() {
        return SchemaGolden.all().stream().flatMap(vector -> Stream.of(input(vector, 0, vector.message()),
            input(vector, JSON, vector.json().getBytes(StandardCharsets.UTF_8))));
    }

    private static byte[] input(final SchemaGolden vector, final int form, final byte[] message) {
        final int schema = SchemaGolden.SCHEMAS.indexOf(vector.schema());
        return ByteBuffer.allocate(1 + message.length).put((byte) (form | schema)).put(message).array();
    }

    @MethodSource("messages")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnything(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, source -> {
            final int first = source.hasRemaining() ? source.get() & 0xFF : 0;
            final List<SchemaFuzz.Probe> probes = first >= JSON ? json : binary;
            return probes.get((first & ~JSON) % probes.size())
                .probe(source.array(), source.position(), source.remaining());
        });
    }
}
