package io.lockstep.examples.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a command line can say about a report. */
public final class ReportOption {

    private static final double US_PER_MS = 1000;
    private static final int STEPS_PER_HALF = 5;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--report", paramLabel = "FILE",
        description = "Writes figures and tables to this file, one page of HTML, in the place of what is there.")
    private Path file;

    /** Filled in by the command line. */
    public ReportOption() {
    }

    /**
     * Whether a report was asked for.
     *
     * @return true if so
     */
    public boolean isWanted() {
        return file != null;
    }

    /** Refuses a report that could not be written, before the work is done. */
    public void check() {
        if (file == null) {
            return;
        }
        final Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new ParameterException(command.commandLine(), "--report: there is no directory " + folder);
        }
        // Open the file instead of checking permissions: only then a full disk or a read-only folder fails, above all
        // for root.
        final boolean isNew = !Files.exists(file);
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
            channel.position(0);
        } catch (final IOException | UnsupportedOperationException failed) {
            throw new ParameterException(command.commandLine(), "--report: cannot write to " + file, failed);
        }
        if (isNew) {
            file.toFile().delete();
        }
    }

    /**
     * A page about what was typed.
     *
     * @param title what it is about
     * @return an empty one
     */
    public ReportPage page(final String title) {
        return new ReportPage(title, "./" + command.root().name() + ' '
            + String.join(" ", command.commandLine().getParseResult().originalArgs()));
    }

    /**
     * Writes the report.
     *
     * @param page what to write
     * @throws IllegalStateException when it cannot be written; the text says where
     */
    public void write(final ReportPage page) {
        try {
            page.write(file);
        } catch (final IOException failed) {
            throw new IllegalStateException("--report: cannot write to " + file + ": " + failed.getMessage(), failed);
        }
    }

    /**
     * A distribution in the format of files {@code .hgrm}, which other tools draw.
     *
     * @param micros of microseconds
     * @return milliseconds and percentiles
     */
    public static String hgrm(final Histogram micros) {
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        micros.outputPercentileDistribution(new PrintStream(text, true, StandardCharsets.UTF_8), STEPS_PER_HALF,
            US_PER_MS);
        return text.toString(StandardCharsets.UTF_8);
    }
}
