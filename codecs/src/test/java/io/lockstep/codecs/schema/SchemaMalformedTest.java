package io.lockstep.codecs.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.lockstep.core.Allocations;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever arrives, the decoder answers with a code, looks at nothing outside, and accepts one form only. */
class SchemaMalformedTest {

    private static final int MUTATIONS = 50_000;
    private static final int MAX_SHORT = 2;
    private static final long SEED = 0x5EED_0201L;
    /** What a codec's first decode of a few bytes may take, whatever they promise. */
    private static final long SMALL_BYTES = 16 << 10;

    private static SchemaFuzz.Probe probe(final Schema schema) {
        return new SchemaFuzz.Probe(schema, SchemaForm.BINARY);
    }

    @Test
    void shouldSurviveEveryInputOfUpToTwoBytes() {
        for (final Schema schema : SchemaGolden.SCHEMAS) {
            final SchemaFuzz.Probe probe = probe(schema);
            final byte[] bytes = new byte[MAX_SHORT];
            int accepted = 0;
            for (int length = 0; length <= MAX_SHORT; length++) {
                for (int value = 0; value < 1 << length * Byte.SIZE; value++) {
                    bytes[0] = (byte) value;
                    bytes[1] = (byte) (value >>> Byte.SIZE);
                            accepted += probe.probe(bytes, 0, length) == SchemaCode.OK ? 1 : 0;
                }
            }
            assertTrue(accepted > 0, "nothing was accepted: no test");
        }
    }

    @Test
    void shouldSurviveEveryTruncationAndBitFlipOfEveryGoldenVector() {
        for (final SchemaGolden vector : SchemaGolden.all()) {
            final SchemaFuzz.Probe probe = probe(vector.schema());
            final byte[] message = vector.message();
            for (int length = 0; length < message.length; length++) {
                assertNotEquals(SchemaCode.OK, probe.probeGuarded(message, length), vector + " cut to " + length);
            }
            for (int bit = 0; bit < message.length * Byte.SIZE; bit++) {
                message[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                probe.probeGuarded(message, message.length);
                message[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            }
        }
    }

    @Test
    void shouldSurviveManyChangesAtOnce() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final List<SchemaGolden> vectors = SchemaGolden.all();
        for (int i = 0; i < MUTATIONS; i++) {
            final SchemaGolden vector = vectors.get(random.nextInt(vectors.size()));
            final byte[] changed = Arrays.copyOf(vector.message(), random.nextInt(vector.message().length + 8));
            for (int change = random.nextInt(4); change >= 0 && changed.length > 0; change--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            final byte[] input = new byte[changed.length + 1];
            input[0] = (byte) (SchemaGolden.SCHEMAS.indexOf(vector.schema()) | (i % 8 == 0 ? 0x80 : 0));
            System.arraycopy(changed, 0, input, 1, changed.length);
            try {
                SchemaFuzz.fuzz(input);
            } catch (final RuntimeException | AssertionError e) {
                fail("seed " + SEED + " mutation " + i + ": " + HexFormat.of().formatHex(input), e);
            }
        }
    }

    @Test
    void shouldNotAllocateForCountsThatNothingBacks() {
        final Schema numbers = Schema.builder().numbers("a", 8, Schema.MAX_COUNT).build();
        final Schema objects = Schema.builder().objects("a", SchemaGolden.ALL, Schema.MAX_COUNT).build();
        final Schema maps = Schema.builder().map("a", 1, objects, Schema.MAX_COUNT).build();
        final Schema strings = Schema.builder().string("a", Schema.MAX_STRING_BYTES).build();
        assertModest(numbers, "01ffff" + "00".repeat(100), SchemaCode.TRUNCATED);
        assertModest(objects, "01ffff" + "00".repeat(100), SchemaCode.TRUNCATED);
        assertModest(maps, "01ffff" + "00".repeat(100), SchemaCode.TRUNCATED);
        assertModest(maps, "010000ffff" + "00".repeat(100), SchemaCode.TRUNCATED);
        assertModest(maps, "0100010101ffff" + "00".repeat(100), SchemaCode.TRUNCATED);
        assertModest(strings, "01ff", SchemaCode.TRUNCATED);
    }

    private static void assertModest(final Schema schema, final String hex, final SchemaCode expected) {
        final SchemaCodec codec = new SchemaCodec(schema, SchemaForm.BINARY);
        final SchemaValue value = new SchemaValue(schema);
        final ByteBuffer source = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
        assertEquals(expected, codec.decode(source, value), hex);
        final long allocated = Allocations.least(() -> codec.decode(source.clear(), value));
        assertTrue(allocated < SMALL_BYTES, () -> hex + " allocated " + allocated);
    }
}
