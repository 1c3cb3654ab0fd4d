package io.lockstep.election.models;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs TLC over one configuration in a virtual machine of its own; it keeps its state in statics. */
final class Checker {

    /** More than the largest configuration needs: TLC keeps states beyond it on disk. */
    private static final String HEAP = "-Xmx1g";

    /** Small ones are done before the optimizing compiler has paid for itself: 1.6 s of processor instead of 4.0. */
    private static final List<String> SMALL = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    private static final List<String> LARGE = List.of("-XX:+UseParallelGC");

    private final Path sources;
    private final Path work;
    private final long limitSeconds;

    /**
     * A checker.
     *
     * @param sources      where the models are
     * @param work         where TLC may write, a directory for each configuration
     * @param limitSeconds how long one configuration may take
     */
    Checker(final Path sources, final Path work, final long limitSeconds) {
        this.sources = sources;
        this.work = work;
        this.limitSeconds = limitSeconds;
    }

    /** What TLC printed, all of it; a run that takes too long is ended and says so. */
    String run(final Model model) throws IOException, InterruptedException {
        final Path folder = work.resolve(model.name());
        delete(folder);
        Files.createDirectories(folder);
        final String specification = model.module() + ".tla";
        Files.copy(sources.resolve(specification), folder.resolve(specification));
        final String usual = Files.readString(sources.resolve(model.module() + ".cfg"), StandardCharsets.UTF_8);
        Files.writeString(folder.resolve("model.cfg"), model.configuration(usual), StandardCharsets.UTF_8);
        final Path output = folder.resolve("output.txt");
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(HEAP);
        // TLC unpacks the standard modules there before it reads them: two at a time must not share it.
        command.add("-Djava.io.tmpdir=" + folder);
        command.addAll("small".equals(model.tier()) ? SMALL : LARGE);
        command.addAll(List.of("-cp", jar().toString(), "tlc2.TLC", "-config", "model.cfg", "-workers", "1", "-metadir",
            "states", specification));
        final Process process = new ProcessBuilder(command)
            .directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        final Thread end = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(end);
        try {
            final boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
            final String text = Files.readString(output, StandardCharsets.UTF_8);
            return ended ? text : text + "\nended after " + limitSeconds + " s\n";
        } finally {
            process.destroyForcibly().waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            delete(folder.resolve("states"));
        }
    }

    private static Path jar() throws IOException {
        final URL tlc = Checker.class.getResource("/tlc2/TLC.class");
        if (tlc == null) {
            throw new IllegalStateException("no TLC on the class path; it is there in the profile `models`");
        }
        try {
            return Path.of(((JarURLConnection) tlc.openConnection()).getJarFileURL().toURI());
        } catch (final URISyntaxException e) {
            throw new IOException(tlc.toString(), e);
        }
    }

    private static void delete(final Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> paths = Files.walk(folder)) {
                for (final Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
