package io.lockstep.examples.yourgame;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page shows what is compiled and run here. */
class StatePageTest {

    private static final Path PAGE = Path.of("../docs/STATE.md");

    @ParameterizedTest
    @CsvSource({"CourseTest, /** A part of the state", "KryoCourseTest, /** Plain data"})
    void shouldShowTheExampleAsItIs(final String name, final String from) throws IOException {
        final Path source = Path.of("src/test/java/io/lockstep/examples/yourgame/" + name + ".java");
        final String example = Files.readString(source);
        final String shown = example.substring(example.indexOf(from), example.indexOf("    @Test")).stripIndent()
            .replaceAll("(?m)^    ", "").strip();
        assertTrue(Files.readString(PAGE).contains("\n" + shown + "\n```\n"),
            "copy this into " + PAGE + ":\n" + shown);
    }
}
