package io.lockstep.examples.yourgame;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page shows what is compiled and run here. */
class SimulateYourGamePageTest {

    private static final Path PAGE = Path.of("../docs/SIMULATE-YOUR-GAME.md");
    private static final Path EXAMPLE = Path.of("src/test/java/io/lockstep/examples/yourgame/RaceNetworkIT.java");

    @Test
    void shouldShowTheExampleAsItIs() throws IOException {
        final String example = Files.readString(EXAMPLE);
        final String shown = example.substring(example.indexOf("class RaceNetworkIT"));
        assertTrue(Files.readString(PAGE).contains("\n" + shown + "```\n"), "copy " + EXAMPLE + " into " + PAGE);
    }
}
