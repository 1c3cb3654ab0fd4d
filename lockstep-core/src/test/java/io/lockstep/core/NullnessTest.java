package io.lockstep.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation of the public API says of null, its annotations say to tools. */
class NullnessTest {

    private static final Path SOURCES = Path.of("src/main/java/io/lockstep/core");

    /** A comment of documentation and the declaration behind it, up to its body or its end. */
    private static final Pattern DOCUMENTED = Pattern.compile(
        "/\\*\\*(?<comment>(?:(?!\\*/).)*)\\*/\\s*(?<declaration>[^;{]*)[;{]", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("@(return|param)\\s+((?:(?!@return|@param|@throws|@since).)*)",
        Pattern.DOTALL);
    private static final Pattern NULL = Pattern.compile("\\bnull\\b");
    private static final Pattern NOT_NULL = Pattern.compile("\\b(never|not|answered) null\\b");

    private static List<Path> publicSources(final String name) throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> !file.toString().contains("internal"))
                .filter(file -> file.toString().endsWith(name)).sorted().toList();
        }
    }

    /** Each declaration of a public type whose documentation allows null where its annotations do not. */
    static List<String> contradictions(final String source) {
        final List<String> found = new ArrayList<>();
        if (!Pattern.compile("^public ", Pattern.MULTILINE).matcher(source).find()) {
            return found;
        }
        final Matcher documented = DOCUMENTED.matcher(source);
        while (documented.find()) {
            final String declaration = documented.group("declaration").replaceAll("\\s+", " ").trim();
            final Matcher tag = TAG.matcher(documented.group("comment"));
            while (tag.find()) {
                final String text = tag.group(2);
                if (!NULL.matcher(text).find() || NOT_NULL.matcher(text).find() || declaration.startsWith("private")) {
                    continue;
                }
                final boolean said = tag.group(1).equals("return")
                    ? declaration.replaceAll("\\(.*", "").contains("@Nullable")
                    : Pattern.compile("@Nullable [^,]*\\b" + text.split("\\s")[0] + "\\b").matcher(declaration).find();
                if (!said) {
                    found.add(declaration + ": @" + tag.group(1) + " " + text.split("\\R")[0].trim());
                }
            }
        }
        return found;
    }

    @Test
    void shouldAnnotateWhateverMayBeNull() throws IOException {
        final List<String> found = new ArrayList<>();
        for (final Path file : publicSources(".java")) {
            contradictions(Files.readString(file, StandardCharsets.UTF_8))
                .forEach(one -> found.add(file.getFileName() + ": " + one));
        }
        assertEquals(List.of(), found);
    }

    @Test
    void shouldPromiseOfAllElseThatItIsNotNull() throws IOException {
        final List<Path> packages = publicSources("package-info.java");
        assertTrue(packages.size() >= 12, packages.toString());
        for (final Path file : packages) {
            assertTrue(Files.readString(file, StandardCharsets.UTF_8).contains("@NullMarked\npackage "),
                file.toString());
        }
    }

    @Test
    void shouldNoticeANullThatIsNotAnnotated() {
        final String result = "public interface A {\n/**\n * One.\n *\n * @return null if none\n */\n"
            + "%sString one();\n}\n";
        assertEquals(1, contradictions(String.format(result, "")).size());
        assertEquals(0, contradictions(String.format(result, "@Nullable ")).size());
        final String argument = "public class A {\n/**\n * One.\n *\n * @param name null for all\n"
            + " * @param no never null\n */\npublic void one(final %sString name, final String no) {\n}\n}\n";
        assertEquals(1, contradictions(String.format(argument, "")).size());
        assertEquals(0, contradictions(String.format(argument, "@Nullable ")).size());
    }
}
