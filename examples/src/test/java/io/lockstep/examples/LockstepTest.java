package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.protocol.WireCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class LockstepTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(final String... args) {
        final CommandLine line = Lockstep.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(args);
    }

    @Test
    void shouldShowItsCommandsWhenNoneIsNamed() {
        assertEquals(2, run());
        assertTrue(err.toString().contains("inspect"), err.toString());
        assertEquals("", out.toString());
    }

    @Test
    void shouldExplainAMistakeInOneLineAndAHint() {
        assertEquals(2, run("inspect", "--nonsense"));
        assertEquals(2, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().startsWith("lockstep inspect: Unknown option: '--nonsense'"), err.toString());
    }

    @Test
    void shouldSayWhichCommandMayBeMeant() {
        assertEquals(2, run("inspekt"));
        final String hint = err.toString().lines().skip(1).findFirst().orElseThrow();
        assertTrue(hint.startsWith("Did you mean: ") && hint.contains("lockstep inspect"), err.toString());
    }

    @Test
    void shouldNameValueAndRangeOfABadInputLength() {
        assertEquals(2, run("inspect", "--input-bytes", "65"));
        assertEquals("lockstep inspect: --input-bytes 65 is not in 1 to 64",
            err.toString().lines().findFirst().orElseThrow());
    }

    @Test
    void shouldListEveryErrorCodeInTheHelp() {
        assertEquals(0, run("inspect", "--help"));
        for (final WireCode code : WireCode.values()) {
            assertTrue(code == WireCode.OK || out.toString().contains(code + " "), code.toString());
            assertTrue(code == WireCode.OK || out.toString().contains(code.meaning()), code.toString());
        }
    }

    @Test
    void shouldTellItsVersion() {
        assertEquals(0, run("--version"));
        assertTrue(out.toString().startsWith("lockstep "), out.toString());
    }

    static Stream<String> commands() {
        return names(Lockstep.commandLine()).skip(1);
    }

    private static Stream<String> names(final CommandLine line) {
        return Stream.concat(Stream.of(line.getCommandSpec().qualifiedName()),
            line.getSubcommands().values().stream().flatMap(LockstepTest::names));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldTellTheVersionToWhoAsksAnyCommand(final String command) {
        assertEquals(0, run((command + " --version").split(" ", 2)[1].split(" ")));
        assertTrue(out.toString().startsWith("lockstep "), out.toString());
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldDescribeEveryCommandInItsListWithAWholeSentence(final String command) {
        assertEquals(0, run((command + " --help").split(" ", 2)[1].split(" ")));
        assertTrue(out.toString().startsWith("Usage: " + command + " "), out.toString());
        CommandLine line = Lockstep.commandLine();
        for (final String name : command.split(" ", 2)[1].split(" ")) {
            line = line.getSubcommands().get(name);
        }
        final String first = line.getCommandSpec().usageMessage().description()[0];
        assertTrue(first.endsWith("."), first);
    }
}
