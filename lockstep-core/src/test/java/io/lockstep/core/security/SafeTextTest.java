package io.lockstep.core.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "Ann", "Zo\u00eb", "\u0645\u062d\u0645\u062f", "\u5f20 \u4f1f", "\uD83D\uDE00",
        "e\u0301\u0323", "100 % <b>"})
    void shouldKeepTextThatIsFit(final String text) {
        assertEquals(text, SafeText.of(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001b", "\u0000", "\n", "\r", "\t", "\u007f", "\u009b", "\u202e", "\u2066", "\u200f",
        "\u200b", "\u2028", "\u2029", "\uFEFF", "\uE000", "\uD83D", "\uDE00", "\uDB40\uDC41"})
    void shouldReplaceWhatIsExecutedOrUnseen(final String character) {
        assertEquals("a\uFFFDb", SafeText.of("a" + character + "b"));
    }

    @Test
    void shouldLeaveNothingOfATerminalsCommands() {
        assertEquals("\uFFFD[2J\uFFFD]0;title\uFFFD", SafeText.of("\u001b[2J\u001b]0;title\u0007"));
    }

    @Test
    void shouldLimitMarksOnOneLetter() {
        final String shown = SafeText.of("a" + "\u0301".repeat(50));

        assertEquals("a" + "\u0301".repeat(4) + "\uFFFD".repeat(46), shown);
    }

    @Test
    void shouldCutByCodePointsAndSaySo() {
        assertEquals("abc", SafeText.of("abc", 3));
        assertEquals("ab\u2026", SafeText.of("abcd", 3));
        assertEquals("\uD83D\uDE00\u2026", SafeText.of("\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00", 2));
        assertEquals("\u2026", SafeText.of("ab", 1));
        assertEquals(SafeText.DEFAULT_LENGTH, SafeText.of("x".repeat(20_000)).length());
    }

    /** A safe text is safe: a second pass does not change it. */
    @Test
    void shouldChangeNothingTheSecondTime() {
        final StringBuilder all = new StringBuilder();
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            all.appendCodePoint(codePoint);
        }
        final String once = SafeText.of(all.toString(), Integer.MAX_VALUE);

        assertEquals(once, SafeText.of(once, Integer.MAX_VALUE));
        assertTrue(once.codePoints().noneMatch(Character::isISOControl));
    }

    @Test
    void shouldRefuseALengthBelowOne() {
        assertThrows(IllegalArgumentException.class, () -> SafeText.of("a", 0));
    }
}
