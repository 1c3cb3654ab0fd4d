package io.lockstep.core.internal.sync;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates a state of a length known before, a slice at a time; never more than that. */
public final class StateInflater {

    /** Bytes inflated at once: under a millisecond. */
    private static final int SLICE_BYTES = 64 << 10;

    private final byte[] state;
    private Inflater inflater = new Inflater();
    private int length;
    private boolean bad;

    /**
     * Begins.
     *
     * @param packed the zlib form; not to be changed meanwhile
     * @param length how long the state is said to be, at least 0; bounded by the caller
     */
    public StateInflater(final byte[] packed, final int length) {
        state = new byte[length];
        inflater.setInput(packed);
    }

    /**
     * Goes on for one slice.
     *
     * @return true once all is done, or nothing more can be
     */
    public boolean advance() {
        if (inflater == null) {
            return true;
        }
        try {
            final int room = Math.min(SLICE_BYTES, state.length - length);
            final int count = inflater.inflate(state, length, room);
            length += count;
            if (inflater.finished()) {
                bad = length != state.length || inflater.getRemaining() > 0;
                close();
            } else if (count == 0 && room > 0 || room == 0 && !endsHere()) {
                bad = true;
                close();
            }
        } catch (final DataFormatException wrong) {
            bad = true;
            close();
        }
        return inflater == null;
    }

    /** All bytes are out, and the stream has not ended yet: its end may still have to be read. */
    private boolean endsHere() throws DataFormatException {
        return inflater.inflate(new byte[1]) == 0 && inflater.finished();
    }

    /** Lets go of what is outside the heap; nothing more can be inflated. */
    public void close() {
        if (inflater != null) {
            inflater.end();
            inflater = null;
        }
    }

    /**
     * The state, once all is done.
     *
     * @return null when what was inflated was none of the length said
     */
    public byte[] state() {
        return bad || inflater != null || length != state.length ? null : state;
    }
}
