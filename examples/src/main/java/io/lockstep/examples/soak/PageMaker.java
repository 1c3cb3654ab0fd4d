package io.lockstep.examples.soak;

import io.lockstep.examples.terminal.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine;

/** Makes the tables of a page anew, each by the command above it. */
final class PageMaker {

    /** Makes the command that prints a table, to a stream. */
    private final Function<PrintStream, ?> command;
    private final PrintStream out;
    private final PrintWriter err;
    private final int threads;
    private final Progress progress;

    PageMaker(final Function<PrintStream, ?> command, final PrintStream out, final PrintWriter err, final int threads,
              final Progress progress) {
        this.command = command;
        this.out = out;
        this.err = err;
        this.threads = threads;
        this.progress = progress;
    }

    /**
     * Writes each table as soon as it is made: one can go on from there.
     *
     * @param page   a file in Markdown
     * @param tables which of its tables, null for all
     * @throws IllegalArgumentException when there is nothing to be made; the text says why
     */
    void make(final Path page, final SeedRange tables) throws IOException {
        if (!Files.isRegularFile(page)) {
            throw new IllegalArgumentException("there is no file " + page);
        }
        final TablePage tablePage = new TablePage(page, PageOptions.PROGRAM);
        final int count = tablePage.tables().size();
        if (count == 0) {
            throw new IllegalArgumentException("no line of code of " + page + " has a ./lockstep soak --table");
        }
        final SeedRange which = tables != null ? tables : new SeedRange(1, count);
        if (which.first() < 1 || which.last() > count) {
            throw new IllegalArgumentException("--tables " + which.first() + ".." + which.last() + " is not in 1.."
                + count + ", the tables of " + page);
        }
        for (int number = (int) which.first(); number <= which.last(); number++) {
            final TablePage.Table one = tablePage.tables().get(number - 1);
            final String state = "table " + number + " of " + count;
            progress.show(() -> state);
            final Duration before = cpu();
            final List<String> rows = play(command, one, threads, err);
            tablePage.replace(one, rows);
            out.println(String.format(Locale.ROOT, "%s: %d rows, %d of them new, %d s of one core: %s", state,
                rows.size() - TablePage.HEAD_LINES,
                rows.stream().skip(TablePage.HEAD_LINES).filter(row -> !one.rows().contains(row)).count(),
                cpu().minus(before).toSeconds(), one.command()));
            out.flush();
        }
    }

    /**
     * Plays what the command line above a table says.
     *
     * @param command makes the command, to a stream
     * @param table   of a page
     * @param threads matches at once
     * @param err     is told of matches that fail
     * @param more    further arguments, such as a profile: then the table has its row alone
     * @return the table's lines
     * @throws IllegalArgumentException when the command line is wrong
     */
    static List<String> play(final Function<PrintStream, ?> command, final TablePage.Table table, final int threads,
                             final PrintWriter err, final String... more) {
        final List<String> arguments = table.arguments();
        arguments.addAll(List.of(more));
        if (!arguments.contains("--threads")) {
            arguments.addAll(List.of("--threads", Integer.toString(threads)));
        }
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final PrintStream lines = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        final int code = new CommandLine(command.apply(lines)).setErr(err)
            .execute(arguments.toArray(new String[0]));
        if (code > 1) {
            throw new IllegalArgumentException("table " + table.number() + " cannot be made by " + PageOptions.PROGRAM
                + table.command());
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
