package io.lockstep.examples.dogfight.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.codecs.CodecCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DogfightVectorsTest {

    private final DogfightEventCodec events = new DogfightEventCodec();
    private final DogfightStateCodec states = new DogfightStateCodec();
    /** Little-endian, because the codec must not care. */
    private final ByteBuffer buffer = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);

    private static List<DogfightVector> events() {
        return DogfightVector.events();
    }

    private static List<DogfightVector> states() {
        return DogfightVector.states();
    }

    @ParameterizedTest
    @MethodSource("events")
    void shouldEncodeAndDecodeTheGoldenEvent(final DogfightVector vector) {
        final int length = events.encode(DogfightText.event(vector.content()), buffer);
        assertArrayEquals(vector.bytes(), Arrays.copyOf(buffer.array(), length));
        final DogfightEvent event = new DogfightEvent();
        assertEquals(CodecCode.OK, events.decode(buffer.flip(), event));
        assertEquals(vector.content(), DogfightText.of(event));
    }

    @ParameterizedTest
    @MethodSource("states")
    void shouldEncodeAndDecodeTheGoldenState(final DogfightVector vector) {
        final DogfightState original = DogfightText.state(vector.content());
        final int length = states.encode(original, buffer);
        assertArrayEquals(vector.bytes(), Arrays.copyOf(buffer.array(), length));
        assertEquals(DogfightStateCodec.bytes(original.players, original.powerUps), length);
        final DogfightState state = new DogfightState(2, 4);
        assertEquals(CodecCode.OK, states.decode(buffer.flip(), state));
        assertEquals(vector.content(), DogfightText.of(state));
        assertEquals(ByteOrder.LITTLE_ENDIAN, buffer.order());
    }

    @Test
    void shouldHaveTheSizesOfTheSpecification() {
        assertEquals(38, DogfightEventCodec.MAX_BYTES);
        assertEquals(9, DogfightStateCodec.POWER_UP_BYTES);
        assertEquals(10, DogfightStateCodec.BULLET_BYTES);
        assertEquals(97, DogfightStateCodec.PLAYER_BYTES);
        assertEquals(113, DogfightStateCodec.bytes(1, 1));
    }

    /** The page has an event and a state, as they are in the file. */
    @Test
    void shouldShowOneOfEachInTheDocument() throws IOException {
        final List<String> document = Files.readAllLines(document());
        assertEquals(List.of("event/move-up", "state/in-progress"), DogfightVector.all().stream()
            .filter(vector -> document.contains(vector.row())).map(DogfightVector::name).toList());
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
