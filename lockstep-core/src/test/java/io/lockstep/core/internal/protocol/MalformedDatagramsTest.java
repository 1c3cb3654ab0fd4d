package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Whatever arrives, the decoder answers with a code, looks at nothing outside the datagram, and accepts one form only.
 */
class MalformedDatagramsTest {

    private static final int RANDOM_SLICES = 1_000_000;
    private static final int MUTATIONS = 200_000;
    private static final int GUARD_BYTES = 32;
    private static final int BUFFER_BYTES = 16 << 10;
    private static final long SEED = 0x5EED_0001L;

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final ByteBuffer encoded = ByteBuffer.allocate(BUFFER_BYTES);
    private int accepted;

    /** Decodes a slice in the midst of others' bytes, and again with those bytes inverted: nothing may change. */
    private WireCode decode(final byte[] surroundings, final int offset, final int length, final String what) {
        final WireCode code = decodeOnce(surroundings, offset, length, what);
        if (code == WireCode.OK) {
            accepted++;
            checkCanonical(surroundings, offset, length, what);
        }
        return code;
    }

    private WireCode decodeOnce(final byte[] bytes, final int offset, final int length, final String what) {
        try {
            return codec.decode(ByteBuffer.wrap(bytes, offset, length));
        } catch (final RuntimeException e) {
            return fail(what + ": " + hex(bytes, offset, length), e);
        }
    }

    private void checkCanonical(final byte[] bytes, final int offset, final int length, final String what) {
        if (codec.decoded().type() == MessageType.STATE_SYNC) {
            return;
        }
        encoded.clear();
        final int again = codec.encode(codec.decoded(), encoded);
        // Of a later version's hello what this one knows of it stands first.
        final boolean later = codec.decoded() instanceof Greeting hello && hello.speaks().highest() > Message.VERSION;
        final int known = later ? Math.min(again, length) : length;
        if (!Arrays.equals(bytes, offset, offset + known, encoded.array(), 0, again)) {
            fail(what + ": " + hex(bytes, offset, length) + " became " + hex(encoded.array(), 0, again));
        }
    }

    private WireCode decodeGuarded(final byte[] datagram, final int length, final String what) {
        final byte[] guarded = new byte[GUARD_BYTES + length + GUARD_BYTES];
        System.arraycopy(datagram, 0, guarded, GUARD_BYTES, length);
        final WireCode zeros = decode(guarded, GUARD_BYTES, length, what);
        Arrays.fill(guarded, 0, GUARD_BYTES, (byte) -1);
        Arrays.fill(guarded, GUARD_BYTES + length, guarded.length, (byte) -1);
        final WireCode ones = decode(guarded, GUARD_BYTES, length, what);
        assertEquals(zeros, ones, () -> what + " depends on what is beside it");
        return zeros;
    }

    private static String hex(final byte[] bytes, final int offset, final int length) {
        return HexFormat.of().formatHex(bytes, offset, offset + length);
    }

    @Test
    void shouldSurviveEveryTruncationOfEveryGoldenVector() {
        for (final GoldenVector vector : GoldenVector.all()) {
            for (int length = 0; length < vector.datagram().length; length++) {
                decodeGuarded(vector.datagram(), length, vector + " cut to " + length);
            }
        }
    }

    @Test
    void shouldSurviveEverySingleBitFlipOfEveryGoldenVector() {
        for (final GoldenVector vector : GoldenVector.all()) {
            final byte[] datagram = vector.datagram();
            for (int bit = 0; bit < datagram.length * Byte.SIZE; bit++) {
                datagram[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                decodeGuarded(datagram, datagram.length, vector + " bit " + bit);
                datagram[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            }
        }
    }

    @Test
    void shouldSurviveAMillionRandomSlices() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final byte[] bytes = new byte[1 << 16];
        random.nextBytes(bytes);
        for (int i = 0; i < RANDOM_SLICES; i++) {
            final int length = random.nextInt(100);
            final int offset = random.nextInt(bytes.length - length);
            if (length > 0 && i % 4 != 0) {
                // Three of four get a header that is known, or hardly any would come past it.
                bytes[offset] = (byte) (0x10 | random.nextInt(16));
            }
            decode(bytes, offset, length, "seed " + SEED + " slice " + i);
        }
        assertTrue(accepted > RANDOM_SLICES / 1000, "only " + accepted + " were accepted: too few to be a test");
    }

    @Test
    void shouldSurviveManyChangesAtOnce() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final List<GoldenVector> vectors = GoldenVector.all();
        for (int i = 0; i < MUTATIONS; i++) {
            final byte[] datagram = vectors.get(random.nextInt(vectors.size())).datagram();
            final byte[] changed = Arrays.copyOf(datagram, random.nextInt(datagram.length + 8));
            for (int change = random.nextInt(4); change >= 0 && changed.length > 1; change--) {
                changed[1 + random.nextInt(changed.length - 1)] = (byte) random.nextInt();
            }
            decode(changed, 0, changed.length, "seed " + SEED + " mutation " + i);
        }
    }

    @Test
    void shouldSurviveAllDatagramsOfUpToThreeBytes() {
        shouldSurviveAllDatagramsOfUpToTwoBytes();
        // Another version is refused by the first byte.
        for (int value = 0; value < 1 << 4 + Short.SIZE; value++) {
            final byte[] bytes = {(byte) (Message.VERSION << 4 | value >>> Short.SIZE), (byte) (value >>> Byte.SIZE),
                (byte) value};
            decode(bytes, 0, bytes.length, "three bytes");
        }
        assertEquals(0, accepted, "no message is that short");
    }

    private void shouldSurviveAllDatagramsOfUpToTwoBytes() {
        assertEquals(WireCode.EMPTY, decode(new byte[0], 0, 0, "nothing"));
        for (int value = 0; value < 1 << Short.SIZE; value++) {
            final byte[] bytes = {(byte) value, (byte) (value >>> Byte.SIZE)};
            decodeGuarded(bytes, 1, "one byte");
            decodeGuarded(bytes, 2, "two bytes");
        }
        assertEquals(0, accepted, "no message is that short");
    }
}
