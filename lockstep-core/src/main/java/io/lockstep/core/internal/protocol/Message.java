package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One message, as fields that are read and written in place: an instance is reused for every message of its type, so
 * that nothing is allocated per datagram. Little-endian; the first byte is {@code version << 4 | type}.
 *
 * <p>Canonical: when {@link #decode} says {@link WireCode#OK}, {@link #encode} gives back the same bytes.
 */
public abstract class Message {

    /** The version of the wire this library speaks. */
    public static final int VERSION = 1;

    /** The version in the header of what is said before one is agreed on: it never changes. */
    public static final int FIRST_VERSION = 1;

    /** Length of the header byte. */
    public static final int HEADER_BYTES = 1;

    /** Highest number of players in a match: a player is five bits on the wire. */
    public static final int MAX_PLAYERS = 32;

    static final int U8 = 0xFF;
    static final int U16 = 0xFFFF;
    static final long U32 = 0xFFFF_FFFFL;

    static final int VERSION_SHIFT = 4;
    private static final int TYPE_MASK = 0xF;

    /** For the messages of this package. */
    Message() {
    }

    /**
     * Which message this is.
     *
     * @return its type
     */
    public abstract MessageType type();

    /**
     * Reads a whole datagram into this message.
     *
     * @param buffer the datagram between position and limit; afterwards little-endian, its position unspecified
     * @return {@link WireCode#OK}, or what is wrong; the fields are then unspecified
     */
    public final WireCode decode(final ByteBuffer buffer) {
        buffer.order(ByteOrder.LITTLE_ENDIAN);
        if (!buffer.hasRemaining()) {
            return WireCode.EMPTY;
        }
        final byte header = buffer.get();
        if (versionOf(header) != headerVersion()) {
            return WireCode.VERSION;
        }
        if (typeCodeOf(header) != type().code()) {
            return WireCode.TYPE;
        }
        return decodeBody(buffer);
    }

    /**
     * Writes this message.
     *
     * @param buffer where to, from its position, which moves behind the message; afterwards little-endian
     * @return the message's length in bytes
     * @throws java.nio.BufferOverflowException if there is no room for it
     */
    public final int encode(final ByteBuffer buffer) {
        buffer.order(ByteOrder.LITTLE_ENDIAN);
        final int start = buffer.position();
        buffer.put((byte) (headerVersion() << VERSION_SHIFT | type().code()));
        encodeBody(buffer);
        return buffer.position() - start;
    }

    private int headerVersion() {
        return type().isOfEveryVersion() ? FIRST_VERSION : VERSION;
    }

    /**
     * Reads what follows the header byte, to the limit.
     *
     * @param buffer positioned behind the header, little-endian
     * @return what was found
     */
    abstract WireCode decodeBody(ByteBuffer buffer);

    /**
     * Writes what follows the header byte.
     *
     * @param buffer positioned behind the header, little-endian
     */
    abstract void encodeBody(ByteBuffer buffer);

    /**
     * Checks the fields as a whole, after all were read.
     *
     * @return OK, or what is out of range or not canonical
     */
    public WireCode check() {
        return WireCode.OK;
    }

    /**
     * Refuses a value that cannot travel, instead of sending another one.
     *
     * @param name  the field, for the text
     * @param value what the caller gave
     * @param min   smallest value
     * @param max   largest value
     * @return the value
     * @throws IllegalArgumentException if it is out of range
     */
    static int checked(final String name, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + ' ' + value + " is not in " + min + " to " + max);
        }
        return value;
    }

    /**
     * Compares what is left of a datagram with a fixed layout.
     *
     * @param buffer positioned where the layout begins
     * @param length what the layout takes
     * @return OK, TRUNCATED or TRAILING
     */
    static WireCode exactly(final ByteBuffer buffer, final int length) {
        final int remaining = buffer.remaining();
        if (remaining == length) {
            return WireCode.OK;
        }
        return remaining < length ? WireCode.TRUNCATED : WireCode.TRAILING;
    }

    /**
     * The version in a header byte.
     *
     * @param header a datagram's first byte
     * @return 0 to 15
     */
    static int versionOf(final byte header) {
        return (header & 0xFF) >>> VERSION_SHIFT;
    }

    /**
     * The type in a header byte.
     *
     * @param header a datagram's first byte
     * @return 0 to 15
     */
    static int typeCodeOf(final byte header) {
        return header & TYPE_MASK;
    }
}
