package io.lockstep.examples.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

class LastLineTest {

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final PrintStream terminal = new PrintStream(screen, true, StandardCharsets.UTF_8);
    private final LastLine line = new LastLine();
    private final PrintStream out = new PrintStream(line.before(terminal), true, StandardCharsets.UTF_8);

    @AfterEach
    void forget() {
        System.clearProperty(Terminal.PROPERTY);
    }

    private String seen() {
        final String text = screen.toString(StandardCharsets.UTF_8);
        screen.reset();
        return text;
    }

    @Test
    void shouldWriteOverItself() {
        line.show(terminal, "9 of 10");
        line.show(terminal, "10");
        assertEquals("\r9 of 10\r10     ", seen());
    }

    @Test
    void shouldBeGoneBeforeAnythingIsPrinted() {
        line.show(terminal, "3 s");
        out.print("seed 1: ok\n");
        assertEquals("\r3 s\r   \rseed 1: ok\n", seen());
        out.print("seed 2: ok\n");
        assertEquals("seed 2: ok\n", seen());
    }

    @Test
    void shouldStayAwayWhileSomethingIsPrinted() {
        out.print("seed 1: ok\n");
        seen();
        line.show(terminal, "4 s");
        assertEquals("", seen());
        line.show(terminal, "5 s");
        assertEquals("\r5 s", seen());
    }

    @Test
    void shouldNotWrap() {
        assertEquals("3 of 10 matches, 12 s", Progress.text("3 of 10 matches", 12_900));
        assertEquals("7 s", Progress.text("", 7000));
        assertEquals(79, Progress.text("x".repeat(200), 0).length());
    }

    @Test
    void shouldShowNothingInAFile() {
        System.setProperty(Terminal.PROPERTY, "false");
        assertFalse(Terminal.isStandardError());
        assertSame(Progress.SILENT, Progress.begin());
    }

    @Test
    void shouldBeSilentForACommandOnItsOwn() {
        assertSame(Progress.SILENT, Progress.of(CommandSpec.forAnnotatedObject(new Alone())));
        Progress.SILENT.show(() -> "nobody asks");
        Progress.SILENT.close();
    }

    @Command(name = "alone")
    static final class Alone {
    }
}
