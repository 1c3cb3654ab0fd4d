package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of bodies, which has one way to be written. */
class LinesTest {

    private static Lines parse(final String text) {
        return Lines.parse(text.getBytes(StandardCharsets.UTF_8), 8);
    }

    @Test
    void shouldReadWhatItWrote() {
        final Lines lines = new Lines().add("name", "Ann of Ålesund").add("seat", 3).add("seat", 4);
        final Lines read = Lines.parse(lines.bytes(), 8);
        assertEquals("Ann of Ålesund", read.get("name"));
        assertEquals(List.of("3", "4"), read.all("seat"));
        assertArrayEquals(lines.bytes(), read.bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"name Ann", "name\n", "name \n", " Ann\n", "Name Ann\n", "na-me Ann\n", "\n",
        "\nname Ann\n",
        "name Ann\r\n", "name A\tnn\n", "name A\u0000nn\n", "name A\u0085nn\n", "averyveryverylongkey 1\n",
        "a 1\na 1\na 1\na 1\na 1\na 1\na 1\na 1\na 1\n"})
    void shouldRefuseWhatHasAnotherForm(final String text) {
        assertNull(parse(text));
    }

    @Test
    void shouldRefuseWhatIsNoText() {
        assertNull(Lines.parse(new byte[] {'a', ' ', (byte) 0xC0, (byte) 0x80, '\n'}, 8));
        assertNull(Lines.parse(new byte[] {'a', ' ', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '\n'}, 8));
    }

    @Test
    void shouldTakeNothingAsNoLines() {
        assertNotNull(parse(""));
    }

    @Test
    void shouldNotChooseBetweenTwoOfAKind() {
        assertNull(parse("seats 2\nseats 3\n").get("seats"));
        assertNull(parse("seats 2\nseats 3\n").get("seats", "4"));
        assertEquals("4", parse("").get("seats", "4"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "+1", "01", "1.0", "9", "1000000000000000000000", "x", "1 "})
    void shouldTakeNumbersInOneFormAndRangeAlone(final String number) {
        assertEquals(-1, Lines.number(number, 8));
    }

    @Test
    void shouldWriteNoLineThatItWouldNotRead() {
        assertThrows(IllegalArgumentException.class, () -> new Lines().add("name", "two\nlines"));
        assertThrows(IllegalArgumentException.class, () -> new Lines().add("name", ""));
        assertThrows(IllegalArgumentException.class, () -> new Lines().add("a b", "c"));
    }
}
