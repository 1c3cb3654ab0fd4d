package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The house is tidy, and untidiness would be noticed. */
class TidyTest {

    private final Path root = TidyRules.root();

    @Test
    void shouldHaveNoStrangersAtTheTop() throws IOException {
        assertNone(TidyRules.strangersAtTheTop(TidyRules.topLevel(root)));
    }

    @Test
    void shouldDescribeEveryPackage() throws IOException {
        final List<String> files = TidyRules.files(root);
        assertTrue(files.contains("lockstep-core/src/main/java/io/lockstep/core/transport/Transport.java"));
        assertNone(TidyRules.packagesWithoutInfo(files));
    }

    @Test
    void shouldHaveTidyFiles() throws IOException {
        final List<String> complaints = new ArrayList<>();
        for (final String file : TidyRules.files(root)) {
            if (TidyRules.isText(file)) {
                final String text = Files.readString(root.resolve(file), StandardCharsets.UTF_8);
                complaints.addAll(TidyRules.untidyLines(file, text));
                complaints.addAll(TidyRules.tooLong(file, text));
                complaints.addAll(TidyRules.retriedForLuck(file, text));
            }
        }
        assertNone(complaints);
    }

    @Test
    void shouldCheckOutWithLineFeedsOnEverySystem() throws IOException {
        assertTrue(Files.readAllLines(root.resolve(".gitattributes")).contains("* text=auto eol=lf"));
    }

    /** Or a change of one that is missing would be played without. */
    @Test
    void shouldBuildTheJarAnewForAChangeOfAnyModule() throws IOException {
        final String launcher = Files.readString(root.resolve("lockstep"));
        final String list = launcher.substring(launcher.indexOf("for module in ") + 14, launcher.indexOf("; do\n",
            launcher.indexOf("for module in ")));
        final List<String> modules = Files.readString(root.resolve("pom.xml")).split("<profiles>")[0].lines()
            .map(String::strip).filter(line -> line.startsWith("<module>"))
            .map(line -> line.replaceAll("</?module>", ""))
            .filter(module -> Files.isDirectory(root.resolve(module).resolve("src/main"))).sorted().toList();
        assertEquals(modules, List.of(list.split(" ")).stream().sorted().toList());
    }

    @Test
    void shouldNoticeAStrangerAtTheTop() {
        assertEquals(1, TidyRules.strangersAtTheTop(List.of("pom.xml", ".git", "target", "notes.txt")).size());
    }

    @Test
    void shouldNoticeAPackageWithoutDescription() {
        assertEquals(List.of("m/src/main/java/b: has no package-info.java"), TidyRules.packagesWithoutInfo(
            List.of("m/src/main/java/a/A.java", "m/src/main/java/a/package-info.java", "m/src/main/java/b/B.java",
                "m/src/test/java/c/C.java")));
    }

    @Test
    void shouldNoticeEachKindOfUntidiness() {
        final String sleep = "Thread" + ".sleep(1);";
        assertUntidy("README.md", "no newline");
        assertUntidy("README.md", "a\tb\n");
        assertUntidy("README.md", "a\r\n");
        assertUntidy("README.md", "a \n");
        assertUntidy("README.md", "// TO" + "DO later\n");
        assertUntidy("README.md", "see /ho" + "me/me/notes\n");
        assertUntidy("m/src/test/java/ATest.java", sleep + "\n");
        assertNone(TidyRules.untidyLines("m/src/main/java/A.java", sleep + "\n"));
        assertNone(TidyRules.untidyLines("README.md", "all is well\nhttps://example.org/work/it\n"));
    }

    @Test
    void shouldNoticeASecondTryOfATestInVirtualTime() throws IOException {
        final String tagged = "\n@Tag(\"sockets\")\nclass AnIT {\n";
        final String moved = "    long nowNs += 1;\n";
        assertNone(TidyRules.retriedForLuck("m/src/test/java/AnIT.java", tagged));
        assertNone(TidyRules.retriedForLuck("m/src/test/java/AnIT.java", moved));
        assertEquals(1, TidyRules.retriedForLuck("m/src/test/java/AnIT.java", tagged + moved).size());
        final String pom = Files.readString(root.resolve("pom.xml"));
        final String again = "<rerun" + "FailingTestsCount>1</rerun" + "FailingTestsCount>";
        assertTrue(pom.contains(again));
        assertEquals(1, TidyRules.retriedForLuck("pom.xml", pom + again).size());
        assertEquals(1, TidyRules.retriedForLuck("pom.xml", pom.replace("<groups>sockets</groups>", "")).size());
    }

    @Test
    void shouldNoticeAClassThatTakesMoreThanASitting() {
        final String most = "    int line;\n".repeat(TidyRules.MAX_CODE_LINES);
        final String comments = "    // Why.\n\n    /** What. */\n     * More.\n";
        assertNone(TidyRules.tooLong("m/src/main/java/A.java", most + comments));
        assertEquals(1, TidyRules.tooLong("m/src/main/java/A.java", most + "}\n").size());
        assertNone(TidyRules.tooLong("m/src/test/java/ATest.java", most + "}\n"));
    }

    @Test
    void shouldWalkSourcesAndSkipWhatBuildsAndVersionControlLeave(@TempDir final Path folder) throws IOException {
        for (final String file : List.of("a/src/A.java", "a/target/B.class", ".git/config", ".ci/run")) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.writeString(folder.resolve(file), "\n");
        }
        assertEquals(List.of(".ci/run", "a/src/A.java"), TidyRules.files(folder));
    }

    private static void assertUntidy(final String file, final String text) {
        assertEquals(1, TidyRules.untidyLines(file, text).size(), text);
    }

    private static void assertNone(final List<String> complaints) {
        assertTrue(complaints.isEmpty(), () -> String.join("\n", complaints));
    }
}
