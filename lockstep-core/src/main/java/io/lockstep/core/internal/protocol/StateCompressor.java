package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Holds a state and its zlib form. Inflating is bounded: the buffer grows only as bytes really come out, and stops at
 * the largest state and at a ratio no honest state reaches.
 */
final class StateCompressor {

    /**
     * Most bytes out for one byte in. Deflate reaches 1032 on zeros, which makes a bomb of a small datagram; a state
     * that compresses better than this is written with plain Huffman coding instead, which never does.
     */
    static final int MAX_RATIO = 200;

    /** How much the state's buffer holds at first, and at least grows by. */
    private static final int STEP_BYTES = 4 << 10;

    private static final byte[] NOTHING = {};

    private final int maxStateBytes;
    private final byte[] overflow = new byte[1];
    private Inflater inflater;
    private Deflater deflater;
    private byte[] state = NOTHING;
    private int stateLength;
    private byte[] compressed = NOTHING;
    private int compressedLength;

    StateCompressor(final int maxStateBytes) {
        this.maxStateBytes = maxStateBytes;
    }

    byte[] state() {
        return state;
    }

    int stateLength() {
        return stateLength;
    }

    int maxStateBytes() {
        return maxStateBytes;
    }

    byte[] compressed() {
        return compressed;
    }

    void state(final byte[] source, final int offset, final int length) {
        if (length > maxStateBytes) {
            throw new IllegalArgumentException("state of " + length + " bytes is larger than " + maxStateBytes);
        }
        System.arraycopy(source, offset, reserveState(length), 0, length);
    }

    /** Makes room for a state of this length, at most the largest, and returns where to put it. */
    byte[] reserveState(final int length) {
        reserve(length);
        stateLength = length;
        compressedLength = 0;
        return state;
    }

    private void reserve(final int length) {
        if (length > state.length) {
            final long grown = Math.max(length, Math.max(STEP_BYTES, 2L * state.length));
            state = Arrays.copyOf(state, (int) Math.min(grown, maxStateBytes));
        }
    }

    /** Inflates all that is left of the buffer into the state. */
    WireCode inflate(final ByteBuffer source) {
        stateLength = 0;
        compressedLength = 0;
        if (inflater == null) {
            inflater = new Inflater();
        }
        final long limit = Math.min(maxStateBytes, (long) MAX_RATIO * source.remaining());
        inflater.setInput(source);
        try {
            return inflateUpTo((int) limit);
        } catch (final DataFormatException e) {
            return WireCode.COMPRESSION;
        } finally {
            // Also lets go of the caller's buffer.
            inflater.reset();
        }
    }

    private WireCode inflateUpTo(final int limit) throws DataFormatException {
        while (!inflater.finished()) {
            if (stateLength == state.length && stateLength < limit) {
                reserve(Math.min(stateLength + STEP_BYTES, maxStateBytes));
            }
            final int room = Math.min(state.length, limit) - stateLength;
            // With no room left, one byte more tells a stream that ends here from one that goes on.
            final int count = room > 0 ? inflater.inflate(state, stateLength, room) : inflater.inflate(overflow);
            if (room <= 0 && count > 0) {
                return WireCode.TOO_LARGE;
            }
            if (count == 0 && !inflater.finished()) {
                return WireCode.COMPRESSION;
            }
            stateLength += count;
        }
        return inflater.getRemaining() == 0 ? WireCode.OK : WireCode.COMPRESSION;
    }

    /** Compresses the state unless that is done already, and returns the length. */
    int deflate() {
        if (compressedLength == 0) {
            deflate(Deflater.DEFAULT_STRATEGY);
            if ((long) compressedLength * MAX_RATIO < stateLength) {
                deflate(Deflater.HUFFMAN_ONLY);
            }
        }
        return compressedLength;
    }

    private void deflate(final int strategy) {
        if (deflater == null) {
            deflater = new Deflater();
        }
        deflater.reset();
        deflater.setStrategy(strategy);
        deflater.setInput(state, 0, stateLength);
        deflater.finish();
        compressedLength = 0;
        while (!deflater.finished()) {
            if (compressedLength == compressed.length) {
                compressed = Arrays.copyOf(compressed, Math.max(STEP_BYTES, 2 * compressed.length));
            }
            compressedLength += deflater.deflate(compressed, compressedLength, compressed.length - compressedLength);
        }
    }
}
