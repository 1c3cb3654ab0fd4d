package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class IntegrityTest {

    private static final long SEED = 0x5EED_0003L;

    private final Integrity integrity = new Integrity();

    @Test
    void shouldSealAsTheDocumentSays() {
        // The document's examples.
        final ByteBuffer payload = ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII));
        final int seed = Integrity.seed(0x0123456789abcdefL, 7, 1, 2, 0, 1, 1);
        assertEquals(0x609d5b9b, seed);
        assertEquals(0x77bfddae, integrity.seal(payload, 5, seed));
        assertEquals(0x00000005_77bfddaeL, Integrity.tag(5, integrity.seal(payload, 5, seed)));
    }

    @Test
    void shouldBeACrcOverSequenceAndPayload() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 1000; i++) {
            final byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            final int sequence = random.nextInt();
            final int seed = random.nextInt();
            final CRC32C crc = new CRC32C();
            crc.update(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, sequence));
            crc.update(bytes);
            final ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 10).put(3, bytes);
            direct.position(3).limit(3 + bytes.length);
            assertEquals((int) crc.getValue() ^ seed, integrity.seal(direct, sequence, seed), "seed " + SEED);
            assertEquals(3, direct.position());
            assertEquals(3 + bytes.length, direct.limit());
        }
    }

    @Test
    void shouldNoticeEveryFlippedBitOfPayloadAndSequence() {
        final byte[] bytes = "a datagram of some length".getBytes(StandardCharsets.US_ASCII);
        final int good = integrity.seal(ByteBuffer.wrap(bytes), 77, 0);
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertNotEquals(good, integrity.seal(ByteBuffer.wrap(bytes), 77, 0));
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            assertNotEquals(good, integrity.seal(ByteBuffer.wrap(bytes), 77 ^ 1 << bit, 0));
        }
    }

    @Test
    void shouldSeedEveryDirectionEpochIncarnationAndMatchDifferently() {
        final Set<Integer> seeds = new HashSet<>();
        assertTrue(seeds.add(Integrity.seed(1, 1, 1, 2, 0, 1, 0)));
        assertTrue(seeds.add(Integrity.seed(2, 1, 1, 2, 0, 1, 0)), "match");
        assertTrue(seeds.add(Integrity.seed(1 | 1L << 63, 1, 1, 2, 0, 1, 0)), "match, highest bit");
        assertTrue(seeds.add(Integrity.seed(1, 2, 1, 2, 0, 1, 0)), "epoch");
        assertTrue(seeds.add(Integrity.seed(1, 1, 2, 1, 0, 1, 0)), "incarnations");
        assertTrue(seeds.add(Integrity.seed(1, 1, 1, 2, 1, 0, 0)), "direction");
        assertTrue(seeds.add(Integrity.seed(1, 1, 1, 2, 0, 1, 1)), "lane");
    }

    @Test
    void shouldTakeATagApartAgain() {
        final long tag = Integrity.tag(0xFEDCBA98, 0x89ABCDEF);
        assertEquals(0xFEDCBA98, Integrity.sequenceOf(tag));
        assertEquals(0x89ABCDEF, Integrity.crcOf(tag));
    }
}
