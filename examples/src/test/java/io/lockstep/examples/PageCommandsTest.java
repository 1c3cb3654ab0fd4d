package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.inspect.InspectCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Every command that a page shows can be typed, and what is quick is typed here. */
class PageCommandsTest {

    private static final CommandLine LINE = Lockstep.commandLine();

    private static List<PageCommands.Shown> shown() throws IOException {
        final List<PageCommands.Shown> all = new ArrayList<>();
        for (final String page : Pages.all()) {
            all.addAll(PageCommands.of(page, Pages.text(page)));
        }
        return all;
    }

    /** The complaint about a command that cannot be typed; empty when it can. */
    private static String complaint(final PageCommands.Shown shown) {
        try {
            LINE.parseArgs(shown.words());
            return "";
        } catch (final UnmatchedArgumentException unknown) {
            return shown + ": " + unknown.getMessage();
        } catch (final MissingParameterException missing) {
            final Set<String> known = missing.getCommandLine().getCommandSpec().optionsMap().keySet();
            final boolean understood = Stream.of(shown.words()).filter(word -> word.startsWith("-"))
                .allMatch(word -> known.contains(word.replaceFirst("=.*", "")));
            return understood && (!shown.whole() || shown.isPattern()) ? "" : shown + ": " + missing.getMessage();
        } catch (final ParameterException wrong) {
            return shown.isPattern() ? "" : shown + ": " + wrong.getMessage();
        }
    }

    @Test
    void shouldShowCommandsThatCanBeTyped() throws IOException {
        final List<PageCommands.Shown> all = shown();
        assertTrue(all.stream().filter(PageCommands.Shown::whole).count() > 50, all.toString());
        assertEquals("", String.join("\n", all.stream().map(PageCommandsTest::complaint)
            .filter(complaint -> !complaint.isEmpty()).toList()));
    }

    @Test
    void shouldNoticeACommandThatCannotBeTyped() {
        for (final String line : List.of("    ./lockstep demo --sedonds 14  # plays", "`./lockstep dmeo`",
            "say `./lockstep peer --kye-file K` then", "    ./lockstep soak --seeds",
            "    ./lockstep soak --seeds many",
            "    ./lockstep replay info a.rec; ./lockstep replay verfy a.rec", "$ ./lockstep key --nothing")) {
            final List<PageCommands.Shown> shown = PageCommands.of("A.md", line);
            assertEquals(1, shown.stream().filter(one -> !complaint(one).isEmpty()).count(), line);
        }
        assertEquals("", complaint(PageCommands.of("A.md", "see `./lockstep inspect --codec`").get(0)));
    }

    static Stream<PageCommands.Shown> translations() throws IOException {
        return shown().stream().filter(one -> one.whole() && one.startsWith("inspect") && !one.text().contains("--file")
            && one.words().length > 1 && !one.isPattern() && isMessage(one));
    }

    /** Ends with a message in hexadecimal, and does not wait for lines. */
    private static boolean isMessage(final PageCommands.Shown shown) {
        return shown.words()[shown.words().length - 1].matches("[0-9a-f]{2,}");
    }

    @ParameterizedTest
    @MethodSource("translations")
    void shouldTranslateTheMessagesThatAPageShows(final PageCommands.Shown shown) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final String[] words = shown.words();
        final int code = new CommandLine(new InspectCommand(InputStream.nullInputStream(), out))
            .execute(Arrays.copyOfRange(words, 1, words.length));
        final List<String> printed = out.toString(StandardCharsets.UTF_8).strip().lines().toList();
        assertEquals(0, code, () -> shown + " prints " + printed);
        if (!shown.printed().isEmpty()) {
            assertEquals(shown.printed(), printed, shown.where());
        }
    }

    @Test
    void shouldShowWhatAMessageIsTranslatedTo() throws IOException {
        assertTrue(translations().anyMatch(shown -> !shown.printed().isEmpty()), "no page shows what inspect prints");
    }

    /** A page that says {@code bench Seal} has benchmarks with such a name. */
    @Test
    void shouldHaveTheBenchmarksThatAPageNames() throws IOException {
        final CommandRun run = CommandRun.of("bench", "--list");
        assertEquals(0, run.code());
        final String names = String.join("\n", run.out()).toLowerCase(Locale.ROOT);
        for (final PageCommands.Shown shown : shown()) {
            if (shown.startsWith("bench")) {
                final CommandLine.ParseResult bench = LINE.parseArgs(shown.words()).subcommand();
                if (!bench.hasSubcommand() && bench.hasMatchedPositional(0)) {
                    final String name = bench.matchedPositionalValue(0, "");
                    assertTrue(names.contains(name.toLowerCase(Locale.ROOT)), shown::toString);
                }
            }
        }
        assertFalse(names.isEmpty());
    }

    @Test
    void shouldHelpWithEveryCommandThatAPageNames() throws IOException {
        for (final String command : shown().stream().map(one -> one.words()[0]).filter(word -> !word.startsWith("-"))
            .distinct().toList()) {
            assertEquals(0, CommandRun.of(command, "--help").code(), command);
        }
    }
}
