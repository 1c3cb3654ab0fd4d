package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class StateInflaterTest {

    private static final int SLICE_BYTES = 64 << 10;

    private static byte[] deflated(final byte[] state) {
        final StateDeflater deflater = new StateDeflater(Deflater.BEST_SPEED);
        deflater.begin(state, state.length);
        while (!deflater.step(StateDeflater.SLICE_BYTES)) {
            // Slice by slice.
        }
        final byte[] packed = Arrays.copyOf(deflater.array(), deflater.length());
        deflater.end();
        return packed;
    }

    /** What a stream inflates to, slice by slice; null if it is not exactly one stream of that length. */
    private static byte[] inflated(final byte[] packed, final int length) {
        final StateInflater inflater = new StateInflater();
        inflater.begin(length);
        inflater.feed(packed, packed.length);
        WireCode code = WireCode.OK;
        for (int i = 0; code == WireCode.OK && !inflater.finished() && !inflater.isHungry(); i++) {
            assertTrue(i < 1000, "does not end");
            code = inflater.step(SLICE_BYTES);
        }
        final boolean whole = code == WireCode.OK && inflater.endsThere() && inflater.length() == length;
        final byte[] state = whole ? Arrays.copyOf(inflater.array(), length) : null;
        inflater.end();
        return state;
    }

    @Test
    void shouldInflateWhatWasDeflatedAndNothingElse() {
        final Random random = new Random(5);
        for (final int length : new int[] {0, 1, 1000, 65_536, 65_537, 300_000}) {
            final byte[] state = new byte[length];
            random.nextBytes(state);
            Arrays.fill(state, 0, length / 2, (byte) 7);
            final byte[] packed = deflated(state);
            assertArrayEquals(state, inflated(packed, length), length + " bytes");
            assertNull(inflated(packed, length + 1));
            assertNull(length == 0 ? null : inflated(packed, length - 1));
            assertNull(inflated(Arrays.copyOf(packed, packed.length - 1), length));
            assertNull(inflated(Arrays.copyOf(packed, packed.length + 1), length));
            packed[packed.length / 2] ^= 1;
            assertNull(inflated(packed, length), length + " bytes, one bit wrong");
        }
    }

    @Test
    void shouldHoldNoMoreThanItsLimit() {
        final StateInflater inflater = new StateInflater();
        final byte[] packed = deflated(new byte[100_000]);
        inflater.begin(50_000);
        inflater.feed(packed, packed.length);
        WireCode code = WireCode.OK;
        while (code == WireCode.OK) {
            code = inflater.step(SLICE_BYTES);
        }
        assertEquals(WireCode.TOO_LARGE, code);
        assertEquals(50_000, inflater.array().length);
        inflater.end();
    }

    /** Repeats of noise: only the usual way of compressing finds them, and plain Huffman coding does not. */
    @Test
    void shouldCompressAsUsualWhatAReaderInflates() {
        final byte[] state = new byte[10_000];
        final byte[] noise = new byte[1000];
        new Random(6).nextBytes(noise);
        for (int at = 0; at < state.length; at += noise.length) {
            System.arraycopy(noise, 0, state, at, noise.length);
        }
        final StateDeflater deflater = new StateDeflater(Deflater.DEFAULT_COMPRESSION);
        final int length = deflater.deflate(state, state.length);
        assertEquals(deflater.length(), length);
        assertTrue(length < 2000, "took " + length);
        deflater.end();
    }

    @Test
    void shouldKnowWhetherAllIsCompressed() {
        final StateDeflater deflater = new StateDeflater(Deflater.BEST_SPEED);
        deflater.end();
        assertFalse(deflater.step(10), "nothing was begun");
        deflater.begin(new byte[20], 20);
        assertFalse(deflater.step(10));
        assertTrue(deflater.step(10));
        assertTrue(deflater.step(10), "still");
        deflater.end();
        assertFalse(deflater.step(10), "let go of");
        assertEquals(0, deflater.length());
    }

    @Test
    void shouldForgetAStreamThatWasGivenUp() {
        final byte[] first = deflated(new byte[] {1, 2, 3});
        final byte[] second = deflated(new byte[] {4, 5});
        final StateInflater inflater = new StateInflater();
        inflater.begin(10);
        inflater.feed(first, first.length - 2);
        assertEquals(WireCode.OK, inflater.step(SLICE_BYTES));
        inflater.begin(10);
        inflater.feed(second, second.length);
        assertEquals(WireCode.OK, inflater.step(SLICE_BYTES));
        assertTrue(inflater.endsThere());
        assertArrayEquals(new byte[] {4, 5}, Arrays.copyOf(inflater.array(), inflater.length()));
        inflater.end();
    }

    @Test
    void shouldSayThatWhatComesIsNoStream() {
        final StateInflater inflater = new StateInflater();
        inflater.begin(10);
        inflater.feed(new byte[] {1, 2, 3, 4}, 4);
        assertEquals(WireCode.COMPRESSION, inflater.step(SLICE_BYTES));
        inflater.end();
    }
}
