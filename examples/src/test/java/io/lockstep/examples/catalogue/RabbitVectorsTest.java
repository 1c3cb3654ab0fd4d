package io.lockstep.examples.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lockstep.codecs.CodecCode;
import io.lockstep.codecs.rabbit.RabbitCodec;
import io.lockstep.codecs.rabbit.RabbitMessage;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RabbitVectorsTest {

    private static final List<ByteOrder> ORDERS = List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN);

    private final RabbitCodec<RabbitMessage> codec = new RabbitCodec<>();

    static List<RabbitVector> vectors() {
        return RabbitVector.all();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldEncodeTheFieldsToTheGoldenBytes(final RabbitVector vector) {
        final RabbitMessage message = vector.message();
        FieldText.fill(message, vector.fields());
        for (final ByteOrder order : ORDERS) {
            final ByteBuffer buffer = ByteBuffer.allocate(1024).order(order);
            final int length = codec.encode(message, buffer);
            assertEquals(buffer.position(), length);
            assertArrayEquals(vector.bytes(), Arrays.copyOf(buffer.array(), length));
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldDecodeTheGoldenBytesToTheFields(final RabbitVector vector) {
        for (final ByteOrder order : ORDERS) {
            final RabbitMessage message = vector.message();
            assertEquals(CodecCode.OK, codec.decode(ByteBuffer.wrap(vector.bytes()).order(order), message));
            assertEquals(vector.fields(), FieldText.of(message));
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldNeedNoMoreRoomThanTheMessageTakes(final RabbitVector vector) {
        final RabbitMessage message = vector.message();
        FieldText.fill(message, vector.fields());
        final int length = vector.bytes().length;
        assertEquals(length, codec.encode(message, ByteBuffer.allocate(length)));
        if (length > 0) {
            assertThrows(BufferOverflowException.class, () -> codec.encode(message, ByteBuffer.allocate(length - 1)));
        }
    }

    @Test
    void shouldHaveAVectorOfEveryMessage() {
        final Set<String> names = new LinkedHashSet<>();
        vectors().forEach(vector -> names.add(vector.messageName()));
        assertEquals(Catalogue.NAMES, List.copyOf(names));
        assertEquals(vectors().size(), vectors().stream().map(RabbitVector::name).distinct().count());
    }

    /** The page has a vector of each message, as it is in the file. */
    @Test
    void shouldShowOneOfEachMessageInTheDocument() throws IOException {
        final List<String> document = Files.readAllLines(document());
        assertEquals(Catalogue.NAMES, vectors().stream().filter(vector -> document.contains(vector.row()))
            .map(RabbitVector::messageName).toList());
    }

    /** The tests run in the module's directory or, from an editor, in the project's. */
    private static Path document() {
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            final Path document = dir.resolve("docs").resolve("CODECS.md");
            if (Files.exists(document)) {
                return document;
            }
        }
        throw new AssertionError("docs/CODECS.md is missing");
    }
}
