package io.lockstep.examples.tutorial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.testkit.SyncTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tutorial shows what is compiled and run here. */
class TutorialPageTest {

    private static final Path PAGE = Path.of("../docs/TUTORIAL.md");

    @ParameterizedTest
    @ValueSource(strings = {"main/java/io/lockstep/examples/tutorial/Tag",
        "test/java/io/lockstep/examples/tutorial/TagTest",
        "main/java/io/lockstep/examples/tutorial/PlayTag", "main/java/io/lockstep/examples/tutorial/TagWindow"})
    void shouldShowTheStepAsItIsCompiled(final String source) throws IOException {
        final List<String> lines = Files.readAllLines(Path.of("src", source.split("/")).resolveSibling(
            source.substring(source.lastIndexOf('/') + 1) + ".java"));
        final String shown = String.join("\n", lines.subList(lines.indexOf("// tutorial: begin") + 1,
            lines.indexOf("// tutorial: end")));
        assertTrue(Files.readString(PAGE).contains("```java\n" + shown + "\n```\n"),
            "copy this into " + PAGE + ":\n" + shown);
    }

    /** The page says how the report of a forgotten field looks. */
    @Test
    void shouldReportAForgottenFieldAsThePageSays() throws IOException {
        final SyncTest.Result result = new SyncTest(2, ForgetfulTag::new, (frame, player, input) ->
            input.putShort((short) new SplittableRandom(frame / 20 * 2 + player).nextInt(16))).run(3600);
        assertFalse(result.ok());
        assertTrue(Files.readString(PAGE).contains(result.detail()), result.detail());
    }

    /** Its coordinates, two for each tool, are those of the README. */
    @Test
    void shouldHaveTheCoordinatesOfTheReadme() throws IOException {
        final String page = Files.readString(PAGE);
        final String readme = Files.readString(Path.of("../README.md"));
        final String version = readme.replaceAll("(?s).*lockstep-transport-aeron:([^\"]+)\".*", "$1");
        assertEquals(4, page.split(":" + version + "\"|<version>" + version + "<", -1).length - 1, version);
    }
}
