package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * A sign of life on an idle link, and its answer, which has the same layout and echoes the timestamp.
 *
 * <pre>
 *  0      header 0x14, the answer 0x15
 *  1      player, 0 to 31
 *  2-3    term
 *  4-5    frame
 *  [6]    timestamp, milliseconds: present exactly when the message is 12 bytes long
 * </pre>
 */
public final class Heartbeat extends Message {

    /** Largest timestamp: 48 bits. */
    public static final long MAX_TIMESTAMP = (1L << 48) - 1;

    private static final int FIXED_BODY_BYTES = 5;
    private static final int TIMESTAMP_BYTES = 6;
    private static final long NO_TIMESTAMP = -1;

    private final MessageType type;
    private int player;
    private int term;
    private int frame;
    private long timestamp = NO_TIMESTAMP;

    /**
     * A message to be filled or decoded into.
     *
     * @param type {@link MessageType#HEARTBEAT} or {@link MessageType#HEARTBEAT_ACK}
     * @throws IllegalArgumentException if it is another
     */
    public Heartbeat(final MessageType type) {
        if (type != MessageType.HEARTBEAT && type != MessageType.HEARTBEAT_ACK) {
            throw new IllegalArgumentException("not a heartbeat: " + type);
        }
        this.type = type;
    }

    @Override
    public MessageType type() {
        return type;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        final int length = buffer.remaining();
        if (length > FIXED_BODY_BYTES + TIMESTAMP_BYTES) {
            return WireCode.TRAILING;
        }
        if (length != FIXED_BODY_BYTES && length != FIXED_BODY_BYTES + TIMESTAMP_BYTES) {
            return WireCode.TRUNCATED;
        }
        player = buffer.get() & U8;
        term = buffer.getShort() & U16;
        frame = buffer.getShort() & U16;
        timestamp = NO_TIMESTAMP;
        if (length > FIXED_BODY_BYTES) {
            timestamp = buffer.getInt() & U32;
            timestamp |= (buffer.getShort() & (long) U16) << Integer.SIZE;
        }
        return check();
    }

    @Override
    public WireCode check() {
        return player < MAX_PLAYERS ? WireCode.OK : WireCode.RANGE;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) player);
        buffer.putShort((short) term);
        buffer.putShort((short) frame);
        if (timestamp != NO_TIMESTAMP) {
            buffer.putInt((int) timestamp);
            buffer.putShort((short) (timestamp >>> Integer.SIZE));
        }
    }

    /**
     * Who sends it.
     *
     * @return a player, 0 to 31
     */
    public int player() {
        return player;
    }

    /**
     * Sets who sends it.
     *
     * @param value a player, 0 to 31
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Heartbeat player(final int value) {
        player = checked("player", value, 0, MAX_PLAYERS - 1);
        return this;
    }

    /**
     * The sender's term.
     *
     * @return its lower 16 bits
     */
    public int term() {
        return term;
    }

    /**
     * Sets the sender's term.
     *
     * @param value the lower 16 bits travel
     * @return this
     */
    public Heartbeat term(final long value) {
        term = (int) value & U16;
        return this;
    }

    /**
     * The sender's frame.
     *
     * @return its lower 16 bits
     */
    public int frame() {
        return frame;
    }

    /**
     * Sets the sender's frame.
     *
     * @param value the lower 16 bits travel
     * @return this
     */
    public Heartbeat frame(final long value) {
        frame = (int) value & U16;
        return this;
    }

    /**
     * Is there a timestamp?
     *
     * @return true when {@link #timestamp()} means something
     */
    public boolean hasTimestamp() {
        return timestamp != NO_TIMESTAMP;
    }

    /**
     * When it was sent, by the clock of whoever measures.
     *
     * @return milliseconds, 0 to {@link #MAX_TIMESTAMP}; −1 when there is none
     */
    public long timestamp() {
        return timestamp;
    }

    /**
     * Sets the timestamp.
     *
     * @param milliseconds the lower 48 bits travel
     * @return this
     */
    public Heartbeat timestamp(final long milliseconds) {
        timestamp = milliseconds & MAX_TIMESTAMP;
        return this;
    }

    /**
     * Leaves the timestamp out.
     *
     * @return this
     */
    public Heartbeat noTimestamp() {
        timestamp = NO_TIMESTAMP;
        return this;
    }

    @Override
    public String toString() {
        return type.jsonName() + "{player=" + player + ", term=" + term + ", frame=" + frame + '}';
    }
}
