package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden vectors of lockstep-core in both forms. */
class GoldenJsonTest {

    private static final int BUFFER_BYTES = 4096;

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);

    static List<GoldenVector> vectors() {
        return GoldenVector.all();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldDecodeToTheGoldenJson(final GoldenVector vector) {
        assertEquals(WireCode.OK, codec.decode(vector.buffer()));
        assertEquals(vector.json(), codec.toJson(codec.decoded()).toString());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldEncodeJsonToTheGoldenBytes(final GoldenVector vector) {
        assertEquals(WireCode.OK, codec.decodeJson(utf8(vector.json())));
        assertSame(vector, encode(codec.decoded(), false));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldTravelInJsonMode(final GoldenVector vector) {
        assertEquals(WireCode.OK, codec.decode(vector.buffer()));
        final byte[] json = encode(codec.decoded(), true);
        assertEquals(0x1F, json[0]);
        assertEquals(vector.json(), new String(json, 1, json.length - 1, StandardCharsets.UTF_8));

        final MessageCodec receiver = new MessageCodec(WireLimits.DEFAULT);
        assertEquals(WireCode.OK, receiver.decode(ByteBuffer.wrap(json)));
        assertEquals(codec.decoded().type(), receiver.decoded().type());
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
        assertEquals(withoutLength(expected), withoutLength(codec));
    }

    private static String withoutLength(final MessageCodec decoder) {
        return decoder.toJson(decoder.decoded()).toString().replaceAll("\"length\":\\d+", "");
    }

    private byte[] encode(final Message message, final boolean json) {
        final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        final int length = json ? codec.encodeJson(message, buffer) : codec.encode(message, buffer);
        assertEquals(buffer.position(), length);
        return Arrays.copyOf(buffer.array(), length);
    }

    private static ByteBuffer utf8(final String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
