package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.WireCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        assertTrue(err.toString().startsWith("lockstep: there is no command 'inspekt'"), err.toString());
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

    @Test
    void shouldCompleteEveryCommandAndItsOptions() {
        assertEquals(0, run("completion"));
        final String script = out.toString();
        assertTrue(script.startsWith("#!/usr/bin/env bash"), script.substring(0, 80));
        assertTrue(script.contains("complete -F _complete_lockstep"), "no completion");
        commands().forEach(command -> assertTrue(script.contains("function _picocli_"
            + command.getCommandSpec().qualifiedName("_") + "("), command.getCommandName()));
        assertTrue(script.contains("'--two-peer-policy'"), "an option of peer is missing");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldKeepTheHelpInEightyColumnsAndItsExitCodesInLine(final CommandLine command) {
        assertEquals(0, ask(command, "--help"));
        final List<String> lines = out.toString().lines().toList();
        lines.forEach(line -> assertTrue(line.length() <= 80, line));
        final int from = lines.indexOf("Exit code:");
        if (from < 0) {
            return;
        }
        int column = -1;
        for (final String line : lines.subList(from + 1, lines.size())) {
            final Matcher code = Pattern.compile(" +[0-9][0-9, ]* +(?=\\S)").matcher(line);
            if (line.isEmpty() || !line.startsWith(" ")) {
                return;
            }
            final int start = code.lookingAt() ? code.end() : line.length() - line.stripLeading().length();
            column = column < 0 ? start : column;
            assertEquals(column, start, line);
        }
    }

    static Stream<CommandLine> commands() {
        // The command help is picocli's own.
        return within(Lockstep.commandLine()).filter(each -> !each.getCommandName().equals("help"));
    }

    private static Stream<CommandLine> within(final CommandLine line) {
        return line.getSubcommands().values().stream().flatMap(each -> Stream.concat(Stream.of(each), within(each)));
    }

    /** Runs a command with one option. */
    private int ask(final CommandLine command, final String option) {
        final String name = command.getCommandSpec().qualifiedName();
        return run((name.substring("lockstep ".length()) + " " + option).split(" "));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldTellTheVersionToWhoAsksAnyCommand(final CommandLine command) {
        assertEquals(0, ask(command, "--version"));
        assertTrue(out.toString().startsWith("lockstep "), out.toString());
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldDescribeEveryCommandInItsListWithAWholeSentence(final CommandLine command) {
        assertEquals(0, ask(command, "--help"));
        final String name = command.getCommandSpec().qualifiedName();
        assertTrue(out.toString().startsWith("Usage: " + name + " "), out.toString());
        final String first = command.getCommandSpec().usageMessage().description()[0];
        assertTrue(first.endsWith("."), first);
    }
}
