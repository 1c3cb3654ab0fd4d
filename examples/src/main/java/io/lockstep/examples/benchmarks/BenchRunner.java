package io.lockstep.examples.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs benchmarks through JMH, one after the other, and keeps its talk to itself. */
final class BenchRunner {

    /** Two, because the compiler does not decide alike in every process. */
    private static final int FORKS = 2;
    private static final int WARM_UPS = 3;
    private static final int MEASUREMENTS = 5;
    private static final TimeValue ITERATION = TimeValue.seconds(1);

    /** A smoke run: long enough to compile the hot path, far too short for a figure. */
    private static final int QUICK_MEASUREMENTS = 2;
    private static final TimeValue QUICK_ITERATION = TimeValue.milliseconds(100);

    private static final String PACKAGE = BenchRunner.class.getPackageName() + '.';
    private static final String CLASS_SUFFIX = "Benchmark.";
    private static final String JACKSON = "Jackson";
    private static final String ALLOCATION = "gc.alloc.rate.norm";
    private static final String FAILURE = "<failure>";
    /** In JMH's objection to a second run on this machine, which would spoil both. */
    private static final String LOCKED = "JMH lock";

    private final boolean quick;

    BenchRunner(final boolean quick) {
        this.quick = quick;
        if (quick) {
            // Nothing is measured, so that another run on this machine does not matter.
            System.setProperty("jmh.ignoreLock", "true");
        }
    }

    /** The short names of all benchmarks, in alphabetical order. */
    static List<String> names() {
        final OutputFormat silent = OutputFormatFactory.createFormatInstance(sink(new ByteArrayOutputStream()),
            VerboseMode.SILENT);
        final TreeSet<String> names = new TreeSet<>();
        for (final BenchmarkListEntry entry : BenchmarkList.defaultList().getAll(silent, List.of())) {
            if (entry.getUsername().startsWith(PACKAGE) && (hasJackson() || !entry.getUsername().contains(JACKSON))) {
                names.add(shortName(entry.getUsername()));
            }
        }
        return new ArrayList<>(names);
    }

    /** It stands beside the jar in a build, and is not in it. */
    private static boolean hasJackson() {
        return BenchRunner.class.getResource("/com/fasterxml/jackson/databind/ObjectMapper.class") != null;
    }

    private static String shortName(final String fullName) {
        return fullName.substring(PACKAGE.length()).replace(CLASS_SUFFIX, ".");
    }

    private static String fullName(final String shortName) {
        return PACKAGE + shortName.replace(".", CLASS_SUFFIX);
    }

    private static PrintStream sink(final ByteArrayOutputStream target) {
        return new PrintStream(target, false, StandardCharsets.UTF_8);
    }

    /** How every benchmark is measured, for people. */
    String plan() {
        return quick ? "quick: 0 forks, " + QUICK_MEASUREMENTS + " x " + QUICK_ITERATION + ", no figures to rely on"
            : FORKS + " forks, " + MEASUREMENTS + " x " + ITERATION + " each after " + WARM_UPS + " x " + ITERATION;
    }

    /**
     * Runs one benchmark with each of its sets of parameters.
     *
     * @param name one of {@link #names()}
     * @return a figure for each set
     * @throws IllegalStateException if it failed; the text says why
     */
    List<Figure> run(final String name) {
        final ByteArrayOutputStream talk = new ByteArrayOutputStream();
        final Collection<RunResult> results;
        try {
            results = new Runner(options(name).build(),
                OutputFormatFactory.createFormatInstance(sink(talk), VerboseMode.NORMAL)).run();
        } catch (final RunnerException e) {
            throw new IllegalStateException(name + " failed: " + reason(talk.toString(StandardCharsets.UTF_8), e), e);
        }
        final List<Figure> figures = new ArrayList<>();
        for (final RunResult result : results) {
            figures.add(figure(name, result));
        }
        return figures;
    }

    private ChainedOptionsBuilder options(final String name) {
        final ChainedOptionsBuilder options = new OptionsBuilder().include('^' + Pattern.quote(fullName(name)) + '$')
            .mode(Mode.AverageTime).timeUnit(TimeUnit.NANOSECONDS).threads(1).shouldFailOnError(true)
            .addProfiler(GCProfiler.class);
        if (quick) {
            return options.forks(0).warmupIterations(1).warmupTime(QUICK_ITERATION)
                .measurementIterations(QUICK_MEASUREMENTS).measurementTime(QUICK_ITERATION);
        }
        return options.forks(FORKS).warmupIterations(WARM_UPS).warmupTime(ITERATION)
            .measurementIterations(MEASUREMENTS).measurementTime(ITERATION);
    }

    private static Figure figure(final String name, final RunResult result) {
        final Map<String, String> parameters = new TreeMap<>();
        for (final String key : result.getParams().getParamsKeys()) {
            parameters.put(key, result.getParams().getParam(key));
        }
        final Result<?> time = result.getPrimaryResult();
        double bytes = Double.NaN;
        for (final Map.Entry<String, ?> extra : result.getSecondaryResults().entrySet()) {
            if (extra.getKey().endsWith(ALLOCATION)) {
                bytes = ((Result<?>) extra.getValue()).getScore();
            }
        }
        return new Figure(name, parameters, time.getScore(), time.getScoreError(), bytes);
    }

    /** What a benchmark threw stands in JMH's talk, behind a mark; what JMH itself refuses is the exception's text. */
    private static String reason(final String talk, final RunnerException failure) {
        final String message = String.valueOf(failure.getMessage());
        if (message.contains(LOCKED)) {
            return "other benchmarks are running on this machine; wait for them, or use --quick";
        }
        final int mark = talk.indexOf(FAILURE);
        final String text = mark < 0 ? message : talk.substring(mark + FAILURE.length());
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).findFirst().orElse("no reason given");
    }
}
