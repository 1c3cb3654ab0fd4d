package io.lockstep.examples.benchmarks;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.examples.report.Charts;
import io.lockstep.examples.report.ReportOption;
import io.lockstep.examples.report.ReportPage;
import io.lockstep.examples.terminal.Progress;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockstep bench}: runs the benchmarks and prints what an operation costs in time and in allocated bytes. */
@Command(name = "bench", subcommands = {FailoverCommand.class, SyncCommand.class, ForgeriesCommand.class,
    PeersCommand.class, ManyCommand.class, LobbyCommand.class},
    description = {"Measures the hot paths with JMH: nanoseconds and allocated bytes per operation.",
        "All of it takes about twelve minutes; nothing else should run meanwhile."})
public final class BenchCommand implements Callable<Integer> {

    private static final String ROW = "%-30s %12s %12s %8s%n";

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "FILTER",
        description = "Runs the benchmarks whose name contains this, in whatever case; without it, all.")
    private String filter;

    @Option(names = "--quick", description = "Runs each for a moment in this process, to see that it works.")
    private boolean quick;

    @Option(names = "--json", description = "Prints one JSON object instead of a table.")
    private boolean json;

    @Option(names = "--list", description = "Prints the names of the benchmarks and runs none.")
    private boolean list;

    @Mixin
    private ReportOption report = new ReportOption();

    /** A command that picocli fills in. */
    public BenchCommand() {
    }

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        final List<String> names = selected();
        if (list) {
            printNames(names, out);
            return 0;
        }
        report.check();
        final BenchRunner runner = new BenchRunner(quick);
        if (!json) {
            out.println(Machine.jvm());
            out.println(Machine.cpu());
            out.println(runner.plan());
            out.println();
            out.printf(Locale.ROOT, ROW, "benchmark", "ns/op", "+- ns", "B/op");
            out.flush();
        }
        final List<Figure> figures = new ArrayList<>();
        for (final String name : names) {
            final String state = name + ", " + (names.indexOf(name) + 1) + " of " + names.size();
            Progress.of(spec).show(() -> state);
            for (final Figure figure : runner.run(name)) {
                figures.add(figure);
                if (!json) {
                    printRow(figure, out);
                }
            }
        }
        if (json) {
            out.println(toJson(figures));
        }
        out.flush();
        if (report.isWanted()) {
            report(figures, runner.plan());
        }
        return 0;
    }

    /** The benchmarks and JMH stand beside the runnable jar in a build, and are not in it. */
    private static void requireBenchmarks() {
        if (BenchCommand.class.getResource("/org/openjdk/jmh/runner/Runner.class") == null) {
            throw new IllegalStateException("no benchmarks here: they are in bench-lib, which the build puts beside"
                + " examples/target/lockstep.jar");
        }
    }

    private List<String> selected() {
        requireBenchmarks();
        final List<String> all = BenchRunner.names();
        if (filter == null) {
            return all;
        }
        final String wanted = filter.toLowerCase(Locale.ROOT);
        final List<String> names = new ArrayList<>(all);
        names.removeIf(name -> !name.toLowerCase(Locale.ROOT).contains(wanted));
        if (names.isEmpty()) {
            throw new ParameterException(spec.commandLine(),
                "no benchmark's name contains '" + filter + "'; there are " + String.join(", ", all));
        }
        return names;
    }

    private void printNames(final List<String> names, final PrintWriter out) {
        if (json) {
            final JsonWriter array = new JsonWriter().beginArray();
            names.forEach(array::string);
            out.println(array.endArray());
        } else {
            names.forEach(out::println);
        }
        out.flush();
    }

    private void report(final List<Figure> figures, final String plan) {
        final ReportPage page = report.page("Benchmarks");
        page.figure("Time of an operation", plan, Charts.bars(figures.stream()
            .map(one -> new Charts.Bar(one.label(), one.nsPerOp(), one.errorNs())).toList(), "ns"));
        page.table("Figures", List.of("benchmark", "ns/op", "± ns", "B/op"), figures.stream()
            .map(one -> List.of(one.label(), number(one.nsPerOp(), 1), number(one.errorNs(), 1),
                number(one.bytesPerOp(), 2))).toList());
        report.write(page);
    }

    private static void printRow(final Figure figure, final PrintWriter out) {
        out.printf(Locale.ROOT, ROW, figure.label(), number(figure.nsPerOp(), 1), number(figure.errorNs(), 1),
            number(figure.bytesPerOp(), 2));
        out.flush();
    }

    private static String number(final double value, final int digits) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private String toJson(final List<Figure> figures) {
        final JsonWriter object = new JsonWriter().beginObject().name("jvm").string(Machine.jvm())
            .name("cpu").string(Machine.cpu()).name("quick").bool(quick).name("benchmarks").beginArray();
        for (final Figure figure : figures) {
            object.beginObject().name("name").string(figure.name()).name("parameters").beginObject();
            figure.parameters().forEach((key, value) -> object.name(key).string(value));
            object.endObject().name("nsPerOp").number(figure.nsPerOp()).name("errorNs").number(figure.errorNs())
                .name("bytesPerOp").number(figure.bytesPerOp()).endObject();
        }
        return object.endArray().endObject().toString();
    }
}
