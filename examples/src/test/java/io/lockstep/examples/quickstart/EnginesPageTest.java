package io.lockstep.examples.quickstart;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of the engines shows what the profile compiles and plays, and that is as small as it says. */
class EnginesPageTest {

    private static final Path PAGE = Path.of("../docs/ENGINES.md");
    private static final int MAX_ADAPTER_LINES = 60;
    private static final int MAX_GAME_LINES = 200;

    @ParameterizedTest
    @CsvSource({"libgdx, GdxLockstep", "jmonkeyengine, LockstepState"})
    void shouldShowTheAdapterAsItIsCompiled(final String engine, final String name) throws IOException {
        final Path source = folder(engine).resolve(name + ".java");
        final String code = Files.readString(source);
        final String shown = code.substring(code.indexOf("/** Plays a session"));
        assertTrue(Files.readString(PAGE).contains("```java\n" + shown + "```\n"), "copy " + source + " into " + PAGE);
        assertTrue(codeLines(code) <= MAX_ADAPTER_LINES, codeLines(code) + " lines");
    }

    @ParameterizedTest
    @CsvSource({"libgdx, Sumo", "jmonkeyengine, Marbles"})
    void shouldHaveAWholeGameInFewLines(final String engine, final String name) throws IOException {
        final long lines = codeLines(Files.readString(folder(engine).resolve(name + ".java")))
            + codeLines(Files.readString(folder(engine).resolve(name + "Game.java")));
        assertTrue(lines <= MAX_GAME_LINES, lines + " lines");
    }

    @ParameterizedTest
    @CsvSource({"libgdx, gdx", "jmonkeyengine, jme"})
    void shouldNameTheVersionThatIsPlayed(final String engine, final String property) throws IOException {
        final String pom = Files.readString(Path.of(engine, "pom.xml"));
        final String version = pom.replaceAll("(?s).*<" + property + ".version>(.*?)</.*", "$1");
        final String row = Stream.of(Files.readString(PAGE).split("\n"))
            .filter(line -> line.contains("](../examples/" + engine + "/")).findFirst().orElseThrow();
        assertTrue(row.contains(" " + version + " |"), version + " is not in: " + row);
    }

    private static Path folder(final String engine) {
        return Path.of(engine, "src/main/java/io/lockstep/examples", engine);
    }

    /** Without comments, imports and empty lines, as TidyTest counts. */
    private static long codeLines(final String text) {
        return text.lines().map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("/") && !line.startsWith("*"))
            .filter(line -> !line.startsWith("import ")).count();
    }
}
