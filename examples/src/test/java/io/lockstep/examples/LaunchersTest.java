package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The launchers for sh and for Windows start the same thing in the same way, and the workflow builds everywhere. */
class LaunchersTest {

    private final String sh = read("lockstep");
    private final String cmd = read("lockstep.cmd");

    private static String read(final String file) {
        try {
            return Files.readString(TidyRules.root().resolve(file), StandardCharsets.UTF_8);
        } catch (final IOException missing) {
            throw new AssertionError(missing);
        }
    }

    /** What the first group matches in a text, in alphabetical order, without quotes and commas. */
    private static TreeSet<String> words(final String text, final String pattern) {
        final Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertTrue(matcher.find(), pattern);
        return new TreeSet<>(List.of(matcher.group(1).replaceAll("[\"',|]", " ").trim().split("\\s+")));
    }

    private static TreeSet<String> options(final String text, final String from, final String to) {
        final TreeSet<String> options = words(text, from + "(.*?)" + to);
        // The archive is in other words, and sh alone can tell whether there is a terminal.
        options.removeIf(option -> !option.matches("-[XD].*") || option.matches(".*(SharedArchiveFile|terminal).*"));
        return options;
    }

    @Test
    void shouldBuildTheJarAnewForAChangeOfAnyModule() {
        final TreeSet<String> modules = new TreeSet<>();
        final Matcher module = Pattern.compile("<module>(.*)</module>")
            .matcher(read("pom.xml").split("<profiles>")[0]);
        while (module.find()) {
            modules.add(module.group(1));
        }
        // It has no class and no resource.
        assertTrue(modules.remove("bom"));
        assertEquals(modules, words(sh, "for module in (.*); do"));
        assertEquals(modules, words(cmd, "foreach \\(\\$module in ([^)]*)\\)"));
    }

    @Test
    void shouldStartJavaInTheSameWay() {
        final TreeSet<String> options = options(sh, "exec \"\\$java\"", "-jar");
        assertTrue(options.contains("-XX:+UseSerialGC"), options.toString());
        assertEquals(options, options(cmd, "\n\"%java%\"", "-jar"));
        assertEquals(words(sh, "\\n    (replay.*?)\\) compiler="), words(cmd, "for %%c in \\((.*?)\\) do"));
        assertEquals(words(sh, "MIN_JAVA=(\\d+)"), words(cmd, "MIN_JAVA=(\\d+)"));
    }

    @Test
    void shouldBuildInTheSameWay() {
        final TreeSet<String> options = options(sh.replace("\\\n", " "), "exec mvn", "package");
        assertTrue(options.contains("-Dmaven.test.skip=true"), options.toString());
        assertEquals(options, options(cmd, "call mvn", "package"));
        assertEquals(words(sh, "MIN_MAVEN=([\\d.]+)"), words(cmd, "with mvn ([\\d.]+) or newer"));
    }

    @Test
    void shouldGiveWindowsItsLineEnds() throws IOException {
        final List<String> lines = Files.readAllLines(TidyRules.root().resolve(".gitattributes"));
        assertTrue(lines.indexOf("*.cmd text eol=crlf") > lines.indexOf("* text=auto eol=lf"), lines.toString());
    }

    @Test
    void shouldBuildOnEverySystemAndEveryJava() {
        final String workflow = read(".github/workflows/build.yml");
        assertEquals("[ubuntu-latest, windows-latest, macos-latest]", line(workflow, "os: (\\[.*)"));
        assertEquals("[17, 21, 25]", line(workflow, "java: (\\[.*)"));
        assertEquals(List.of(), Stream.of(workflow.split("\n")).filter(line -> line.contains("uses:"))
            .filter(line -> !line.matches(" *- uses: actions/[a-z-]+@v\\d+")).toList());
        final String pom = read("pom.xml");
        assertTrue(pom.contains("<maven.compiler.release>17<"), "the lowest is what is compiled for");
    }

    private static String line(final String text, final String pattern) {
        final Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertTrue(matcher.find(), pattern);
        return matcher.group(1);
    }
}
