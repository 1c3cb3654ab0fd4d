package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Letters as bytes, and bytes that are none. */
class LetterCodecTest {

    static Letter full() {
        final Candidate candidate = new Candidate(Candidate.Type.RELAYED, "f".repeat(Candidate.MAX_FOUNDATION),
            0xFFFF_FFFFL, address("2001:db8::1"), 65535);
        return Letter.offer(Way.RELAYED, Letter.MAX_GENERATION, new Letter.Offer("u".repeat(LetterCodec.MAX_WORD),
            "p".repeat(LetterCodec.MAX_WORD), Collections.nCopies(LetterCodec.MAX_CANDIDATES, candidate)));
    }

    static Letter small() {
        return Letter.offer(Way.DIRECT, 1, new Letter.Offer("abcd", "passwordpasswordpassword", List.of(
            new Candidate(Candidate.Type.HOST, "1", 2_130_706_431L, address("192.0.2.7"), 7000),
            new Candidate(Candidate.Type.SERVER_REFLEXIVE, "2/+", 1, address("203.0.113.9"), 1))));
    }

    static InetAddress address(final String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (final UnknownHostException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }

    @Test
    void shouldReadWhatItWrites() {
        for (final Letter letter : List.of(full(), small(), Letter.begin(1), Letter.begin(Letter.MAX_GENERATION))) {
            final byte[] bytes = LetterCodec.encode(letter);
            assertTrue(bytes.length <= PathMesh.MAX_LETTER_BYTES, bytes.length + " bytes");
            assertEquals(letter, LetterCodec.decode(bytes));
        }
        assertEquals(6, LetterCodec.encode(Letter.begin(7)).length);
    }

    @Test
    void shouldRefuseWhatIsShorterOrLonger() {
        final byte[] bytes = LetterCodec.encode(small());
        for (int length = 0; length < bytes.length; length++) {
            assertNull(LetterCodec.decode(Arrays.copyOf(bytes, length)), "length " + length);
        }
        assertNull(LetterCodec.decode(Arrays.copyOf(bytes, bytes.length + 1)));
        assertNull(LetterCodec.decode(new byte[PathMesh.MAX_LETTER_BYTES + 1]));
    }

    /** Version, kind, sign of the generation, length of the ufrag, a character of it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 6, 7})
    void shouldRefuseAValueOutOfItsRange(final int place) {
        final byte[] bytes = LetterCodec.encode(small());
        assertNotNull(LetterCodec.decode(bytes));
        bytes[place] = (byte) 0x80;
        assertNull(LetterCodec.decode(bytes));
    }

    @Test
    void shouldNotBelieveInPlacesWhereNobodyElseIs() {
        for (final String place : List.of("0.0.0.0", "224.0.0.1", "169.254.1.1", "127.0.0.1", "::", "::1", "fe80::1",
            "ff02::1")) {
            assertFalse(new Candidate(Candidate.Type.HOST, "1", 1, address(place), 1).isPlausible(false), place);
        }
        assertTrue(new Candidate(Candidate.Type.HOST, "1", 1, address("127.0.0.1"), 1).isPlausible(true));
        assertTrue(new Candidate(Candidate.Type.HOST, "1", 1, address("192.168.1.7"), 1).isPlausible(false));
    }
}
