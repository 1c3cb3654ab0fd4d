package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * One player's input for one frame, always two bytes of it.
 *
 * <pre>
 *  0    header 0x10
 *  1    flags and player: bit 0 checksum, bit 1 events, bit 2 zero, bits 3-7 player
 *  2-3  inputs
 *  4-5  frame
 *  [4]  checksum
 *  [1+] events: the rest of the datagram
 * </pre>
 */
public final class FrameInput extends Message {

    /** Most bytes of events: what Aeron carries in one message at its smallest term length of 64 KiB. */
    public static final int MAX_EVENT_BYTES = 8 << 10;

    /** Bytes of every input. */
    public static final int INPUT_BYTES = Short.BYTES;

    private static final int FIXED_BODY_BYTES = 5;
    private static final int FLAG_CHECKSUM = 1;
    private static final int FLAG_EVENTS = 1 << 1;
    private static final int FLAG_RESERVED = 1 << 2;
    private static final int PLAYER_SHIFT = 3;

    private final byte[] events = new byte[MAX_EVENT_BYTES];
    private int eventLength;
    private int player;
    private int inputs;
    private int frame;
    private boolean checksumPresent;
    private int checksum;

    /** A message to be filled or decoded into. */
    public FrameInput() {
    }

    @Override
    public MessageType type() {
        return MessageType.FRAME_INPUT;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        if (buffer.remaining() < FIXED_BODY_BYTES) {
            return WireCode.TRUNCATED;
        }
        final int flags = buffer.get() & U8;
        if ((flags & FLAG_RESERVED) != 0) {
            return WireCode.RESERVED;
        }
        player = flags >>> PLAYER_SHIFT;
        inputs = buffer.getShort() & U16;
        frame = buffer.getShort() & U16;
        checksumPresent = (flags & FLAG_CHECKSUM) != 0;
        if (checksumPresent) {
            if (buffer.remaining() < Integer.BYTES) {
                return WireCode.TRUNCATED;
            }
            checksum = buffer.getInt();
        }
        return decodeEvents(buffer, (flags & FLAG_EVENTS) != 0);
    }

    private WireCode decodeEvents(final ByteBuffer buffer, final boolean present) {
        final int length = buffer.remaining();
        eventLength = 0;
        if (!present) {
            return length == 0 ? WireCode.OK : WireCode.TRAILING;
        }
        if (length == 0) {
            return WireCode.TRUNCATED;
        }
        if (length > MAX_EVENT_BYTES) {
            return WireCode.TOO_LARGE;
        }
        buffer.get(events, 0, length);
        eventLength = length;
        return WireCode.OK;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) (player << PLAYER_SHIFT | (checksumPresent ? FLAG_CHECKSUM : 0)
            | (eventLength > 0 ? FLAG_EVENTS : 0)));
        buffer.putShort((short) inputs);
        buffer.putShort((short) frame);
        if (checksumPresent) {
            buffer.putInt(checksum);
        }
        buffer.put(events, 0, eventLength);
    }

    /**
     * Whose input it is.
     *
     * @return a player, 0 to 31
     */
    public int player() {
        return player;
    }

    /**
     * Sets whose input it is.
     *
     * @param value a player, 0 to 31
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public FrameInput player(final int value) {
        player = checked("player", value, 0, MAX_PLAYERS - 1);
        return this;
    }

    /**
     * The input.
     *
     * @return 16 bits, one a button
     */
    public int inputs() {
        return inputs;
    }

    /**
     * Sets the input.
     *
     * @param bits the lower 16 bits travel
     * @return this
     */
    public FrameInput inputs(final int bits) {
        inputs = bits & U16;
        return this;
    }

    /**
     * The frame it is for.
     *
     * @return its lower 16 bits
     */
    public int frame() {
        return frame;
    }

    /**
     * Sets the frame it is for.
     *
     * @param value the lower 16 bits travel
     * @return this
     */
    public FrameInput frame(final long value) {
        frame = (int) value & U16;
        return this;
    }

    /**
     * Is there a checksum?
     *
     * @return true when {@link #checksum()} means something
     */
    public boolean hasChecksum() {
        return checksumPresent;
    }

    /**
     * The checksum of the sender's state.
     *
     * @return a CRC32
     */
    public int checksum() {
        return checksum;
    }

    /**
     * Adds a checksum.
     *
     * @param crc CRC32 of the state
     * @return this
     */
    public FrameInput checksum(final int crc) {
        checksumPresent = true;
        checksum = crc;
        return this;
    }

    /**
     * Leaves the checksum out.
     *
     * @return this
     */
    public FrameInput noChecksum() {
        checksumPresent = false;
        return this;
    }

    /**
     * Where the events are; do not change them.
     *
     * @return an array of which the first {@link #eventLength()} bytes count
     */
    public byte[] events() {
        return events;
    }

    /**
     * How many bytes of events there are.
     *
     * @return 0 when there are none
     */
    public int eventLength() {
        return eventLength;
    }

    /**
     * Sets the events.
     *
     * @param source where they are
     * @param offset the first byte
     * @param length 0 to {@link #MAX_EVENT_BYTES}; 0 leaves them out
     * @return this
     * @throws IndexOutOfBoundsException if they are too long or not within the source
     */
    public FrameInput events(final byte[] source, final int offset, final int length) {
        System.arraycopy(source, offset, events, 0, length);
        eventLength = length;
        return this;
    }

    @Override
    public String toString() {
        return "FrameInput{player=" + player + ", frame=" + frame + ", inputs=" + inputs + '}';
    }
}
