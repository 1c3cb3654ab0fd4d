package io.lockstep.codecs.replay;

import io.lockstep.core.game.DesyncText;
import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.sync.KeptState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes reports of differing states to folders {@code desync-<match>-<frame>}, for a person to read and to send to
 * whoever made the game. Where such a folder exists already the name gets the peer and a number behind it; no file is
 * ever replaced. {@value #MAX_FOLDERS} folders at most are written.
 *
 * <pre>
 * final DesyncFolder reports = DesyncFolder.in(Path.of("reports"), "mygame 1.4 (3f2a9c1)");
 * …
 * if (event.type() == SessionEvent.Type.DESYNC_REPORT) {
 *     log(event.report().line() + "; see " + reports.write(event.report()));
 * }
 * </pre>
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class DesyncFolder {

    /** A game that goes wrong more often has shown enough. */
    public static final int MAX_FOLDERS = 8;

    /** Names tried where folders of earlier matches are in the way. */
    private static final int MAX_NAMES = 20;

    private final Path parent;
    private final String build;
    private int written;

    private DesyncFolder(final Path parent, final String build) {
        this.parent = parent;
        this.build = build;
    }

    /**
     * Checks where the folders are to go, before anything is played. Nothing is written before the first report.
     *
     * @param parent where the folders go
     * @param build  which build of the game this is, for people
     * @return writes there
     * @throws IllegalArgumentException if there is no such directory or nothing can be written there; the text says so
     */
    public static DesyncFolder in(final Path parent, final String build) {
        if (!Files.exists(parent)) {
            throw new IllegalArgumentException("there is no directory " + parent);
        }
        if (!Files.isDirectory(parent)) {
            throw new IllegalArgumentException(parent + " is no directory");
        }
        if (!Files.isWritable(parent)) {
            throw new IllegalArgumentException("cannot write to the directory " + parent);
        }
        return new DesyncFolder(parent, build);
    }

    /**
     * Writes one report, with states and inputs as far as they are known.
     *
     * @param report what was found out
     * @return the folder for a person, or in brackets why there is none; null once there are enough
     */
    public @Nullable String write(final DesyncReport report) {
        if (written == MAX_FOLDERS) {
            return null;
        }
        written++;
        try {
            final Path folder = create(report);
            write(folder, "report.txt", out -> DesyncText.report(report, environment(), out));
            write(folder, "inputs.txt", out -> report.inputs().forEach(out));
            state(folder, "state-" + report.localPeer(), report, report.localState(), true);
            state(folder, "state-" + report.peer(), report, report.remoteState(), false);
            return folder.toString();
        } catch (final IOException | UncheckedIOException failed) {
            return "(not written: " + failed.getMessage() + ")";
        }
    }

    private Path create(final DesyncReport report) throws IOException {
        final String name = "desync-" + Long.toUnsignedString(report.matchId()) + "-"
            + Math.max(0, report.frame());
        for (int attempt = 0; attempt < MAX_NAMES; attempt++) {
            final String suffix = attempt == 0 ? "" : "-p" + report.localPeer() + (attempt == 1 ? "" : "-" + attempt);
            try {
                return Files.createDirectory(parent.resolve(name + suffix));
            } catch (final FileAlreadyExistsException taken) {
                continue;
            }
        }
        throw new IOException("there are " + MAX_NAMES + " folders " + name + " already in " + parent);
    }

    private static void state(final Path folder, final String name, final DesyncReport report,
                              final @Nullable KeptState state, final boolean local) throws IOException {
        if (state == null) {
            return;
        }
        if (report.walk() == null) {
            Files.write(folder.resolve(name + ".bin"), state.bytes(), StandardOpenOption.CREATE_NEW);
        } else {
            write(folder, name + ".txt", out -> DesyncText.state(report, local, out));
        }
    }

    private static void write(final Path folder, final String name, final Consumer<Consumer<String>> lines)
        throws IOException {
        try (Writer out = Files.newBufferedWriter(folder.resolve(name), StandardCharsets.UTF_8,
            StandardOpenOption.CREATE_NEW)) {
            lines.accept(line -> {
                try {
                    out.write(line + System.lineSeparator());
                } catch (final IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            });
        }
    }

    private List<String> environment() {
        return List.of("build:  " + build,
            "JDK:    " + property("java.vendor") + " " + property("java.runtime.version"),
            "VM:     " + property("java.vm.name") + " " + property("java.vm.version"),
            "OS:     " + property("os.name") + " " + property("os.version") + " " + property("os.arch"),
            "flags:  " + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    }

    private static String property(final String name) {
        return System.getProperty(name, "unknown");
    }
}
