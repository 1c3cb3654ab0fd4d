package io.lockstep.transport.ice;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * Letters as bytes: version, kind, generation (4), and of an offer ufrag, password, a count and as many candidates,
 * each type, priority (4), foundation, address and port (2). Texts and addresses have their length in a byte before
 * them; numbers are big-endian. A letter has nothing behind it. Stateless.
 */
@NullUnmarked
final class LetterCodec {

    static final int VERSION = 1;
    /** Of a ufrag or a password; ice4j makes 13 and 26. */
    static final int MAX_WORD = 64;
    /** So that a letter fits one message of a lane: a machine with more addresses names the best of them. */
    static final int MAX_CANDIDATES = 24;

    private static final int MIN_UFRAG = 4;
    private static final int MIN_PASSWORD = 22;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final long U32 = 0xFFFF_FFFFL;

    private LetterCodec() {
    }

    static byte[] encode(final Letter letter) {
        final ByteBuffer out = ByteBuffer.allocate(PathMesh.MAX_LETTER_BYTES);
        out.put((byte) VERSION).put((byte) letter.kind().ordinal()).putInt(letter.generation());
        if (letter.offer() != null) {
            putWord(out, letter.offer().ufrag());
            putWord(out, letter.offer().password());
            out.put((byte) letter.offer().candidates().size());
            for (final Candidate candidate : letter.offer().candidates()) {
                put(out, candidate);
            }
        }
        final byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }

    private static void put(final ByteBuffer out, final Candidate candidate) {
        out.put((byte) candidate.type().ordinal()).putInt((int) candidate.priority());
        putWord(out, candidate.foundation());
        final byte[] address = candidate.address().getAddress();
        out.put((byte) address.length).put(address).putShort((short) candidate.port());
    }

    private static void putWord(final ByteBuffer out, final String word) {
        out.put((byte) word.length()).put(word.getBytes(StandardCharsets.US_ASCII));
    }

    /** Null if it is none. */
    static Letter decode(final byte[] bytes) {
        if (bytes.length > PathMesh.MAX_LETTER_BYTES) {
            return null;
        }
        try {
            final ByteBuffer in = ByteBuffer.wrap(bytes);
            final Letter letter = letter(in);
            return in.hasRemaining() ? null : letter;
        } catch (final BufferUnderflowException | Refused shortOrWrong) {
            return null;
        }
    }

    private static Letter letter(final ByteBuffer in) throws Refused {
        check(in.get() == VERSION);
        final Letter.Kind kind = Letter.Kind.values()[place(in, Letter.Kind.values().length)];
        final int generation = in.getInt();
        check(generation >= 1 && generation <= Letter.MAX_GENERATION);
        if (kind == Letter.Kind.BEGIN) {
            return Letter.begin(generation);
        }
        final String ufrag = word(in, MIN_UFRAG, MAX_WORD);
        final String password = word(in, MIN_PASSWORD, MAX_WORD);
        final int count = place(in, MAX_CANDIDATES + 1);
        final List<Candidate> candidates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            candidates.add(candidate(in));
        }
        return new Letter(kind, generation, new Letter.Offer(ufrag, password, List.copyOf(candidates)));
    }

    private static Candidate candidate(final ByteBuffer in) throws Refused {
        final Candidate.Type type = Candidate.Type.values()[place(in, Candidate.Type.values().length)];
        final long priority = in.getInt() & U32;
        final String foundation = word(in, 1, Candidate.MAX_FOUNDATION);
        final InetAddress address = address(in);
        final int port = in.getShort() & 0xFFFF;
        check(priority > 0 && port > 0);
        return new Candidate(type, foundation, priority, address, port);
    }

    private static InetAddress address(final ByteBuffer in) throws Refused {
        final int length = in.get();
        check(length == IPV4_BYTES || length == IPV6_BYTES);
        final byte[] address = new byte[length];
        in.get(address);
        try {
            return InetAddress.getByAddress(address);
        } catch (final UnknownHostException wrongLength) {
            throw new Refused();
        }
    }

    private static int place(final ByteBuffer in, final int places) throws Refused {
        final int place = in.get();
        check(place >= 0 && place < places);
        return place;
    }

    /** Of the characters that ICE allows. */
    private static String word(final ByteBuffer in, final int least, final int most) throws Refused {
        final int length = in.get();
        check(length >= least && length <= most);
        final char[] word = new char[length];
        for (int i = 0; i < length; i++) {
            word[i] = (char) in.get();
            check(word[i] >= '0' && word[i] <= '9' || word[i] >= 'a' && word[i] <= 'z'
                || word[i] >= 'A' && word[i] <= 'Z' || word[i] == '+' || word[i] == '/');
        }
        return new String(word);
    }

    private static void check(final boolean sound) throws Refused {
        if (!sound) {
            throw new Refused();
        }
    }

    /** Not a letter; never leaves this class. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused() {
            super(null, null, false, false);
        }
    }
}
