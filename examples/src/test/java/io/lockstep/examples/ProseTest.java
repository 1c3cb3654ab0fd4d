package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Comments, pages and commit subjects name their subject first. {@code .ci/prose.txt} lists the sentences of before
 * that do not; it only shrinks.
 */
class ProseTest {

    private static final String SHRINK = "mvn -q -pl examples -am -Dtest=ProseTest -Dprose.shrink=true"
        + " -Dsurefire.failIfNoSpecifiedTests=false test";
    private static final String HEADING = "# Sentences to be rewritten. After one was: " + SHRINK;
    /** The commit after which subjects of commits are checked. */
    private static final String FIRST_COMMIT = "c9b0a6bb";

    private final Path root = TidyRules.root();
    private final Path list = root.resolve(".ci/prose.txt");

    private List<String> findings() throws IOException {
        final List<String> findings = new ArrayList<>();
        for (final String file : TidyRules.files(root)) {
            if (file.endsWith(".java") || file.endsWith(".md")) {
                final String text = Files.readString(root.resolve(file), StandardCharsets.UTF_8);
                for (final String sentence : file.endsWith(".md") ? ProseRules.onPage(text)
                    : ProseRules.inJava(text)) {
                    findings.add(ProseRules.listed(file, sentence));
                }
            }
        }
        return findings.stream().sorted().toList();
    }

    private static List<String> without(final List<String> some, final List<String> others) {
        final List<String> rest = new ArrayList<>(some);
        others.forEach(rest::remove);
        return rest;
    }

    @Test
    void shouldNameTheSubjectFirst() throws IOException {
        final List<String> findings = findings();
        List<String> listed = Files.readAllLines(list).stream().filter(line -> !line.startsWith("#")).toList();
        if (Boolean.getBoolean("prose.shrink")) {
            listed = without(listed, without(listed, findings));
            Files.writeString(list, HEADING + "\n" + String.join("\n", listed) + "\n");
        }
        final List<String> added = without(findings, listed);
        assertEquals(List.of(), added, () -> "the subject is hidden in:\n" + String.join("\n", added));
        final List<String> gone = without(listed, findings);
        assertEquals(List.of(), gone, () -> "rewritten, and still in " + list + ": " + SHRINK);
    }

    @Test
    void shouldNoticeEachHiddenSubject() {
        final List<String> findings = ProseRules.inJava("/** Is it open? More. */ /**\n * Opens it. Who sleeps waits.\n"
            + " * @return what is left. Of two the lower one\n */ // It is closed. So many\n  // in a row.\n"
            + "String s = \"// What is it.\"; /* What follows. Why? What is it? */");
        assertEquals(List.of("Is it open?", "Who sleeps waits.", "Of two the lower one", "So many in a row.",
            "What follows."), findings);
    }

    @Test
    void shouldReadPagesWithoutTheirCodeAndTables() {
        assertEquals(List.of("Who leads decides.", "What is lost is sent again."), ProseRules.onPage("# A title\n\n"
            + "Who leads\ndecides. It does.\n\n```\nWhat is this.\n```\n\n| a |\n|---|\n| Of two |\n\n"
            + "- What is lost is sent again.\n- It is.\n"));
    }

    @Test
    void shouldWriteCommitSubjectsAsAgreed() throws Exception {
        assertTrue(ProseRules.isSubject("udp: ask anew where a new connection carries nothing for 5 s"));
        assertFalse(ProseRules.isSubject("Ask anew"));
        for (final String hiding : List.of("who", "whoever", "whose ask", "whatever", "of those who", "so many as")) {
            assertFalse(ProseRules.isSubject("udp: " + hiding + " asks anew is heard"), hiding);
        }
        assertTrue(ProseRules.isSubject("udp: offer a connection anew"));
        assertFalse(ProseRules.isSubject("udp: " + "a".repeat(68)));
        assumeTrue(Files.exists(root.resolve(".git")), "no repository");
        final Process log = new ProcessBuilder("git", "-C", root.toString(), "log", "--format=%s",
            FIRST_COMMIT + "..HEAD").redirectErrorStream(true).start();
        final List<String> subjects = new String(log.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
            .toList();
        assumeTrue(log.waitFor() == 0, () -> "the repository does not reach back to " + FIRST_COMMIT);
        final List<String> wrong = subjects.stream().filter(subject -> !ProseRules.isSubject(subject)).toList();
        assertEquals(List.of(), wrong);
    }
}
