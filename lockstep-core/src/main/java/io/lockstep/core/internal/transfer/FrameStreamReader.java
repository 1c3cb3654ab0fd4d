package io.lockstep.core.internal.transfer;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.codec.BitReader;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.WireCode;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads the frames a {@link FrameStreamWriter} wrote, from bytes that come in pieces of any size; it is itself the
 * frame read last. What is wrong with the bytes is said by {@link #code()}, never thrown.
 *
 * <p>Bounded: holds a few of the longest frames at most. Nothing is allocated per frame. Not thread-safe.
 */
public final class FrameStreamReader implements FrameSource {

    /** Room for many usual frames at once. */
    private static final int MIN_BUFFER_BYTES = 4096;
    /** Below this a byte ends the length of a frame. */
    private static final int LENGTH_MASK = FrameFormat.LENGTH_MORE - 1;

    private final int players;
    private final int inputBytes;
    private final int maxEventBytes;
    private final int maxBody;
    private final byte[] inputs;
    private final byte[] events;
    private final int[] eventLengths;
    private final int[] commands;
    private final ByteBuffer buffer;
    private final BitReader bits = new BitReader();
    private WireCode code = WireCode.OK;
    private int present;
    private int begin;
    private int end;
    private long frames;

    /**
     * A reader for one kind of match, at the start of a stream.
     *
     * @param players       players of the match, 1 to 32
     * @param inputBytes    length of one input, 1 to 64
     * @param maxEventBytes longest event, 0 to 255
     * @throws IllegalArgumentException if one is out of range
     */
    public FrameStreamReader(final int players, final int inputBytes, final int maxEventBytes) {
        FrameFormat.check(players, inputBytes, maxEventBytes);
        this.players = players;
        this.inputBytes = inputBytes;
        this.maxEventBytes = maxEventBytes;
        maxBody = FrameFormat.maxBodyBytes(players, inputBytes, maxEventBytes);
        inputs = new byte[players * inputBytes];
        events = new byte[players * maxEventBytes];
        eventLengths = new int[players];
        commands = new int[players];
        buffer = ByteBuffer.allocate(Math.max(MIN_BUFFER_BYTES, FrameFormat.MAX_LENGTH_BYTES + maxBody));
        reset();
    }

    /** Starts a new stream. */
    public void reset() {
        Arrays.fill(inputs, (byte) 0);
        Arrays.fill(eventLengths, 0);
        Arrays.fill(commands, 0);
        present = FrameStreamWriter.everybody(players);
        code = WireCode.OK;
        begin = 0;
        end = 0;
        frames = 0;
    }

    /**
     * Takes bytes of the stream.
     *
     * @param source where they are
     * @param offset the first one
     * @param length how many there are
     * @return how many were taken: all, unless frames are to be read first; 0 when the stream is broken
     * @throws IndexOutOfBoundsException if the bytes are not within the source
     */
    public int offer(final byte[] source, final int offset, final int length) {
        final int count = Math.min(length, makeRoom());
        System.arraycopy(source, offset, buffer.array(), end, count);
        end += count;
        return count;
    }

    /**
     * Takes bytes of the stream from where they arrive.
     *
     * @param source its bytes are read as far as there is room
     * @return how many were taken
     */
    public int fill(final StreamReceiver source) {
        final int room = makeRoom();
        final int count = source.read(buffer.array(), end, room);
        end += count;
        return count;
    }

    private int makeRoom() {
        if (begin > 0) {
            System.arraycopy(buffer.array(), begin, buffer.array(), 0, end - begin);
            end -= begin;
            begin = 0;
        }
        return code == WireCode.OK ? buffer.capacity() - end : 0;
    }

    /**
     * Reads the next frame, of which this reader is then the view.
     *
     * @return false when not all of it is here, or when the stream is broken, see {@link #code()}; the view is then
     *         that of no frame if it is broken, and unchanged otherwise
     */
    public boolean next() {
        if (code != WireCode.OK) {
            return false;
        }
        int at = begin;
        int length = 0;
        for (int shift = 0;; shift += FrameFormat.LENGTH_BITS) {
            if (at == end) {
                return false;
            }
            final int read = buffer.array()[at++];
            length |= (read & LENGTH_MASK) << shift;
            if (read >= 0) {
                code = checkLength(length, read == 0 && shift > 0);
                break;
            }
            if (at - begin == FrameFormat.MAX_LENGTH_BYTES) {
                code = WireCode.TOO_LARGE;
                break;
            }
        }
        if (code != WireCode.OK || end - at < length) {
            return false;
        }
        begin = at + length;
        buffer.limit(begin).position(at);
        code = readFrame();
        frames += code == WireCode.OK ? 1 : 0;
        return code == WireCode.OK;
    }

    private WireCode checkLength(final int length, final boolean padded) {
        if (padded) {
            return WireCode.NOT_CANONICAL;
        }
        return length == 0 ? WireCode.RANGE : length > maxBody ? WireCode.TOO_LARGE : WireCode.OK;
    }

    private WireCode readFrame() {
        bits.wrap(buffer);
        final boolean withEvents = bits.read(1) != 0;
        if (bits.read(1) != 0) {
            final int before = present;
            present = bits.read(players);
            if (present == before) {
                return WireCode.NOT_CANONICAL;
            }
        }
        boolean anyEvent = false;
        for (int player = 0; player < players; player++) {
            WireCode read = readInput(player);
            eventLengths[player] = 0;
            commands[player] = 0;
            if (read == WireCode.OK && withEvents && bits.read(1) != 0) {
                read = readEvent(player);
                anyEvent = true;
            }
            if (read != WireCode.OK) {
                return bits.overrun() ? WireCode.TRUNCATED : read;
            }
        }
        if (bits.overrun()) {
            return WireCode.TRUNCATED;
        }
        if (buffer.hasRemaining()) {
            return WireCode.TRAILING;
        }
        if (!bits.paddingIsZero()) {
            return WireCode.RESERVED;
        }
        return withEvents && !anyEvent ? WireCode.NOT_CANONICAL : WireCode.OK;
    }

    private WireCode readInput(final int player) {
        if (bits.read(1) == 0) {
            return WireCode.OK;
        }
        int changed = 0;
        for (int i = 0; i < inputBytes; i++) {
            if (bits.read(1) != 0) {
                final int delta = bits.read(Byte.SIZE);
                if (delta == 0) {
                    return WireCode.NOT_CANONICAL;
                }
                inputs[player * inputBytes + i] ^= (byte) delta;
                changed++;
            }
        }
        return changed == 0 ? WireCode.NOT_CANONICAL : WireCode.OK;
    }

    private WireCode readEvent(final int player) {
        final int length = bits.read(Byte.SIZE);
        if (length > maxEventBytes) {
            return WireCode.TOO_LARGE;
        }
        for (int i = 0; i < length; i++) {
            events[player * maxEventBytes + i] = (byte) bits.read(Byte.SIZE);
        }
        eventLengths[player] = length;
        if (length == 0) {
            commands[player] = bits.read(Integer.SIZE);
            if (commands[player] == 0) {
                return WireCode.NOT_CANONICAL;
            }
            return Command.isValid(commands[player]) ? WireCode.OK : WireCode.RANGE;
        }
        return WireCode.OK;
    }

    /**
     * Is the stream all right so far?
     *
     * @return OK, or what is wrong with it: nothing more can be read then
     */
    public WireCode code() {
        return code;
    }

    /**
     * How many frames were read.
     *
     * @return since the start of the stream
     */
    public long frames() {
        return frames;
    }

    /**
     * How many bytes were taken and not read yet.
     *
     * @return 0 exactly at the end of a frame
     */
    public int pending() {
        return end - begin;
    }

    @Override
    public int players() {
        return players;
    }

    @Override
    public boolean present(final int player) {
        return (present & 1 << player) != 0;
    }

    @Override
    public byte[] inputs() {
        return inputs;
    }

    @Override
    public int inputOffset(final int player) {
        return player * inputBytes;
    }

    @Override
    public byte[] events() {
        return events;
    }

    @Override
    public int eventOffset(final int player) {
        return player * maxEventBytes;
    }

    @Override
    public int eventLength(final int player) {
        return eventLengths[player];
    }

    @Override
    public int command(final int player) {
        return commands[player];
    }
}
