package io.lockstep.core.internal.transfer;

import io.lockstep.core.internal.protocol.StateInflater;
import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.WireCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * Receives one state that is sent as the bytes of a {@link StateSync} in chunks, and inflates it as it comes. The state
 * must be of the frame and the term that were ordered. Inflating stops at the largest state and at
 * {@value StateSync#MAX_RATIO} bytes out for one byte in, whatever the bytes say; memory grows only as bytes really
 * come out.
 *
 * <p>What is wrong is said by a code, never thrown. Holds native memory until {@link #end}. Pure and not thread-safe.
 */
public final class StateReceiver {

    /** Bytes inflated at most in one {@link #step}: a millisecond or less, and 15 MiB/s at one step a tick of 60 Hz. */
    public static final int SLICE_BYTES = 256 << 10;

    /** Bytes of the stream that wait to be inflated: a second of the default rate; more is not acknowledged. */
    public static final int WAITING_BYTES = 512 << 10;
    private static final int INPUT_BYTES = 16 << 10;
    private static final long U32 = 0xFFFF_FFFFL;

    private final StreamReceiver stream;
    private final long frame;
    private final long term;
    private final int maxStateBytes;
    private final ByteBuffer head = ByteBuffer.allocate(StateSync.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final StateSync announced = new StateSync(1);
    private final byte[] input = new byte[INPUT_BYTES];
    private final CRC32 crc = new CRC32();
    private final StateInflater inflater = new StateInflater();
    private boolean headRead;
    private long left;
    private WireCode code = WireCode.OK;
    private boolean finished;

    /**
     * A receiver of one state.
     *
     * @param stream        what has arrived of it, with room for {@link #WAITING_BYTES}
     * @param frame         the frame after which the state was taken, of which the lower 32 bits are compared
     * @param term          the term of the leader who ordered it, of which the lower 32 bits are compared
     * @param maxStateBytes largest state, at least 1
     */
    public StateReceiver(final StreamReceiver stream, final long frame, final long term, final int maxStateBytes) {
        this.stream = stream;
        this.frame = frame & U32;
        this.term = term & U32;
        this.maxStateBytes = maxStateBytes;
    }

    /**
     * Inflates what has arrived, one slice at most.
     *
     * @return {@link WireCode#OK} while nothing is wrong; else what is: it stays so
     */
    public WireCode step() {
        if (code == WireCode.OK && !finished) {
            code = headRead || readHead() ? inflate() : code;
        }
        return code;
    }

    private boolean readHead() {
        if (stream.available() < StateSync.HEAD_BYTES) {
            code = stream.finished() ? WireCode.TRUNCATED : WireCode.OK;
            return false;
        }
        stream.read(head.array(), 0, StateSync.HEAD_BYTES);
        head.clear();
        left = announced.readHead(head);
        // More than this no honest deflater makes of the largest state.
        if (left < 0 || announced.frame() != frame || announced.term() != term) {
            code = WireCode.RANGE;
        } else if (left > StateSync.maxCompressedBytes(maxStateBytes)) {
            code = WireCode.TOO_LARGE;
        }
        headRead = true;
        inflater.begin((int) Math.min(maxStateBytes, StateSync.MAX_RATIO * left));
        return code == WireCode.OK;
    }

    private WireCode inflate() {
        int budget = SLICE_BYTES;
        while (budget > 0 && !inflater.finished()) {
            if (inflater.isHungry()) {
                final int count = stream.read(input, 0, (int) Math.min(input.length, left));
                if (count == 0) {
                    return left == 0 || stream.finished() ? WireCode.COMPRESSION : WireCode.OK;
                }
                left -= count;
                inflater.feed(input, count);
            }
            final int before = inflater.length();
            final WireCode said = inflater.step(budget);
            if (said != WireCode.OK) {
                return said;
            }
            crc.update(inflater.array(), before, inflater.length() - before);
            budget -= inflater.length() - before;
        }
        return inflater.finished() ? conclude() : WireCode.OK;
    }

    private WireCode conclude() {
        if (!inflater.endsThere() || left != 0) {
            return WireCode.COMPRESSION;
        }
        if (!stream.finished() || stream.available() > 0) {
            return stream.finished() ? WireCode.TRAILING : WireCode.OK;
        }
        finished = true;
        return (int) crc.getValue() == announced.checksum() ? WireCode.OK : WireCode.RANGE;
    }

    /**
     * Is the whole state here, and what was announced?
     *
     * @return true once {@link #array()} holds it
     */
    public boolean finished() {
        return finished && code == WireCode.OK;
    }

    /**
     * The state, or the part of it that has arrived.
     *
     * @return an array of which the first {@link #length()} bytes count
     */
    public byte[] array() {
        return inflater.array();
    }

    /**
     * How long the state is so far.
     *
     * @return bytes, 0 to the largest state
     */
    public int length() {
        return inflater.length();
    }

    /**
     * The checksum of what is here.
     *
     * @return CRC32
     */
    public int checksum() {
        return (int) crc.getValue();
    }

    /** Lets go of the state and of the native memory; nothing more is to be asked of it. */
    public void end() {
        inflater.end();
        finished = false;
        code = WireCode.EMPTY;
    }
}
