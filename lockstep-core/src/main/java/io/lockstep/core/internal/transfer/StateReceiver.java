package io.lockstep.core.internal.transfer;

import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.WireCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

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

    /** Bytes that wait to be inflated: a second of the default rate; more is not acknowledged. */
    private static final int WAITING_BYTES = 512 << 10;
    private static final int INPUT_BYTES = 16 << 10;
    private static final int FIRST_BYTES = 4 << 10;
    private static final long U32 = 0xFFFF_FFFFL;

    private final StreamReceiver stream;
    private final long frame;
    private final long term;
    private final int maxStateBytes;
    private final ByteBuffer head = ByteBuffer.allocate(StateSync.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final StateSync announced = new StateSync(1);
    private final byte[] input = new byte[INPUT_BYTES];
    private final byte[] overflow = new byte[1];
    private final CRC32 crc = new CRC32();
    private final Inflater inflater = new Inflater();
    private boolean headRead;
    private long left;
    private long limit;
    private byte[] state = new byte[0];
    private int length;
    private WireCode code = WireCode.OK;
    private boolean finished;

    /**
     * A receiver of one state.
     *
     * @param transferId    which stream
     * @param frame         the frame after which the state was taken, of which the lower 32 bits are compared
     * @param term          the term of the leader who ordered it, of which the lower 32 bits are compared
     * @param maxStateBytes largest state, at least 1
     */
    public StateReceiver(final int transferId, final long frame, final long term, final int maxStateBytes) {
        stream = new StreamReceiver(transferId, WAITING_BYTES);
        this.frame = frame & U32;
        this.term = term & U32;
        this.maxStateBytes = maxStateBytes;
    }

    /**
     * Takes a chunk of the stream.
     *
     * @param chunk a chunk whose transfer is {@link #transferId()}
     * @return true when it was new
     */
    public boolean onChunk(final TransferMessage chunk) {
        return stream.onChunk(chunk.index(), chunk.bytes(), 0, chunk.length(), chunk.last());
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
        limit = Math.min(maxStateBytes, StateSync.MAX_RATIO * left);
        return code == WireCode.OK;
    }

    private WireCode inflate() {
        int budget = SLICE_BYTES;
        try {
            while (budget > 0 && !inflater.finished()) {
                if (inflater.needsInput()) {
                    final int count = stream.read(input, 0, (int) Math.min(input.length, left));
                    if (count == 0) {
                        return left == 0 || stream.finished() ? WireCode.COMPRESSION : WireCode.OK;
                    }
                    left -= count;
                    inflater.setInput(input, 0, count);
                }
                final int before = length;
                if (!inflateSome(budget)) {
                    return WireCode.TOO_LARGE;
                }
                budget -= length - before;
                if (length == before && !inflater.finished() && !inflater.needsInput()) {
                    return WireCode.COMPRESSION;
                }
            }
        } catch (final DataFormatException e) {
            return WireCode.COMPRESSION;
        }
        return inflater.finished() ? conclude() : WireCode.OK;
    }

    /** Answers false when more comes out than may. */
    private boolean inflateSome(final int budget) throws DataFormatException {
        if (length == limit) {
            // One byte more tells a stream that ends here from one that goes on.
            return inflater.inflate(overflow) == 0;
        }
        if (length == state.length) {
            final long grown = Math.max(FIRST_BYTES, 2L * state.length);
            state = Arrays.copyOf(state, (int) Math.min(grown, maxStateBytes));
        }
        final int room = (int) Math.min(Math.min(state.length, limit) - length, budget);
        final int count = inflater.inflate(state, length, room);
        crc.update(state, length, count);
        length += count;
        return true;
    }

    private WireCode conclude() {
        if (inflater.getRemaining() != 0 || left != 0) {
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
        return state;
    }

    /**
     * How long the state is so far.
     *
     * @return bytes, 0 to the largest state
     */
    public int length() {
        return length;
    }

    /**
     * The checksum of what is here.
     *
     * @return CRC32
     */
    public int checksum() {
        return (int) crc.getValue();
    }

    /**
     * Which stream this is.
     *
     * @return any 32 bits
     */
    public int transferId() {
        return stream.transferId();
    }

    /**
     * Is an acknowledgement to be sent now? The answer is yes once.
     *
     * @param nowNs the time, monotonic nanoseconds
     * @return true when {@link #next()} and {@link #bitmap()} are to be sent
     */
    public boolean ackDue(final long nowNs) {
        return stream.ackDue(nowNs);
    }

    /**
     * The first chunk that is lacking.
     *
     * @return 32 bits, unsigned
     */
    public int next() {
        return stream.next();
    }

    /**
     * What came early.
     *
     * @return bit n: the chunk {@link #next()} + n + 1
     */
    public int bitmap() {
        return stream.bitmap();
    }

    /** Lets go of the state and of the native memory; nothing more is to be asked of it but acknowledgements. */
    public void end() {
        inflater.end();
        state = new byte[0];
        length = 0;
        finished = false;
        code = WireCode.EMPTY;
    }
}
