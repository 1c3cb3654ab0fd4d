package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.TransportException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees who forgets the option: asks a JVM that was started without it. */
@Tag("sockets")
class JvmFlagIT {

    private static final long PATIENCE_S = 60;

    @TempDir
    Path base;

    /** Runs in the other JVM. */
    static final class Launcher {
        private Launcher() {
        }

        public static void main(final String[] args) throws IOException {
            final int[] ports = Net.freePorts(2);
            String line = "started";
            try {
                AeronTransport.launch(new AeronTransportConfig().localPeer(0).listen(Net.HOST, ports[0])
                    .peer(1, Net.HOST, ports[1]).directoryBase(new File(args[0]))).close();
            } catch (final TransportException ex) {
                line = ex.getMessage();
            }
            System.out.println(line);
        }
    }

    @Test
    void shouldNameTheMissingOption() throws Exception {
        assertEquals("Aeron needs the JVM option --add-exports java.base/jdk.internal.misc=ALL-UNNAMED (on the command"
            + " line, in JDK_JAVA_OPTIONS, or as Add-Exports: java.base/jdk.internal.misc in the manifest of a jar run"
            + " with -jar)", run(List.of()));
        assertEquals(0, left());
    }

    @Test
    void shouldStartWithTheOption() throws Exception {
        assertEquals("started", run(List.of("--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED")));
        assertEquals(0, left());
    }

    @Test
    void shouldNameTheModuleOfAgronaOnAModulePath() throws Exception {
        assertEquals("Aeron needs the JVM option --add-exports java.base/jdk.internal.misc=org.agrona (on the command"
            + " line or in JDK_JAVA_OPTIONS)", runOnModulePath(List.of()));
        // What a class path needs does not help here.
        assertEquals("Aeron needs the JVM option --add-exports java.base/jdk.internal.misc=org.agrona (on the command"
            + " line or in JDK_JAVA_OPTIONS)", runOnModulePath(List.of("--add-exports",
            "java.base/jdk.internal.misc=ALL-UNNAMED")));
        assertEquals(0, left());
    }

    @Test
    void shouldStartOnAModulePathWithTheOption() throws Exception {
        assertEquals("started", runOnModulePath(List.of("--add-exports", "java.base/jdk.internal.misc=org.agrona")));
        assertEquals(0, left());
    }

    private String run(final List<String> options) throws Exception {
        return run(options, List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
    }

    /** Aeron and Agrona as modules; the rest, in a build not yet jars, on the class path beside them. */
    private String runOnModulePath(final List<String> options) throws Exception {
        final Map<Boolean, List<String>> entries = Stream.of(System.getProperty("java.class.path")
            .split(File.pathSeparator)).collect(Collectors.partitioningBy(entry ->
                new File(entry).getName().matches("(agrona|aeron)-.*\\.jar")));
        assertEquals(4, entries.get(true).size(), entries.get(true).toString());
        final List<String> modules = new ArrayList<>(List.of("--module-path",
            String.join(File.pathSeparator, entries.get(true)), "--add-modules", "ALL-MODULE-PATH"));
        modules.addAll(options);
        return run(modules, entries.get(false));
    }

    /** Output and errors together, so that a stray stack trace fails the comparison. */
    private String run(final List<String> options, final List<String> classPath) throws Exception {
        final ProcessBuilder builder =
            new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        builder.command().addAll(options);
        builder.command().addAll(List.of("-cp", String.join(File.pathSeparator, classPath), Launcher.class.getName(),
            base.toString()));
        builder.environment().remove("JDK_JAVA_OPTIONS");
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        final Process process = builder.redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), "the other JVM hangs");
        return output.strip();
    }

    private long left() throws IOException {
        try (Stream<Path> children = Files.list(base)) {
            return children.count();
        }
    }
}
