package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What players tell each other, and what proves them. */
class CodesTest {

    @Test
    void shouldHaveFortyBitsInACode() {
        final Random random = new Random(1);
        final Set<Character> used = new HashSet<>();
        final Set<String> codes = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            final String code = Codes.code(random, "");
            assertEquals(code, Codes.read(code));
            code.chars().forEach(c -> used.add((char) c));
            codes.add(code);
        }
        assertEquals(32, used.size());
        assertEquals(2000, codes.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"7K2P-M301", "7k2p-m301", "7K2PM301", " 7k2p m3ol ", "7K2P-M3OI"})
    void shouldReadACodeAsPeopleWriteIt(final String typed) {
        assertEquals("7K2PM301", Codes.read(typed));
        assertEquals("7K2P-M301", Codes.shown(Codes.read(typed)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7K2P-M30", "7K2P-M3011", "7K2P-M30U", "7K2P-M30!", "7K2P/M301", "7K2P-M30\u0130",
        "                                 7K2PM301"})
    void shouldReadNoOther(final String typed) {
        assertNull(Codes.read(typed));
    }

    @Test
    void shouldHave128BitsInAToken() {
        final String token = Codes.token(new Random(2));
        assertTrue(Codes.isToken(token));
        assertEquals(32, token.length());
        assertFalse(Codes.isToken(token.substring(1)));
        assertFalse(Codes.isToken(token.substring(1) + "G"));
        assertFalse(Codes.isToken(null));
    }

    @Test
    void shouldReadNoMoreBytesThanAsked() {
        assertArrayEquals(new byte[] {1, 2}, Codes.bytes(Codes.text(new byte[] {1, 2}), 2));
        assertNull(Codes.bytes(Codes.text(new byte[3]), 2));
        assertNull(Codes.bytes("!!!!", 3));
        assertNull(Codes.bytes(null, 3));
    }

    @Test
    void shouldBeginAsItsLobbyIsTold() {
        final Random random = new Random(2);
        for (int i = 0; i < 100; i++) {
            final String code = Codes.code(random, "K7");
            assertTrue(code.startsWith("K7") && code.equals(Codes.read(code)), code);
        }
        assertTrue(Codes.isPrefix("") && Codes.isPrefix("K7"));
        assertFalse(Codes.isPrefix("K7A") || Codes.isPrefix("L") || Codes.isPrefix("k"));
    }
}
