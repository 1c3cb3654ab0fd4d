package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A short text of printable ASCII with a length byte before it, kept in place. */
final class AsciiField {

    static final int FIRST_PRINTABLE = 0x20;
    static final int LAST_PRINTABLE = 0x7E;

    private final byte[] bytes;
    private int length;

    AsciiField(final int maxLength) {
        bytes = new byte[maxLength];
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    boolean isPrintable() {
        for (int i = 0; i < length; i++) {
            if (bytes[i] < FIRST_PRINTABLE || bytes[i] > LAST_PRINTABLE) {
                return false;
            }
        }
        return true;
    }

    /** Reads the length byte and then exactly what is left of the datagram. */
    WireCode decode(final ByteBuffer buffer) {
        return decode(buffer, false);
    }

    /** Reads the length byte and then the text, behind which more may follow if the caller says so. */
    WireCode decode(final ByteBuffer buffer, final boolean more) {
        length = 0;
        final int announced = buffer.get() & Message.U8;
        if (announced > bytes.length) {
            return WireCode.RANGE;
        }
        final int behind = more ? Math.max(0, buffer.remaining() - announced) : 0;
        final WireCode code = Message.exactly(buffer, announced + behind);
        if (code == WireCode.OK) {
            buffer.get(bytes, 0, announced);
            length = announced;
        }
        return code;
    }

    void encode(final ByteBuffer buffer) {
        buffer.put((byte) length);
        buffer.put(bytes, 0, length);
    }

    /** Is a text 1 to so many characters of printable ASCII? */
    static boolean fits(final CharSequence text, final int maxLength) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < FIRST_PRINTABLE || text.charAt(i) > LAST_PRINTABLE) {
                return false;
            }
        }
        return text.length() > 0 && text.length() <= maxLength;
    }

    /** Takes a text that fits. */
    void set(final CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        length = text.length();
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
