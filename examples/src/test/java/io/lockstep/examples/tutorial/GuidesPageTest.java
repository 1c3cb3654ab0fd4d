package io.lockstep.examples.tutorial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guides show what is compiled. */
class GuidesPageTest {

    private static final Path SNIPPETS =
        Path.of("src/test/java/io/lockstep/examples/tutorial/GuideSnippets.java");

    @ParameterizedTest
    @ValueSource(strings = {"MAIN-LOOP", "INPUT-DELAY", "DROP-AND-REJOIN", "DESYNC-PLAYBOOK", "REPLAY"})
    void shouldShowWhatIsCompiled(final String name) throws IOException {
        final List<String> lines = Files.readAllLines(SNIPPETS);
        final List<String> marks = lines.stream().map(String::strip).toList();
        final String code = String.join("\n", lines.subList(marks.indexOf("// " + name + ": begin") + 1,
            marks.indexOf("// " + name + ": end"))).stripIndent();
        final Path page = Path.of("../docs/guides/" + name + ".md");
        assertTrue(Files.readString(page).contains("```java\n" + code + "\n```\n"),
            "copy this into " + page + ":\n" + code);
    }

    /** The rows of the page of tuning are those of the page that is made by its command. */
    @Test
    void shouldHaveTheFiguresOfTheTables() throws IOException {
        final List<String> figures = List.of(Files.readString(Path.of("../docs/ROLLBACK.md")).split("\n"));
        for (final String page : List.of("guides/TUNING.md", "LOCKSTEP-OR-ROLLBACK.md")) {
            final String text = Files.readString(Path.of("../docs/" + page));
            final List<String> rows = text.lines().filter(line -> line.matches("\\| [a-z_0-9]+ \\|.* / .*")).toList();
            assertTrue(rows.size() > 2, page);
            for (final String row : rows) {
                final String[] cells = row.split("\\|");
                final String[] from = figures.stream().filter(line -> line.startsWith("|" + cells[1] + "|"))
                    .filter(line -> line.contains("100 of 100 / 100 of 100")).findFirst().orElseThrow().split("\\|");
                assertEquals(List.of(from[4], from[6], from[7], from[12], from[14]),
                    List.of(cells).subList(2, cells.length), page);
            }
        }
    }
}
