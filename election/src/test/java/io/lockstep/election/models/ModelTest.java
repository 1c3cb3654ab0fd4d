package io.lockstep.election.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The list of models is read as it is meant, and a wrong outcome is noticed. */
class ModelTest {

    private static final String ENDED = "1204 states generated, 427 distinct states found, 0 states left on queue.\n"
        + "The depth of the complete state graph search is 17.\n";
    private static final String SAFE = "Model checking completed. No error has been found.\n" + ENDED;
    private static final String VIOLATED = "Error: Invariant OneLeader is violated.\n" + ENDED;

    private final Model holds = one("small  a  M  holds     OneLeader  N=3 Lost={1,2}");
    private final Model violates = one("full   b  M  violates  OneLeader  Rule=\"Min\"");

    @Test
    void shouldReadAConfiguration() {
        assertEquals(new Model("small", "a", "M", true, "OneLeader", Map.of("N", "3", "Lost", "{1,2}")), holds);
        assertEquals(List.of(), Model.parse(List.of("", "# nothing")));
        assertEquals("INVARIANT A B\n", one("small a M holds A,B").configuration(""));
        assertThrows(IllegalArgumentException.class, () -> one("small a M violates A,B"));
        assertThrows(IllegalArgumentException.class, () -> one("small a M maybe OneLeader"));
        assertThrows(IllegalArgumentException.class, () -> one("large a M holds OneLeader"));
        assertThrows(IllegalArgumentException.class,
            () -> Model.parse(List.of("small a M holds X", "full a M violates X")));
    }

    @Test
    void shouldReplaceTheUsualConstants() {
        assertEquals("CONSTANTS\n  N = 3\n  Lost = {1,2}\nINVARIANT OneLeader\n",
            holds.configuration("CONSTANTS\n  N = 2\n  Lost = {}\n"));
        assertThrows(IllegalArgumentException.class, () -> holds.configuration("CONSTANTS\n  N = 2\n"));
    }

    @Test
    void shouldTellExpectedOutcomesFromOthers() {
        assertEquals(new Outcome(true, "", 427, 17), Outcome.parse(SAFE));
        assertTrue(Outcome.parse(SAFE).meets(holds));
        assertFalse(Outcome.parse(SAFE).meets(violates));
        assertTrue(Outcome.parse(VIOLATED).meets(violates));
        assertFalse(Outcome.parse(VIOLATED).meets(holds));
        assertFalse(Outcome.parse(VIOLATED.replace("OneLeader", "Another")).meets(violates));
        assertFalse(Outcome.parse("out of memory").meets(holds));
        assertFalse(Outcome.parse("out of memory").meets(violates));
    }

    @Test
    void shouldReadTheProjectsOwnList() throws IOException {
        final Path sources = Path.of("src", "tla");
        for (final Model model : Model.parse(Files.readAllLines(sources.resolve("models.txt"),
            StandardCharsets.UTF_8))) {
            final String usual = Files.readString(sources.resolve(model.module() + ".cfg"), StandardCharsets.UTF_8);
            assertTrue(model.configuration(usual).endsWith("INVARIANT " + model.invariant().replace(',', ' ') + "\n"));
        }
    }

    @Test
    void shouldStandOnThePageWithWhatFindsEachMutation() throws IOException {
        final String page = Files.readString(Path.of("../docs/ELECTION.md"), StandardCharsets.UTF_8);
        final String mutations = page.substring(page.indexOf("### Mutations"), page.indexOf("### Results"));
        final String results = page.substring(page.indexOf("### Results"));
        final List<Model> models = Model.parse(Files.readAllLines(Path.of("src/tla/models.txt")));
        for (final Model model : models) {
            final String row = "| " + model.name() + " | " + model.module() + " | " + model.expectation() + " | ";
            assertTrue(results.contains(row), "the table of results has no row " + row);
            assertTrue(model.holds() || mutations.contains("`" + model.name() + "`"),
                "the table of mutations does not name " + model.name());
        }
        assertEquals(models.size(), results.lines().filter(row -> row.matches(".* (safe, complete|violated) .*"))
            .count(), "rows of configurations that are none any more");
    }

    private static Model one(final String line) {
        return Model.parse(List.of(line)).get(0);
    }
}
