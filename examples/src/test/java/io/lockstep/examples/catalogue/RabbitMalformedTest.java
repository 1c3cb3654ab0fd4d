package io.lockstep.examples.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.lockstep.codecs.CodecCode;
import io.lockstep.codecs.rabbit.RabbitMessage;
import io.lockstep.codecs.rabbit.RabbitWriter;
import io.lockstep.core.Allocations;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever arrives, a codec answers with a code, looks at nothing outside the bytes, and accepts one form only. */
class RabbitMalformedTest {

    private static final long SEED = 0x5EED_0602L;
    private static final int RANDOM_INPUTS = 300_000;
    private static final int GUARD_BYTES = 16;
    private static final int MAX_BYTES = 64;

    private final RabbitFuzz fuzz = new RabbitFuzz();
    private int accepted;

    private void decode(final RabbitMessage message, final ByteBuffer source, final String what) {
        try {
            if (fuzz.decode(message, source) == CodecCode.OK) {
                accepted++;
            }
        } catch (final RuntimeException e) {
            fail(what + ": " + HexFormat.of().formatHex(source.array()), e);
        }
    }

    /** Decodes in the midst of zeros and in the midst of ones: nothing may change. */
    private CodecCode guarded(final RabbitVector vector, final int length, final String what) {
        final byte[] guarded = new byte[GUARD_BYTES + length + GUARD_BYTES];
        final CodecCode[] codes = new CodecCode[2];
        for (int i = 0; i < codes.length; i++) {
            Arrays.fill(guarded, (byte) -i);
            System.arraycopy(vector.bytes(), 0, guarded, GUARD_BYTES, length);
            try {
                codes[i] = fuzz.decode(vector.messageName(), ByteBuffer.wrap(guarded, GUARD_BYTES, length));
            } catch (final RuntimeException e) {
                fail(what, e);
            }
        }
        assertEquals(codes[0], codes[1], () -> what + " depends on what is beside it");
        return codes[0];
    }

    @Test
    void shouldRefuseEveryTruncationOfEveryVector() {
        for (final RabbitVector vector : RabbitVector.all()) {
            for (int length = 0; length < vector.bytes().length; length++) {
                assertNotEquals(CodecCode.OK, guarded(vector, length, vector + " cut to " + length));
            }
        }
    }

    @Test
    void shouldSurviveEveryBitFlipOfEveryVector() {
        for (final RabbitVector vector : RabbitVector.all()) {
            final byte[] bytes = vector.bytes();
            for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
                bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                guarded(vector, bytes.length, vector + " bit " + bit);
                bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            }
        }
    }

    @Test
    void shouldSurviveEveryMessageOfUpToThreeBytes() {
        for (final String name : new String[] {"ServerMessage", "ClientMessage"}) {
            final RabbitMessage message = Catalogue.message(name);
            final ByteBuffer source = ByteBuffer.allocate(3);
            for (int value = 0; value < 1 << 24; value++) {
                final byte[] bytes = source.array();
                bytes[0] = (byte) (value >>> 16);
                bytes[1] = (byte) (value >>> 8);
                bytes[2] = (byte) value;
                decode(message, source.clear(), name);
            }
        }
        shouldSurviveUpToTwoBytesOfEverything();
        assertTrue(accepted > 1000, accepted + " were accepted");
    }

    private void shouldSurviveUpToTwoBytesOfEverything() {
        for (final String name : Catalogue.NAMES) {
            final RabbitMessage message = Catalogue.message(name);
            decode(message, ByteBuffer.allocate(0), name);
            final ByteBuffer source = ByteBuffer.allocate(2);
            for (int value = 0; value < 1 << 16; value++) {
                source.array()[0] = (byte) (value >>> 8);
                source.array()[1] = (byte) value;
                decode(message, source.clear(), name);
                decode(message, source.clear().limit(1), name);
            }
        }
    }

    @Test
    void shouldSurviveRandomInputs() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < RANDOM_INPUTS; i++) {
            final byte[] data = new byte[random.nextInt(MAX_BYTES)];
            random.nextBytes(data);
            try {
                if (RabbitFuzz.fuzz(data)) {
                    accepted++;
                }
            } catch (final RuntimeException e) {
                fail("seed " + SEED + " input " + i + ": " + HexFormat.of().formatHex(data), e);
            }
        }
        assertTrue(accepted > 1000, accepted + " were accepted");
    }

    @Test
    void shouldMakeNoRoomForWhatCannotCome() {
        // The greatest count there is, of entities and of bytes of text, with little behind it.
        final String[] hostile = {"000ffffffffc" + "00".repeat(64), "8007fffffffe" + "00".repeat(64)};
        final ServerMessage message = new ServerMessage();
        for (final String hex : hostile) {
            final ByteBuffer source = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
            assertEquals(CodecCode.TRUNCATED, fuzz.decode(message, source), hex);
            final long allocated = Allocations.least(() -> fuzz.decode(message, source.clear()));
            assertTrue(allocated < 1024, allocated + " bytes for " + hex);
        }
    }

    @Test
    void shouldRefuseTextThatIsNoUtf8() {
        final String[] bad = {"80", "c080", "c1bf", "c2", "c241", "e08080", "eda080", "e282", "f0808080", "f4908080",
            "f5808080", "ff", "41c2"};
        for (final String hex : bad) {
            assertEquals(CodecCode.RANGE, text(HexFormat.of().parseHex(hex)), hex);
        }
        assertEquals(CodecCode.OK, text("aé€😀\uD7FF\uE000\u0000".getBytes(StandardCharsets.UTF_8)));
    }

    private CodecCode text(final byte[] bytes) {
        final ByteBuffer buffer = ByteBuffer.allocate(MAX_BYTES);
        final RabbitWriter writer = new RabbitWriter().wrap(buffer);
        writer.u32(bytes.length);
        writer.bytes(bytes, bytes.length);
        writer.flush();
        return fuzz.decode(new ErrorText(), buffer.flip());
    }
}
