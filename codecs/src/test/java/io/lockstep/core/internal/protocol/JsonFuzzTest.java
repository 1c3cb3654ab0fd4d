package io.lockstep.core.internal.protocol;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.codecs.json.JsonReader;
import io.lockstep.codecs.json.JsonToken;
import io.lockstep.core.fuzz.AnyBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any text as JSON, by itself and as a message. */
class JsonFuzzTest {

    private static final int MOST_BYTES = 1 << 20;
    private static final int MAX_DEPTH = 16;

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final MessageCodec second = new MessageCodec(WireLimits.DEFAULT);
    private final JsonReader reader = new JsonReader(MOST_BYTES, MAX_DEPTH);

    private static Stream<byte[]> objects() {
        return GoldenVector.all().stream().map(vector -> vector.json().getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("objects")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyText(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, this::tokens);
        AnyBytes.decode(input, MOST_BYTES, this::message);
    }

    private Integer tokens(final ByteBuffer source) {
        reader.wrap(source);
        int count = 0;
        JsonToken token = reader.next();
        while (token != JsonToken.END && token != JsonToken.ERROR) {
            AnyBytes.require(++count <= source.capacity(), "more tokens than bytes");
            token = reader.next();
        }
        return token == JsonToken.END ? count : -count;
    }

    private WireCode message(final ByteBuffer source) {
        final WireCode code = codec.decodeJson(source);
        if (code == WireCode.OK) {
            final String text = codec.toJson(codec.decoded()).toString();
            AnyBytes.require(second.decodeJson(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))) == WireCode.OK,
                "its own JSON is refused");
            AnyBytes.require(text.equals(second.toJson(second.decoded()).toString()), "its own JSON says otherwise");
        }
        return code;
    }
}
