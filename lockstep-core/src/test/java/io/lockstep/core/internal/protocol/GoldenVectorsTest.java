package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenVectorsTest {

    private static final int VECTORS_PER_TYPE = 3;
    private static final int BUFFER_BYTES = 4096;

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);

    static List<GoldenVector> vectors() {
        return GoldenVector.all();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldEncodeTheSameBytesAgain(final GoldenVector vector) {
        assertEquals(WireCode.OK, codec.decode(vector.buffer()));
        assertSame(vector, encode(codec.decoded()));
    }

    /** A state is compared by its content: another zlib library may compress it differently. */
    private void assertSame(final GoldenVector vector, final byte[] actual) {
        if (!vector.isStateSync()) {
            assertArrayEquals(vector.datagram(), actual);
            return;
        }
        final MessageCodec expected = new MessageCodec(WireLimits.DEFAULT);
        assertEquals(WireCode.OK, expected.decode(vector.buffer()));
        assertEquals(WireCode.OK, codec.decode(ByteBuffer.wrap(actual)));
        final StateSync sent = expected.stateSync();
        final StateSync received = codec.stateSync();
        assertEquals(sent.frame(), received.frame());
        assertEquals(sent.checksum(), received.checksum());
        assertEquals(sent.term(), received.term());
        assertArrayEquals(Arrays.copyOf(sent.payload(), sent.payloadLength()),
            Arrays.copyOf(received.payload(), received.payloadLength()));
    }

    private byte[] encode(final Message message) {
        final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        final int length = codec.encode(message, buffer);
        assertEquals(buffer.position(), length);
        return Arrays.copyOf(buffer.array(), length);
    }

    @Test
    void shouldHaveVectorsOfEveryType() {
        for (final MessageType type : MessageType.values()) {
            final long count = vectors().stream().filter(v -> v.name().startsWith(type.jsonName() + '/')).count();
            assertTrue(count >= VECTORS_PER_TYPE, type + " has " + count);
        }
        assertEquals(vectors().size(), vectors().stream().map(GoldenVector::name).distinct().count());
    }

    /** The page has a vector of each message, as it is in the file. */
    @Test
    void shouldShowOneOfEachMessageInTheDocument() throws IOException {
        final List<String> rows = Files.readAllLines(wireDocument()).stream()
            .filter(line -> line.matches("\\| [A-Za-z]+/[a-z0-9-]+ \\|.*")).toList();
        assertEquals(Arrays.stream(MessageType.values()).map(MessageType::jsonName).sorted().toList(),
            rows.stream().map(row -> row.substring(2, row.indexOf('/'))).sorted().toList());
        final List<String> all = vectors().stream().map(GoldenVector::row).toList();
        rows.forEach(row -> assertTrue(all.contains(row), row));
    }

    @Test
    void shouldExplainEveryCodeInTheDocument() throws IOException {
        final String document = Files.readString(wireDocument());
        for (final WireCode code : WireCode.values()) {
            assertTrue(document.contains("| `" + code + "` | " + code.meaning() + " |"), code.toString());
        }
    }

    @Test
    void shouldNameEveryTypeInTheDocument() throws IOException {
        final String document = Files.readString(wireDocument());
        for (final MessageType type : MessageType.values()) {
            assertTrue(document.contains("### " + type.code() + ' ' + type.jsonName()), type.toString());
        }
    }

    /** The tests run in the module's directory or, from an editor, in the project's. */
    private static Path wireDocument() {
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            final Path document = dir.resolve("docs").resolve("WIRE.md");
            if (Files.exists(document)) {
                return document;
            }
        }
        throw new AssertionError("docs/WIRE.md is missing");
    }
}
