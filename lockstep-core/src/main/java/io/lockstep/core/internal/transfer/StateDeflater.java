package io.lockstep.core.internal.transfer;

import io.lockstep.core.internal.protocol.StateSync;
import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Compresses one state for {@link StateSync} a slice at a time, so that no poll of a session is held up by a large one.
 * A state that compresses better than {@value StateSync#MAX_RATIO} to 1, as only one of nearly nothing but zeros does,
 * is compressed once more with plain Huffman coding: nobody inflates more than that ratio.
 *
 * <p>Holds native memory from {@link #begin} until {@link #end}. Pure and not thread-safe.
 */
public final class StateDeflater {

    /**
     * Bytes compressed in one {@link #step}: at most about 1 ms at the 16 MB/s that deflate's fastest level still
     * reaches on noise while other work shares the processor, and 960 KiB/s of state at one step per tick of 60 Hz,
     * which is more than the stream sends.
     */
    public static final int SLICE_BYTES = 16 << 10;

    private static final int FIRST_BYTES = 4 << 10;

    private Deflater deflater;
    private byte[] state;
    private int length;
    private int fed;
    private byte[] out = new byte[0];
    private int outLength;
    private boolean plain;
    private boolean done;

    /** A deflater without a state. */
    public StateDeflater() {
    }

    /**
     * Begins with a state, which must not change until all of it is compressed.
     *
     * @param source where it is
     * @param count  its length, 0 to the length of the source
     */
    public void begin(final byte[] source, final int count) {
        end();
        state = source;
        length = count;
        begin(Deflater.DEFAULT_STRATEGY);
    }

    private void begin(final int strategy) {
        if (deflater == null) {
            deflater = new Deflater(Deflater.BEST_SPEED);
        }
        deflater.reset();
        deflater.setStrategy(strategy);
        plain = strategy == Deflater.HUFFMAN_ONLY;
        fed = 0;
        outLength = 0;
        done = false;
    }

    /**
     * Compresses the next slice.
     *
     * @return true once all of it is compressed
     */
    public boolean step() {
        if (done || deflater == null) {
            return done;
        }
        final int slice = Math.min(SLICE_BYTES, length - fed);
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
        if (deflater.finished() && !plain && (long) outLength * StateSync.MAX_RATIO < length) {
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
