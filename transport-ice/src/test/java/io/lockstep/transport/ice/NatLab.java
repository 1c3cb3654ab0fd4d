package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Runs a script of src/test/natlab; a test is skipped where there can be no lab. */
final class NatLab {

    private static final int NO_LAB_HERE = 77;

    private NatLab() {
    }

    /** What it has said, line by line. */
    static List<String> run(final String script, final Path folder, final String... what)
            throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("python3", "src/test/natlab/" + script));
        command.addAll(List.of(what));
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            folder.toString()));
        final Process lab;
        try {
            lab = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (final IOException noPython) {
            Assumptions.abort("no lab of NATs here: " + noPython.getMessage());
            return List.of();
        }
        final Thread end = new Thread(lab::destroy); // it removes its namespaces then
        Runtime.getRuntime().addShutdownHook(end);
        final List<String> said = new String(lab.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
            .toList();
        final int code = lab.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        Assumptions.assumeFalse(code == NO_LAB_HERE, () -> String.join(" ", said));
        assertEquals(0, code, () -> String.join("\n", said));
        said.forEach(System.out::println);
        return said;
    }
}
