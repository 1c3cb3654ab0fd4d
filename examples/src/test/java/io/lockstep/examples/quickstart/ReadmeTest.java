package io.lockstep.examples.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.session.Session;
import io.lockstep.election.ElectionConfig;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README shows the quick start that the build compiles, and links to files that exist. */
class ReadmeTest {

    /** Largest number of lines of the quick start, its imports included. */
    private static final int MAX_LINES = 42;

    private final Path root = root();

    private static Path root() {
        Path path = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(path.resolve("lockstep-core"))) {
            path = path.getParent();
        }
        return path;
    }

    @Test
    void shouldShowTheQuickStartThatIsCompiled() throws IOException {
        final List<String> source = Files.readAllLines(root.resolve(
            "examples/src/main/java/io/lockstep/examples/quickstart/QuickStart.java"));
        final List<String> code = new ArrayList<>(source.subList(source.indexOf("// quick start: begin") + 1,
            source.indexOf("// quick start: end")));
        assertTrue(code.size() <= MAX_LINES, code.size() + " lines");
        final List<String> readme = Files.readAllLines(root.resolve("README.md"));
        final int from = readme.indexOf("<!-- quick start: begin -->");
        final int to = readme.indexOf("<!-- quick start: end -->");
        assertTrue(from >= 0 && to > from, "README.md lacks the marks of the quick start");
        assertEquals("```java", readme.get(from + 1));
        assertEquals("```", readme.get(to - 1));
        assertEquals(String.join("\n", code), String.join("\n", readme.subList(from + 2, to - 1)));
    }

    /** Returns the class path that plain UDP needs at run time, and no more. */
    private static String classPath() throws URISyntaxException {
        final StringBuilder path = new StringBuilder();
        for (final Class<?> type : List.of(Session.class, ElectionConfig.class, Histogram.class)) {
            path.append(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()))
                .append(File.pathSeparatorChar);
        }
        return path.toString();
    }

    /** Runs the snippet twice, as the page says, but on free ports and for fewer frames. */
    @Test
    void shouldPlayTheQuickStartAsTheReadmeSaysToRunIt(@TempDir final Path folder) throws Exception {
        final List<String> readme = Files.readAllLines(root.resolve("README.md"));
        assertTrue(readme.contains("    java -cp examples/target/lockstep.jar QuickStart.java 0"));
        final List<Address> free = LoopbackPorts.free(2);
        final String code = String.join("\n", readme.subList(readme.indexOf("<!-- quick start: begin -->") + 2,
            readme.indexOf("<!-- quick start: end -->") - 1));
        final String quick = code.replace("7000 + me", free.get(0).port() + " + me * DISTANCE")
            .replace("7001 - me", free.get(1).port() + " - me * DISTANCE")
            .replace("DISTANCE", "(" + (free.get(1).port() - free.get(0).port()) + ")")
            .replace("endFrame(600)", "endFrame(60)");
        final Path source = Files.writeString(folder.resolve("QuickStart.java"), quick);
        final List<Process> players = new ArrayList<>();
        for (final String player : List.of("0", "1")) {
            players.add(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                classPath(), source.toString(), player).redirectErrorStream(true).start());
        }
        for (final Process player : players) {
            assertEquals("FINISHED at frame 60, error: null",
                new String(player.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    /** Fifteen lines from a code to a match: the page of the internet has them as they are compiled. */
    @Test
    void shouldShowHowAGamePlaysByACodeAsItIsCompiled() throws IOException {
        final List<String> source = Files.readAllLines(root.resolve(
            "examples/src/main/java/io/lockstep/examples/quickstart/InternetStart.java"));
        final String code = String.join("\n", source.subList(source.indexOf("        // in a game: begin") + 1,
            source.indexOf("        // in a game: end"))).stripIndent();
        assertTrue(code.lines().count() <= 15, code);
        final List<String> page = Files.readAllLines(root.resolve("docs/INTERNET.md"));
        final int from = page.indexOf("<!-- in a game: begin -->");
        final int to = page.indexOf("<!-- in a game: end -->");
        assertEquals("```java", page.get(from + 1));
        assertEquals("```", page.get(to - 1));
        assertEquals(code, String.join("\n", page.subList(from + 2, to - 1)));
    }

    @Test
    void shouldLinkToFilesThatExist() throws IOException {
        final String readme = Files.readString(root.resolve("README.md"));
        final List<String> links = new ArrayList<>();
        Pattern.compile("\\]\\(([^)#:]+)\\)").matcher(readme).results()
            .forEach(link -> links.add(link.group(1)));
        assertTrue(links.contains("docs/demo.png"), links.toString());
        for (final String link : links) {
            assertTrue(Files.exists(root.resolve(link)), link);
        }
    }
}
