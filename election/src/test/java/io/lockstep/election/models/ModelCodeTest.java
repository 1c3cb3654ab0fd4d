package io.lockstep.election.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.election.sources.Renames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which method is which action of a model is as the page says, and nobody changes one of them unnoticed. */
class ModelCodeTest {

    private static final Path PAGE = Path.of("../docs/ELECTION.md");
    private static final Path FINGERPRINTS = Path.of("src/tla/code.txt");
    private static final String RENEW =
        "mvn -q -B -pl election -Dtest=ModelCodeTest -Dmodels.renew=true -Dsurefire.failIfNoSpecifiedTests=false test";

    private final Map<String, String> models = new TreeMap<>();
    private final Map<String, String> classes = new HashMap<>();
    private String page;

    @BeforeEach
    void readWhatIsThere() throws IOException {
        page = Files.readString(PAGE, StandardCharsets.UTF_8);
        read(Path.of("src/tla"), ".tla", models);
        read(Path.of("src/main/java"), ".java", classes);
        for (final String name : List.of("internal/membership", "internal/link", "internal/seats", "session")) {
            read(Path.of("../lockstep-core/src/main/java/io/lockstep/core", name), ".java", classes);
        }
    }

    @Test
    void shouldSayWhichMethodIsWhichAction() throws IOException {
        final Renames renames = Renames.ofCommand();
        if (renames != null) {
            final ModelCode.Renewal renewal = new ModelCode(page, models, classes).renewed(page, saved(), renames);
            page = renewal.page();
            Files.writeString(PAGE, page, StandardCharsets.UTF_8);
            save(renewal.fingerprints());
        }
        final ModelCode table = new ModelCode(page, models, classes);
        if (Boolean.getBoolean("models.renew")) {
            save(table.fingerprints());
        }
        final List<String> problems = table.problems(saved());
        assertEquals(List.of(), problems, () -> "Read these rows of " + PAGE + " again, `Model and code`:\n"
            + String.join("\n", problems) + "\nAfter a rename: .ci/reanchor\nWhere model, code and row say the same: "
            + RENEW + "\n");
    }

    private static void save(final Map<String, String> fingerprints) throws IOException {
        final StringBuilder lines = new StringBuilder("# Renewed by: " + RENEW + "\n");
        fingerprints.forEach((name, hash) -> lines.append(name).append(' ').append(hash).append('\n'));
        Files.writeString(FINGERPRINTS, lines, StandardCharsets.UTF_8);
    }

    private static Map<String, String> saved() throws IOException {
        final Map<String, String> saved = new TreeMap<>();
        for (final String line : Files.readAllLines(FINGERPRINTS, StandardCharsets.UTF_8)) {
            if (!line.startsWith("#")) {
                saved.put(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1));
            }
        }
        return saved;
    }

    @Test
    void shouldRenewWhatWasOnlyRenamed() {
        final Map<String, String> before = new ModelCode(page, models, classes).fingerprints();
        classes.replaceAll((name, text) -> text.replace("promise(", "pledge("));
        classes.compute("Promise", (name, text) -> text.replace("if (ballot <= promised)", "if (ballot < promised)"));
        classes.put("Vow", classes.remove("CutCheck").replace("CutCheck", "Vow"));
        final ModelCode.Renewal renewal = new ModelCode(page, models, classes).renewed(page, before,
            Renames.in("-promise( CutCheck\n+pledge( Vow\n"));
        page = renewal.page();
        assertProblems(renewal.fingerprints(), "Promise.pledge has changed");
    }

    @Test
    void shouldNoticeWhenAModelChanges() {
        final Map<String, String> before = new ModelCode(page, models, classes).fingerprints();
        models.compute("Cut", (name, text) -> text.replace("f <= MayUse(s, g, p)", "f <  MayUse(s, g, p)"));
        assertProblems(before, "Cut.Simulate has changed");
        models.compute("Cut", (name, text) -> text.replace("Least(Holds(s, g, p), fence[s][p])", "Holds(s, g, p)"));
        assertProblems(before, "Cut.Prepare has changed", "Cut.Report has changed", "Cut.Simulate has changed");
        models.compute("Cut", (name, text) -> text.replace("\\/ Simulate(s)", "\\/ Simulate(s) \\/ Die(s)"));
        assertProblems(before, "Cut.Die is an action and stands in no row", "Cut.Prepare has changed",
            "Cut.Report has changed", "Cut.Simulate has changed");
    }

    @Test
    void shouldNoticeWhenAMethodChangesOrIsGone() {
        final Map<String, String> before = new ModelCode(page, models, classes).fingerprints();
        classes.compute("Promise", (name, text) -> text.replace("if (ballot <= promised)", "if (ballot < promised)"));
        assertProblems(before, "Promise.promise has changed");
        classes.compute("Promise", (name, text) -> text.replace("boolean promise(", "boolean pledge("));
        assertProblems(before, "Promise.promise does not exist");
    }

    @Test
    void shouldNoticeWhenARowChanges() {
        final Map<String, String> before = new ModelCode(page, models, classes).fingerprints();
        page = page.replace("`Promise.promise`", "`Promise.opened`");
        assertProblems(before, "Promise.opened is new here", "Promise.promise stands in no row any more");
    }

    @Test
    void shouldNotMindCommentsAndWhiteSpace() {
        final Map<String, String> before = new ModelCode(page, models, classes).fingerprints();
        models.replaceAll((name, text) -> text.replace("=>", "   =>").replace("\n   /\\", "   \\* so it is\n   /\\"));
        classes.replaceAll((name, text) -> text.replace(";\n", "; // so it is\n").replace(" == ", "\n            == "));
        assertProblems(before);
    }

    private void assertProblems(final Map<String, String> before, final String... expected) {
        final List<String> problems = new ModelCode(page, models, classes).problems(before);
        assertEquals(List.of(expected), problems.stream().map(problem -> problem.split(":\n")[0]).sorted().toList());
        for (final String problem : problems) {
            assertTrue(problem.contains(":\n    | ") || problem.contains("no row"), problem);
        }
    }

    private static void read(final Path folder, final String suffix, final Map<String, String> into)
            throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (final Path path : paths.filter(file -> file.toString().endsWith(suffix)).sorted().toList()) {
                final String name = path.getFileName().toString().replace(suffix, "");
                into.put(name, Files.readString(path, StandardCharsets.UTF_8));
            }
        }
    }
}
