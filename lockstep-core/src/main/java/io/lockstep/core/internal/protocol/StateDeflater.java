package io.lockstep.core.internal.protocol;

import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Compresses one state at a time into a zlib stream, all at once or in slices, so that no poll of a session is held up
 * by a large one. A state that compresses better than {@value #MAX_RATIO} to 1, as only one of nearly nothing but zeros
 * does, is compressed once more with plain Huffman coding: nobody inflates more than that ratio.
 *
 * <p>Holds native memory from {@link #begin} until {@link #end}. Pure and not thread-safe.
 */
public final class StateDeflater {

    /**
     * Most bytes out for one byte in: no reader inflates more, and no writer compresses better. Deflate reaches 1032 on
     * zeros, which would make a bomb of a small datagram.
     */
    public static final int MAX_RATIO = 200;

    /**
     * Bytes to be compressed in one {@link #step} between two polls: at most about 1 ms at the 16 MB/s that deflate's
     * fastest level still reaches on noise while other work shares the processor, and 960 KiB/s of state at one step
     * per tick of 60 Hz, which is more than a stream sends.
     */
    public static final int SLICE_BYTES = 16 << 10;

    private static final int FIRST_BYTES = 4 << 10;

    private final int level;
    private Deflater deflater;
    private byte[] state;
    private int length;
    private int fed;
    private byte[] out = new byte[0];
    private int outLength;
    private boolean plain;
    private boolean done;

    /**
     * A deflater without a state.
     *
     * @param level how hard to try, one of the levels of {@link Deflater}
     */
    public StateDeflater(final int level) {
        this.level = level;
    }

    /**
     * Begins with a state, which must not change until all of it is compressed.
     *
     * @param source where it is
     * @param count  its length, 0 to the length of the source
     */
    public void begin(final byte[] source, final int count) {
        state = source;
        length = count;
        if (deflater == null) {
            deflater = new Deflater(level);
        }
        begin(Deflater.DEFAULT_STRATEGY);
    }

    private void begin(final int strategy) {
        deflater.reset();
        deflater.setStrategy(strategy);
        plain = strategy == Deflater.HUFFMAN_ONLY;
        fed = 0;
        outLength = 0;
        done = false;
    }

    /** Compresses all of a state at once, and answers how long it is then. */
    public int deflate(final byte[] source, final int count) {
        begin(source, count);
        while (!step(count)) {
            // Once more with plain Huffman coding.
        }
        return outLength;
    }

    /**
     * Compresses the next slice.
     *
     * @param sliceBytes how many bytes of the state at most
     * @return true once all of it is compressed
     */
    public boolean step(final int sliceBytes) {
        if (done || deflater == null) {
            return done;
        }
        final int slice = Math.min(sliceBytes, length - fed);
        deflater.setInput(state, fed, slice);
        fed += slice;
        if (fed == length) {
            deflater.finish();
        }
        while (!deflater.needsInput() || fed == length && !deflater.finished()) {
            if (outLength == out.length) {
                out = Arrays.copyOf(out, Math.max(FIRST_BYTES, 2 * out.length));
            }
            outLength += deflater.deflate(out, outLength, out.length - outLength);
        }
        if (deflater.finished() && !plain && (long) outLength * MAX_RATIO < length) {
            begin(Deflater.HUFFMAN_ONLY);
        } else {
            done = deflater.finished();
        }
        return done;
    }

    /**
     * The compressed state: one complete zlib stream once {@link #step} said so.
     *
     * @return an array of which the first {@link #length()} bytes count
     */
    public byte[] array() {
        return out;
    }

    /**
     * How long the compressed state is so far.
     *
     * @return bytes
     */
    public int length() {
        return outLength;
    }

    /** Lets go of the state, of what became of it and of the native memory. */
    public void end() {
        if (deflater != null) {
            deflater.end();
        }
        deflater = null;
        state = null;
        out = new byte[0];
        outLength = 0;
        done = false;
    }
}
