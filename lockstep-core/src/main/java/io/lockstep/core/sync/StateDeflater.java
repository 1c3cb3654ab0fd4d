package io.lockstep.core.sync;

import java.util.Arrays;
import java.util.zip.Deflater;

/** Compresses a state a slice at a time, so that no caller waits long. */
public final class StateDeflater {

    /** Bytes compressed at once: under a millisecond. */
    private static final int SLICE_BYTES = 16 << 10;
    private static final int MIN_ROOM = 512;

    private final byte[] state;
    private Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    private byte[] packed = new byte[MIN_ROOM];
    private int length;
    private int fed;

    /**
     * Begins with a state.
     *
     * @param state what to compress; not to be changed meanwhile
     */
    public StateDeflater(final byte[] state) {
        this.state = state;
    }

    /**
     * Goes on for one slice.
     *
     * @return true once all is done
     */
    public boolean advance() {
        if (deflater == null) {
            return true;
        }
        if (fed < state.length) {
            final int count = Math.min(SLICE_BYTES, state.length - fed);
            deflater.setInput(state, fed, count);
            fed += count;
        }
        if (fed == state.length) {
            deflater.finish();
        }
        while (!deflater.finished() && !(deflater.needsInput() && fed < state.length)) {
            if (packed.length - length < MIN_ROOM) {
                packed = Arrays.copyOf(packed, 2 * packed.length);
            }
            length += deflater.deflate(packed, length, packed.length - length);
        }
        if (deflater.finished()) {
            close();
            return true;
        }
        return false;
    }

    /** Lets go of what is outside the heap; nothing more can be compressed. */
    public void close() {
        if (deflater != null) {
            deflater.end();
            deflater = null;
        }
    }

    /**
     * The zlib form, once all is done.
     *
     * @return a copy
     */
    public byte[] packed() {
        return Arrays.copyOf(packed, length);
    }
}
