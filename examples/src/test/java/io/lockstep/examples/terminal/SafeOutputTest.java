package io.lockstep.examples.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SafeOutputTest {

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(new SafeOutput(shown, StandardCharsets.UTF_8), true,
        StandardCharsets.UTF_8);

    private void assertShown(final String text) {
        assertEquals(text, shown.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldShowPlainTextAsItIs() {
        out.println("J\u00FCrgen\t\uD83D\uDE80 1 of 2");
        out.print("no end of line");
        assertShown("J\u00FCrgen\t\uD83D\uDE80 1 of 2" + System.lineSeparator() + "no end of line");
    }

    @Test
    void shouldShowNoEscapeSequence() {
        out.print("a\u001B[2Jb\rc\u0007\n\u009B31md\n");
        assertShown("a\uFFFD[2Jb\uFFFDc\uFFFD\n\uFFFD31md\n");
    }

    @Test
    void shouldShowNoDirectionMark() {
        out.println("gnp.\u202Eexe");
        assertShown("gnp.\uFFFDexe" + System.lineSeparator());
    }

    @Test
    void shouldPassBytesThatComeOneByOne() {
        for (final byte each : "\u00FC\u001B\n".getBytes(StandardCharsets.UTF_8)) {
            out.write(each);
        }
        assertShown("\u00FC\uFFFD\n");
    }
}
