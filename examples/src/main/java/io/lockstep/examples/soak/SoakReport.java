package io.lockstep.examples.soak;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.ScenarioShrinker;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Prints a line for each seed and a summary; writes down and shrinks what failed. */
final class SoakReport implements Consumer<Fleet.Outcome> {

    /** Shrinking stops after so many runs or so long, whatever comes first. */
    private static final int SHRINK_RUNS = 500;
    private static final long SHRINK_NS = 60_000_000_000L;
    /** So many failing seeds are shrunk; more show the same. */
    private static final int MAX_SHRUNK = 3;

    private final PrintStream out;
    private final PrintWriter err;
    private final boolean json;
    private final Path directory;
    private final MatchRunner runner;
    /** Null where it does not matter what was drawn with what. */
    private final Coverage coverage;
    private final List<Long> failed = new ArrayList<>();
    private long seeds;
    private long asked;
    private long judged;
    private double simulatedSeconds;
    private long wallMillis;
    private String replay;
    private boolean summed;

    SoakReport(final PrintStream out, final PrintWriter err, final boolean json, final Path directory,
               final MatchRunner runner, final Coverage coverage) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.directory = directory;
        this.runner = runner;
        this.coverage = coverage;
    }

    synchronized boolean failed() {
        return !failed.isEmpty() || coverage != null && coverage.failed();
    }

    @Override
    public synchronized void accept(final Fleet.Outcome outcome) {
        if (summed) {
            return;
        }
        final MatchResult result = outcome.result();
        seeds++;
        if (coverage != null) {
            coverage.add(outcome.job().scenario());
        }
        asked += outcome.job().options().liveness() ? 1 : 0;
        judged += result.judged ? 1 : 0;
        simulatedSeconds += result.simulatedNs / 1e9;
        wallMillis += result.wallMillis;
        out.println(json ? result.toJson() : result.summary());
        if (outcome.repeatHash() != result.traceHash) {
            err.println("seed " + result.seed + ": two runs differ, traces " + Long.toHexString(result.traceHash)
                + " and " + Long.toHexString(outcome.repeatHash()));
        }
        if (outcome.disturbance() != null) {
            err.println("seed " + result.seed + ": " + outcome.disturbance());
        }
        if (!outcome.ok()) {
            failed.add(result.seed);
            remember(outcome);
        }
        err.flush();
    }

    private void remember(final Fleet.Outcome outcome) {
        final Job job = outcome.job();
        final String name = job.scenario().name.replaceAll("[^A-Za-z0-9._-]", "_") + "-" + job.seed();
        final String command = write(name, job.scenario(), job);
        replay = replay == null ? command : replay;
        err.println("seed " + job.seed() + " failed; replay: " + command);
        if (!outcome.result().ok() && failed.size() <= MAX_SHRUNK) {
            final String promise = outcome.result().violations.get(0).promise();
            final long deadlineNs = System.nanoTime() + SHRINK_NS;
            final Scenario shrunk = new ScenarioShrinker(job.scenario(), SHRINK_RUNS,
                () -> System.nanoTime() - deadlineNs >= 0,
                smaller -> runner.run(job.with(smaller)).violations.stream()
                    .anyMatch(violation -> violation.promise().equals(promise))).shrink();
            err.println("  smaller, and still breaks " + promise + ": " + write(name + "-shrunk", shrunk, job));
        }
    }

    private String write(final String name, final Scenario scenario, final Job job) {
        final Path file = directory.resolve(name + ".json");
        try {
            Files.createDirectories(directory);
            Files.write(file, scenario.toJson().getBytes(StandardCharsets.UTF_8));
        } catch (final IOException unwritable) {
            err.println("cannot write " + file + ": " + unwritable);
        }
        return "./lockstep soak --scenario " + file + " --seeds " + job.seed() + ".." + job.seed()
            + (job.options().liveness() ? " --liveness" : "") + runner.replayOptions();
    }

    /** Prints the summary of what was played, once. */
    synchronized void summary() {
        if (summed) {
            return;
        }
        summed = true;
        if (json) {
            final JsonWriter line = new JsonWriter().beginObject().name("summary").bool(true).name("seeds")
                .unsigned(seeds).name("ok").unsigned(seeds - failed.size()).name("failed").beginArray();
            failed.forEach(line::signed);
            line.endArray().name("liveness").signed(asked).name("judged").signed(judged);
            if (coverage != null) {
                coverage.write(line);
            }
            out.println(line.endObject());
        } else {
            out.println(seeds + " seeds, " + (seeds - failed.size()) + " ok, failed " + failed + "; "
                + (asked > 0 ? judged + " of " + asked + " judged for LIVENESS; " : "")
                + Math.round(simulatedSeconds) + " s of play in " + wallMillis / 1000.0 + " s of one core, "
                + Math.round(simulatedSeconds * 1000 / Math.max(1, wallMillis)) + " x real time");
        }
        if (coverage != null && !json) {
            out.println(coverage.line());
        }
        out.flush();
        if (replay != null) {
            err.println("replay the first failure: " + replay);
        }
        err.flush();
    }
}
