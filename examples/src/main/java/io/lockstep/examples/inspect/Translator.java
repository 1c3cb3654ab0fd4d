package io.lockstep.examples.inspect;

import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.examples.formats.Answer;
import io.lockstep.examples.formats.Format;
import io.lockstep.examples.formats.LockstepFormat;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Lines of hexadecimal digits as messages of a format. */
final class Translator {

    private Translator() {
    }

    /** From hexadecimal to JSON; the line's bytes are overwritten. */
    static Answer toJson(final ByteBuffer line, final Format format) {
        if (!line.hasRemaining()) {
            return LockstepFormat.refuse(WireCode.EMPTY, null);
        }
        final String digits = problemWithDigits(line);
        return digits != null ? LockstepFormat.refuse(WireCode.HEX, digits) : format.decode(bytes(line));
    }

    private static String problemWithDigits(final ByteBuffer line) {
        for (int i = line.position(); i < line.limit(); i++) {
            final byte c = line.get(i);
            if (c < 0 || !HexFormat.isHexDigit(c)) {
                return "byte " + (i - line.position() + 1) + " of the line is no digit";
            }
        }
        return line.remaining() % 2 == 0 ? null : line.remaining() + " digits";
    }

    /** Half as long as the digits, so it fits into their place. */
    private static ByteBuffer bytes(final ByteBuffer line) {
        final ByteBuffer digits = line.slice();
        final int length = digits.limit() / 2;
        for (int i = 0; i < length; i++) {
            final int high = HexFormat.fromHexDigit(digits.get(2 * i));
            digits.put(i, (byte) (high << 4 | HexFormat.fromHexDigit(digits.get(2 * i + 1))));
        }
        return digits.limit(length);
    }

    /** From JSON to hexadecimal. */
    static Answer toHex(final ByteBuffer line, final LockstepFormat format) {
        return line.hasRemaining() ? format.encode(line) : LockstepFormat.refuse(WireCode.EMPTY, null);
    }
}
