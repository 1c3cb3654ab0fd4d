package io.lockstep.examples.stat;

import io.lockstep.aeron.MatchCounters;
import io.lockstep.codecs.json.JsonWriter;
import java.io.File;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code lockstep stat}: the counters of a running match over Aeron, the session's and the driver's. Exit code 0, 1
 * when there is nothing to see, 2 when the arguments are wrong.
 */
@Command(name = "stat", sortOptions = false,
    description = {"Shows the counters of a match that another process plays over Aeron: what its sessions measure, "
        + "and what its media drivers do.",
        "jps names the processes. A match over plain UDP has no counters: the flight recorder sees its events.", ""},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {
        " 0:Counters were shown; without --once, until the process ended.",
        " 1:There is no such process, or it plays nothing over Aeron.", " 2:Wrong arguments."})
public final class StatCommand implements Callable<Integer> {

    private static final int NOTHING = 1;
    private static final int MAX_INTERVAL = 3600;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID", description = "The process that plays, such as a lockstep peer or demo.")
    private long pid;

    @Option(names = "--once", description = "Shows them once; without it, again and again until Ctrl-C or until the "
        + "process ends.")
    private boolean once;

    @Option(names = "--interval", paramLabel = "SECONDS", defaultValue = "1",
        description = "From one time to the next, 1 to 3600 (default ${DEFAULT-VALUE}).")
    private int interval;

    @Option(names = "--json", description = "Each time one line of JSON for each driver.")
    private boolean json;

    /** A command to be filled in by the command line. */
    public StatCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() throws InterruptedException {
        if (pid < 1) {
            throw new ParameterException(spec.commandLine(), "PID is " + pid + ", allowed is 1 and up");
        }
        if (interval < 1 || interval > MAX_INTERVAL) {
            throw new ParameterException(spec.commandLine(),
                "--interval is " + interval + ", allowed is 1 to " + MAX_INTERVAL);
        }
        boolean shown = showAll();
        if (!shown) {
            return nothing();
        }
        while (!once && shown) {
            TimeUnit.SECONDS.sleep(interval);
            shown = showAll();
        }
        return 0;
    }

    private boolean isAlive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private int nothing() {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.qualifiedName() + ": " + (isAlive()
            ? "process " + pid + " runs no media driver that this user can see; a match over plain UDP has none"
            : "there is no process " + pid));
        err.flush();
        return NOTHING;
    }

    /** Whether there was anything to show. */
    private boolean showAll() {
        boolean shown = false;
        if (isAlive()) { // who was killed leaves its files behind
            for (final File directory : MatchCounters.directories(pid)) {
                shown |= show(directory);
            }
        }
        return shown;
    }

    private boolean show(final File directory) {
        final List<MatchCounters.Reading> readings;
        try (MatchCounters counters = MatchCounters.open(directory)) {
            readings = counters.read();
        } catch (final IllegalStateException gone) {
            return false; // it has just ended, or just begins
        }
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(write(directory, readings));
        } else {
            print(out, directory, readings);
        }
        out.flush();
        return true;
    }

    private static void print(final PrintWriter out, final File directory, final List<MatchCounters.Reading> readings) {
        out.println(directory);
        readings.stream().filter(MatchCounters.Reading::ofSession).forEach(reading -> print(out, reading));
        int zeros = 0;
        for (final MatchCounters.Reading reading : readings) {
            if (!reading.ofSession() && reading.value() != 0) {
                print(out, reading);
            } else if (!reading.ofSession()) {
                zeros++;
            }
        }
        out.printf(Locale.ROOT, "%26s  in %d more counters of the driver%n%n", "0", zeros);
    }

    private static void print(final PrintWriter out, final MatchCounters.Reading reading) {
        out.printf(Locale.ROOT, "%,26d  %s%n", reading.value(), reading.label());
    }

    private static JsonWriter write(final File directory, final List<MatchCounters.Reading> readings) {
        final JsonWriter out = new JsonWriter().beginObject().name("directory").string(directory.getPath());
        write(out.name("session"), readings, true);
        write(out.name("driver"), readings, false);
        return out.endObject();
    }

    /** Labels of the driver come more than once. */
    private static void write(final JsonWriter out, final List<MatchCounters.Reading> readings,
                              final boolean ofSession) {
        out.beginArray();
        for (final MatchCounters.Reading reading : readings) {
            if (reading.ofSession() == ofSession) {
                out.beginObject().name("label").string(reading.label()).name("value").signed(reading.value())
                    .endObject();
            }
        }
        out.endArray();
    }
}
