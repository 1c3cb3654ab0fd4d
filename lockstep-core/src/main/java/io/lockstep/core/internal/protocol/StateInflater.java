package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates one state at a time out of a zlib stream that arrives in pieces. What comes out is bounded: memory grows
 * only as bytes really come out, and stops at a limit.
 *
 * <p>Holds native memory until {@link #end}. Pure and not thread-safe.
 */
public final class StateInflater {

    private static final int FIRST_BYTES = 4 << 10;

    private final Inflater inflater = new Inflater();
    private final byte[] overflow = new byte[1];
    private byte[] state = new byte[0];
    private int length;
    private int limit;

    /** An inflater without a state. */
    public StateInflater() {
    }

    /**
     * Begins with a state.
     *
     * @param maxBytes most bytes that may come out
     */
    public void begin(final int maxBytes) {
        inflater.reset();
        limit = maxBytes;
        length = 0;
    }

    /** Hands over the next bytes of the stream, which must not change until they are used up. */
    public void feed(final byte[] bytes, final int count) {
        inflater.setInput(bytes, 0, count);
    }

    /** Are all the bytes used up that were handed over? */
    public boolean isHungry() {
        return inflater.needsInput();
    }

    /** Has the stream ended? */
    public boolean finished() {
        return inflater.finished();
    }

    /** Is the last byte that was handed over the last one of the stream, too? */
    public boolean endsThere() {
        return finished() && inflater.getRemaining() == 0;
    }

    /**
     * Inflates a whole stream, which is all that is left of a buffer.
     *
     * @return {@link WireCode#OK} if it was exactly one
     */
    public WireCode inflate(final ByteBuffer source, final int maxBytes) {
        begin(maxBytes);
        inflater.setInput(source);
        final WireCode code = step(Integer.MAX_VALUE);
        final boolean whole = endsThere();
        // Also lets go of the caller's buffer.
        inflater.reset();
        return code == WireCode.OK && !whole ? WireCode.COMPRESSION : code;
    }

    /**
     * Goes on until the bytes are used up, the stream has ended, or some have come out.
     *
     * @param most how many may come out, at least 1
     * @return {@link WireCode#OK} while nothing is wrong, {@link WireCode#TOO_LARGE} when more comes out than may, else
     *         {@link WireCode#COMPRESSION}
     */
    public WireCode step(final int most) {
        final long until = (long) length + most;
        try {
            while (length < until && !inflater.finished() && !inflater.needsInput()) {
                final boolean full = length == limit;
                // At the limit one byte more tells a stream that ends here from one that goes on.
                final int count = full ? inflater.inflate(overflow) : some((int) Math.min(until, limit));
                if (full && count > 0) {
                    return WireCode.TOO_LARGE;
                }
                if (count == 0 && !inflater.finished() && !inflater.needsInput()) {
                    return WireCode.COMPRESSION;
                }
            }
        } catch (final DataFormatException wrong) {
            return WireCode.COMPRESSION;
        }
        return WireCode.OK;
    }

    private int some(final int until) throws DataFormatException {
        if (length == state.length) {
            state = Arrays.copyOf(state, (int) Math.min(Math.max(FIRST_BYTES, 2L * length), limit));
        }
        final int count = inflater.inflate(state, length, Math.min(state.length, until) - length);
        length += count;
        return count;
    }

    /**
     * What has come out.
     *
     * @return an array of which the first {@link #length()} bytes count
     */
    public byte[] array() {
        return state;
    }

    /** How many bytes have come out. */
    public int length() {
        return length;
    }

    /** Lets go of the state and of the native memory; nothing more can be inflated. */
    public void end() {
        inflater.end();
        state = new byte[0];
        length = 0;
    }
}
