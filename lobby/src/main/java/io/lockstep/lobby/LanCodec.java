package io.lockstep.lobby;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is asked and answered on the local network, each in one datagram, big-endian. A question is as long as the
 * longest answer may be, so that nobody gets more out than in. Stateless.
 *
 * <pre>
 * question: "LSQ1" | number 8 | zeros up to 192 bytes
 * answer:   "LSA1" | number 8 | port 2 | seats 1 | taken 1 | open 1 | code 8 | length 1 | name, UTF-8
 * </pre>
 */
final class LanCodec {

    static final int QUESTION_BYTES = 192;

    private static final int ASK = 0x4C535131;
    private static final int ANSWER = 0x4C534131;
    private static final int HEAD_BYTES = 26;

    private LanCodec() {
    }

    static byte[] question(final long number) {
        return ByteBuffer.allocate(QUESTION_BYTES).putInt(ASK).putLong(number).array();
    }

    /** Whether this is one, between position and limit; its number is behind the first four bytes. */
    static boolean isQuestion(final ByteBuffer in) {
        return in.remaining() == QUESTION_BYTES && in.getInt(in.position()) == ASK;
    }

    static long number(final ByteBuffer in) {
        return in.getLong(in.position() + Integer.BYTES);
    }

    static byte[] answer(final long number, final LanMatch match) {
        final byte[] name = match.host().getBytes(StandardCharsets.UTF_8);
        final String code = Objects.requireNonNull(Codes.read(match.code()), "code");
        return ByteBuffer.allocate(HEAD_BYTES + name.length).putInt(ANSWER).putLong(number)
            .putShort((short) match.lobby().getPort()).put((byte) match.seats()).put((byte) match.taken())
            .put((byte) (match.open() ? 1 : 0)).put(code.getBytes(StandardCharsets.US_ASCII))
            .put((byte) name.length).put(name).array();
    }

    /** An answer to that question, from a host at that address; null if it is none. */
    static @Nullable LanMatch match(final ByteBuffer in, final long number, final String address) {
        if (in.remaining() < HEAD_BYTES || in.getInt() != ANSWER || in.getLong() != number) {
            return null;
        }
        final int port = in.getShort() & 0xFFFF;
        final int seats = in.get();
        final int taken = in.get();
        final int open = in.get();
        final String shown = text(in, Codes.CODE_LENGTH);
        final String name = text(in, in.get() & 0xFF);
        // As its host writes it, not as somebody may have typed it.
        if (shown == null || name == null) {
            return null;
        }
        final boolean sound = port > 0 && seats >= Limits.MIN_SEATS && seats <= Limits.MAX_SEATS && taken >= 0
            && taken <= seats && (open == 0 || open == 1) && shown.equals(Codes.read(shown))
            && Names.isName(name) && !in.hasRemaining();
        return sound ? new LanMatch(Codes.shown(shown), name, seats, taken, open == 1,
            URI.create("http://" + address + ":" + port)) : null;
    }

    /** Null if it is shorter, or no text. */
    private static @Nullable String text(final ByteBuffer in, final int length) {
        if (in.remaining() < length) {
            return null;
        }
        final ByteBuffer bytes = in.slice().limit(length);
        in.position(in.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (final CharacterCodingException none) {
            return null;
        }
    }
}
