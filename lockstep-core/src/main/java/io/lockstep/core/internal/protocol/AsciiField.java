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

    /** Takes a text from a message read by its fields' names. */
    void read(final FieldReader in) {
        if (!set(in.text())) {
            in.fail(WireCode.RANGE);
        }
    }

    /** Takes a text if it fits and is printable ASCII. */
    boolean set(final CharSequence text) {
        if (text.length() > bytes.length) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c < FIRST_PRINTABLE || c > LAST_PRINTABLE) {
                return false;
            }
            bytes[i] = (byte) c;
        }
        length = text.length();
        return true;
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
