package io.lockstep.core.internal.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IntegrityTest {

    private static final int SEED = Integrity.seed(0x0123456789abcdefL, 1, 2, 0, 1, 1);

    private final Integrity integrity = new Integrity(SEED);

    @Test
    void shouldSealAsTheDocumentSays() {
        // The document's examples.
        final ByteBuffer payload = ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII));
        assertEquals("c11a1472", Integer.toHexString(SEED));
        assertEquals("43e7f747", Long.toHexString(integrity.of(5, 7, 0, 0, payload)));
        assertEquals("5000043e7f747", Long.toHexString(LinkTag.of(5, integrity.of(5, 7, 0, 0, payload))));
    }

    @Test
    void shouldNoticeEveryFlippedBit() {
        final byte[] bytes = "a datagram of some length".getBytes(StandardCharsets.US_ASCII);
        final long good = integrity.of(77, 5, 0, 0, ByteBuffer.wrap(bytes));
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertNotEquals(good, integrity.of(77, 5, 0, 0, ByteBuffer.wrap(bytes)));
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
        for (int bit = 0; bit < Long.SIZE; bit++) {
            final long flip = 1L << bit;
            assertNotEquals(good, integrity.of(77 ^ flip, 5, 0, 0, ByteBuffer.wrap(bytes)));
            assertNotEquals(good, integrity.of(77, 5 ^ flip, 0, 0, ByteBuffer.wrap(bytes)));
            assertNotEquals(good, integrity.of(77, 5, flip, 0, ByteBuffer.wrap(bytes)));
            assertNotEquals(good, integrity.of(77, 5, 0, flip, ByteBuffer.wrap(bytes)));
        }
        assertEquals(good, integrity.of(77, 5, 0, 0, ByteBuffer.wrap(bytes)));
    }

    @Test
    void shouldSeedEveryDirectionIncarnationAndMatchDifferently() {
        final Set<Integer> seeds = new HashSet<>();
        assertTrue(seeds.add(Integrity.seed(1, 1, 2, 0, 1, 0)));
        assertTrue(seeds.add(Integrity.seed(2, 1, 2, 0, 1, 0)), "match");
        assertTrue(seeds.add(Integrity.seed(1 | 1L << 63, 1, 2, 0, 1, 0)), "match, highest bit");
        assertTrue(seeds.add(Integrity.seed(1, 2, 1, 0, 1, 0)), "incarnations");
        assertTrue(seeds.add(Integrity.seed(1, 1, 2, 1, 0, 0)), "direction");
        assertTrue(seeds.add(Integrity.seed(1, 1, 2, 0, 1, 1)), "lane");
        assertTrue(seeds.add(Integrity.seed(1, 1, 2, 0, 2, 0)), "receiver");
        assertTrue(seeds.add(Integrity.seed(1, 1, 2, 2, 1, 0)), "sender");
    }

    @Test
    void shouldTakeATagApartAgain() {
        final long tag = LinkTag.of(0x1_FEDCL, 0xABCD_0123_4567_89ABL);
        assertEquals(0xFEDC, LinkTag.sequenceOf(tag));
        assertTrue(LinkTag.isProvenBy(tag, 0x0123_4567_89ABL), "48 bits count");
        assertFalse(LinkTag.isProvenBy(tag, 0x8123_4567_89ABL));
        assertFalse(LinkTag.isProvenBy(tag, 0x0123_4567_89AAL));
    }
}
