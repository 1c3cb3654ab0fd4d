package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.examples.Lockstep;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A seed gives the same run bit for bit, whatever executes it. */
class ReproducibilityIT {

    private static final Pattern TRACE = Pattern.compile("\"traceHash\":\"([0-9a-f]{16})\"");
    private static final long SECONDS = 120;

    @Test
    void shouldGiveTheSameTraceInTheInterpreter() throws Exception {
        final Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        final List<String> compiled = traces(java);
        assertEquals(3, compiled.size());
        assertEquals(compiled, traces(java, "-Xint"));
    }

    @Test
    void shouldGiveTheSameTraceOnTheSecondJdk() throws Exception {
        final Path other = secondJdk();
        assumeTrue(other != null, "no second JDK: set LOCKSTEP_ALT_JDK");
        assertEquals(traces(Path.of(System.getProperty("java.home"), "bin", "java")), traces(other));
    }

    private static Path secondJdk() throws IOException {
        if (System.getenv("LOCKSTEP_ALT_JDK") != null) {
            return Path.of(System.getenv("LOCKSTEP_ALT_JDK"), "bin", "java");
        }
        final Path home = Path.of(System.getProperty("java.home")).toRealPath();
        try (Stream<Path> homes = Files.list(home.getParent())) {
            return homes.filter(Files::isDirectory).filter(dir -> !dir.equals(home) && !Files.isSymbolicLink(dir))
                .map(dir -> dir.resolve("bin").resolve("java")).filter(Files::isExecutable).filter(java -> {
                    try {
                        return !java.toRealPath().startsWith(home);
                    } catch (final IOException broken) {
                        return false;
                    }
                }).sorted().findFirst().orElse(null);
        }
    }

    private static List<String> traces(final Path java, final String... options) throws Exception {
        final File output = File.createTempFile("lockstep-trace", ".json");
        try {
            final List<String> command = new ArrayList<>(List.of(java.toString()));
            command.addAll(List.of(options));
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Lockstep.class.getName(), "soak",
                "--swarm", "--frames", "200", "--seeds", "1..3", "--json", "--threads", "1"));
            final Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output)
                .start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroy();
            }
            final String text = Files.readString(output.toPath(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), text);
            final Matcher matcher = TRACE.matcher(text);
            final List<String> traces = new ArrayList<>();
            while (matcher.find()) {
                traces.add(matcher.group(1));
            }
            assertTrue(!traces.isEmpty(), text);
            return traces;
        } finally {
            Files.delete(output.toPath());
        }
    }
}
