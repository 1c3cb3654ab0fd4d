package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * Ends a link, or refuses to open it.
 *
 * <pre>
 *  0      header 0x1B
 *  1      reason, 0 to 4
 *  2-5    salt of the handshake that is refused; 0 unless the reason is a mismatch
 *  6-13   id of the epoch that the sender applied last, 0 before its first; 0 if the reason is a mismatch
 *  14-21  frame: the first one the sender lacks
 *  22     field that differs, 1 to 255; 0 unless the reason is a mismatch
 *  23     length of the sender's value of that field, 1 to 40; 0 unless the reason is a mismatch
 *  24-    the value, printable ASCII
 * </pre>
 */
public final class Goodbye extends Message {

    /** Longest value: a 64-bit number in decimals or a game id, with room for a word beside it. */
    public static final int MAX_VALUE_LENGTH = 40;

    private static final int FIXED_BODY_BYTES = 23;

    private final AsciiField value = new AsciiField(MAX_VALUE_LENGTH);
    private GoodbyeReason reason = GoodbyeReason.LEFT;
    private int salt;
    private long epochId;
    private long frame;
    private int field;

    /** A message to be filled or decoded into. */
    public Goodbye() {
    }

    @Override
    public MessageType type() {
        return MessageType.GOODBYE;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        if (buffer.remaining() < FIXED_BODY_BYTES) {
            return WireCode.TRUNCATED;
        }
        final GoodbyeReason found = GoodbyeReason.byCode(buffer.get() & U8);
        if (found == null) {
            return WireCode.RANGE;
        }
        reason = found;
        salt = buffer.getInt();
        epochId = buffer.getLong();
        frame = buffer.getLong();
        field = buffer.get() & U8;
        final WireCode code = value.decode(buffer);
        return code == WireCode.OK ? check() : code;
    }

    @Override
    public WireCode check() {
        if (!value.isPrintable()) {
            return WireCode.RANGE;
        }
        final boolean mismatch = reason == GoodbyeReason.MISMATCH;
        return mismatch == (field != 0) && mismatch == (value.length() > 0) && (mismatch ? epochId : salt) == 0
            ? WireCode.OK : WireCode.NOT_CANONICAL;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) reason.code());
        buffer.putInt(salt);
        buffer.putLong(epochId);
        buffer.putLong(frame);
        buffer.put((byte) field);
        value.encode(buffer);
    }

    /**
     * Fills the message with any reason but a mismatch.
     *
     * @param why          the reason, not {@link GoodbyeReason#MISMATCH}
     * @param lastEpochId  id of the epoch that the sender applied last, 0 before its first
     * @param firstLacking the first frame the sender lacks
     * @return this
     * @throws IllegalArgumentException if the reason is a mismatch
     */
    public Goodbye set(final GoodbyeReason why, final long lastEpochId, final long firstLacking) {
        if (why == GoodbyeReason.MISMATCH) {
            throw new IllegalArgumentException("a mismatch needs a field and a value");
        }
        reason = why;
        salt = 0;
        epochId = lastEpochId;
        frame = firstLacking;
        field = 0;
        value.clear();
        return this;
    }

    /**
     * Fills the message with a mismatch.
     *
     * @param handshakeSalt salt of the handshake that is refused
     * @param firstLacking  the first frame the sender lacks
     * @param differing     the field that differs, 1 to 255
     * @param own           the sender's value of that field, 1 to {@value #MAX_VALUE_LENGTH} printable ASCII characters
     * @return this
     * @throws IllegalArgumentException if the field or the value is out of range
     */
    public Goodbye mismatch(final int handshakeSalt, final long firstLacking, final int differing, final String own) {
        if (differing < 1 || differing > U8) {
            throw new IllegalArgumentException("field " + differing + " is not in 1 to 255");
        }
        if (!isValue(own)) {
            throw new IllegalArgumentException(
                "value \"" + own + "\" is not 1 to " + MAX_VALUE_LENGTH + " printable ASCII characters");
        }
        value.set(own);
        reason = GoodbyeReason.MISMATCH;
        salt = handshakeSalt;
        epochId = 0;
        frame = firstLacking;
        field = differing;
        return this;
    }

    /**
     * Can a mismatch name this?
     *
     * @param text any
     * @return true for 1 to {@value #MAX_VALUE_LENGTH} printable ASCII characters
     */
    public static boolean isValue(final String text) {
        return AsciiField.fits(text, MAX_VALUE_LENGTH);
    }

    /**
     * Why the link ends.
     *
     * @return never null
     */
    public GoodbyeReason reason() {
        return reason;
    }

    /**
     * Returns the salt of the handshake that a mismatch refuses. A receiver ignores a mismatch of another handshake.
     *
     * @return any 32 bits; 0 unless the reason is a mismatch
     */
    public int salt() {
        return salt;
    }

    /**
     * Returns the id of the epoch that the sender applied last. The sender decides nothing in any later epoch.
     *
     * @return any 64 bits; 0 before its first epoch, or if the reason is a mismatch
     */
    public long epochId() {
        return epochId;
    }

    /**
     * The first frame the sender lacks.
     *
     * @return all 64 bits
     */
    public long frame() {
        return frame;
    }

    /**
     * What differs.
     *
     * @return 1 to 255, or 0 unless the reason is a mismatch
     */
    public int field() {
        return field;
    }

    /**
     * The sender's value of what differs; the text is built at every call.
     *
     * @return printable ASCII, empty unless the reason is a mismatch
     */
    public String value() {
        return value.toString();
    }

    @Override
    public String toString() {
        return "Goodbye{reason=" + reason + ", epochId=" + epochId + ", frame=" + frame + ", field=" + field
            + ", value=" + value + '}';
    }
}
