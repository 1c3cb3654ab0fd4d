package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpGroupsTest {

    /** Only options that every command has are listed under "Other". */
    @ParameterizedTest
    @ValueSource(strings = {"peer", "soak"})
    void shouldListEveryOptionInOneGroup(final String command) {
        final CommandLine line = Lockstep.commandLine().getSubcommands().get(command);
        final String help = line.getUsageMessage();
        for (final OptionSpec option : line.getCommandSpec().options()) {
            final String entry = "(?m)^ {2,6}(-., )?" + option.longestName() + "\\b(?!-)";
            assertEquals(2, help.split(entry, -1).length, option.longestName() + " in\n" + help);
        }
        final String other = help.substring(help.indexOf("\nOther:"));
        assertFalse(other.contains("="), other);
    }

    @Test
    void shouldHelpWithACommandByItsName() throws IOException {
        final CommandRun run = CommandRun.of("help", "peer");
        assertEquals(0, run.code());
        assertEquals(CommandRun.of("peer", "--help").out(), run.out());
        assertTrue(run.out().get(0).startsWith("Usage: lockstep peer"));
    }
}
