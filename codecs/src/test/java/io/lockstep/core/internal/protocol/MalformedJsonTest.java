package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Whatever arrives as JSON, the decoder answers with a code. */
class MalformedJsonTest {

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);

    private WireCode decode(final byte[] json, final int length, final String what) {
        try {
            return codec.decode(ByteBuffer.wrap(json, 0, length));
        } catch (final RuntimeException e) {
            return fail(what + ": " + new String(json, 0, length, StandardCharsets.ISO_8859_1), e);
        }
    }

    @Test
    void shouldSurviveEveryTruncationAndBitFlip() {
        for (final GoldenVector vector : GoldenVector.all()) {
            final byte[] json = ('\u001F' + vector.json()).getBytes(StandardCharsets.US_ASCII);
            for (int length = 0; length < json.length; length++) {
                if (decode(json, length, vector + " cut to " + length) == WireCode.OK) {
                    fail(vector + " cut to " + length + " is no whole object");
                }
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    json[length] ^= (byte) (1 << bit);
                    decode(json, json.length, vector + " bit " + bit + " of " + length);
                    json[length] ^= (byte) (1 << bit);
                }
            }
        }
    }
}
