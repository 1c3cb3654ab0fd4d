package io.lockstep.examples.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** A way to execute Java: a JDK and options. */
record Jvm(String name, Path home, List<String> options) {

    /** Nothing that is run here takes longer, on a slow machine either. */
    private static final long SECONDS = 180;
    private static final int OLDEST = 17;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)([^\"]*)\"");

    /** The one that runs the tests, without options. */
    static Jvm own() throws IOException {
        final Path home = Path.of(System.getProperty("java.home")).toRealPath();
        return new Jvm("JDK " + feature(home), home, List.of());
    }

    private Jvm with(final String what, final String... added) {
        return new Jvm(name + ", " + what, home, List.of(added));
    }

    /** This JDK again, in each way that has changed an answer before: interpreted, and all others together. */
    List<Jvm> variants() {
        return List.of(
            with("interpreted", "-Xint"),
            with("no intrinsics, other identity hashes, Turkish, Latin-1, 8 processors",
                "-XX:+UnlockDiagnosticVMOptions", "-XX:-UseLibmIntrinsic",
                "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2",
                "-Duser.language=tr", "-Duser.country=TR", "-Duser.timezone=Asia/Kathmandu",
                "-Dfile.encoding=ISO-8859-1", "-XX:ActiveProcessorCount=8"));
    }

    /** The JDK that LOCKSTEP_ALT_JDK names, else the newest other one beside ours, else null. */
    static Jvm second() throws IOException {
        final Path own = own().home();
        final String named = System.getenv("LOCKSTEP_ALT_JDK");
        Path found = named == null || named.isEmpty() ? null : Path.of(named);
        if (found == null) {
            try (Stream<Path> homes = Files.list(own.getParent())) {
                for (final Path home : homes.sorted().toList()) {
                    if (!Files.isSymbolicLink(home) && Files.isExecutable(home.resolve("bin/javac"))
                        && !home.resolve("bin/javac").toRealPath().startsWith(own)
                        && feature(home) > (found == null ? OLDEST - 1 : feature(found))) {
                        found = home;
                    }
                }
            }
        }
        return found == null ? null : new Jvm("JDK " + feature(found), found, List.of());
    }

    /** A JDK's feature release, 0 if it does not say. */
    private static int feature(final Path home) throws IOException {
        final Path release = home.resolve("release");
        final Matcher matcher = VERSION.matcher(Files.exists(release) ? Files.readString(release) : "");
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** Runs a main class of this class path and gives what it printed on standard output. */
    List<String> run(final Class<?> main, final String... arguments) throws IOException, InterruptedException {
        final Path out = Files.createTempFile("lockstep-jvm", ".out");
        final Path err = Files.createTempFile("lockstep-jvm", ".err");
        try {
            final List<String> command = new ArrayList<>();
            command.add(home.resolve("bin").resolve("java").toString());
            command.addAll(options);
            command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-cp",
                System.getProperty("java.class.path"), main.getName()));
            command.addAll(List.of(arguments));
            final Process process = new ProcessBuilder(command).redirectOutput(out.toFile())
                .redirectError(err.toFile()).start();
            final boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            final String complaint = Files.readString(err);
            assertTrue(ended, () -> command + " did not end within " + SECONDS + " s: " + complaint);
            assertEquals(0, process.exitValue(), () -> command + ": " + complaint);
            return Files.readAllLines(out, StandardCharsets.UTF_8);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
