package io.lockstep.examples.inspect;

import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.MessageCodec;
import io.lockstep.core.protocol.ProtocolMode;
import io.lockstep.core.protocol.WireCode;
import io.lockstep.core.protocol.WireLimits;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;

/** Translates one line, and keeps either what it became or what is wrong with it. */
final class Translator {

    private static final int FIRST_BUFFER_BYTES = 64 << 10;
    private static final int HEX_RADIX = 16;

    private final MessageCodec codec;
    private ByteBuffer binary = ByteBuffer.allocate(FIRST_BUFFER_BYTES);
    private String result;
    private String detail;

    Translator(final WireLimits limits) {
        codec = new MessageCodec(limits);
    }

    /** The line's translation. */
    String result() {
        return result;
    }

    /** What is wrong with the line. */
    String detail() {
        return detail;
    }

    WireCode refuse(final WireCode code, final String why) {
        detail = why == null ? code.meaning() : code.meaning() + ": " + why;
        return code;
    }

    /** From hexadecimal to JSON; the line's bytes are overwritten. */
    WireCode toJson(final ByteBuffer line) {
        if (!line.hasRemaining()) {
            return refuse(WireCode.EMPTY, null);
        }
        final String digits = problemWithDigits(line);
        if (digits != null) {
            return refuse(WireCode.HEX, digits);
        }
        final ByteBuffer datagram = bytes(line);
        final WireCode code = codec.decode(datagram);
        if (code == WireCode.OK) {
            result = codec.toJson(codec.decoded()).toString();
            return code;
        }
        return refuse(code, codec.jsonDetail() == null
            ? String.format(Locale.ROOT, "header %02x, %d bytes", datagram.get(0), datagram.limit())
            : codec.jsonDetail());
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
            final int high = Character.digit(digits.get(2 * i), HEX_RADIX);
            digits.put(i, (byte) (high << 4 | Character.digit(digits.get(2 * i + 1), HEX_RADIX)));
        }
        return digits.limit(length);
    }

    /** From JSON to hexadecimal. */
    WireCode toHex(final ByteBuffer line) {
        if (!line.hasRemaining()) {
            return refuse(WireCode.EMPTY, null);
        }
        final WireCode code = codec.decodeJson(line);
        if (code != WireCode.OK) {
            return refuse(code, codec.jsonDetail());
        }
        final int length = encode(codec.decoded());
        result = HexFormat.of().formatHex(binary.array(), 0, length);
        return code;
    }

    private int encode(final Message message) {
        while (true) {
            try {
                return codec.encode(message, binary.clear(), ProtocolMode.BINARY);
            } catch (final BufferOverflowException e) {
                // Ends: a message is never longer than its limits allow.
                binary = ByteBuffer.allocate(2 * binary.capacity());
            }
        }
    }
}
