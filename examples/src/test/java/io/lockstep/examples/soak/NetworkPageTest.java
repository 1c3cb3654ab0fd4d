package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.testkit.Profile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of the pages are what the program prints: one row of each page, and others with -Pfleet. */
@Execution(ExecutionMode.CONCURRENT)
class NetworkPageTest {

    static final Path FILE = Path.of("../docs/NETWORK.md");
    private static final Path ROLLBACK = Path.of("../docs/ROLLBACK.md");
    static final String ADVICE = "make them anew: ./lockstep soak --page docs/";

    static final String SMALL = "--peers 3 --frames 900 --seeds 1..3 --stats-from-ms 5000";

    static TablePage.Table table(final Path page, final String command) throws IOException {
        final List<TablePage.Table> found = new TablePage(page, PageOptions.PROGRAM).tables().stream()
            .filter(table -> table.command().equals("--table " + command)).toList();
        assertEquals(1, found.size(), "tables made with " + command);
        return found.get(0);
    }

    @Test
    void shouldShowARowOfTheNetworkAsItIsPrinted() throws IOException {
        assertHasRow(FILE, "terrible", SMALL);
    }

    @Test
    void shouldShowARowOfRollbackAsItIsPrinted() throws IOException {
        assertHasRow(ROLLBACK, "wifi_congested", SMALL + " --prediction 8");
    }

    /** Plays a profile as a table's command says, and finds its row in the page. */
    static void assertHasRow(final Path page, final String profile, final String command) throws IOException {
        final TablePage.Table table = table(page, command);
        final List<String> rows = PageMaker.play(SoakCommand::new, table, 1, new PrintWriter(new StringWriter()),
            "--profile", profile);
        assertTrue(table.rows().contains(rows.get(2)),
            () -> rows.get(2) + " is not in " + table.rows() + "; " + ADVICE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NETWORK.md", "ROLLBACK.md"})
    void shouldShowNoFiguresOfProfilesWithoutTheirCommand(final String name) throws IOException {
        final Path page = FILE.resolveSibling(name);
        final long heads = Files.readAllLines(page).stream().filter(line -> line.startsWith("| profile |")).count();
        final List<TablePage.Table> tables = new ArrayList<>(new TablePage(page, PageOptions.PROGRAM).tables());
        tables.removeIf(table -> table.command().contains("--rates"));
        assertEquals(heads, tables.size());
        for (final TablePage.Table table : tables) {
            assertEquals(2 + Profile.values().length, table.rows().size(), table.command());
        }
    }
}
