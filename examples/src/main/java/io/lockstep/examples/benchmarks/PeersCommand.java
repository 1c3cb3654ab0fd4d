package io.lockstep.examples.benchmarks;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.examples.benchmarks.peers.Contender;
import io.lockstep.examples.benchmarks.peers.PeerContest;
import io.lockstep.examples.benchmarks.peers.PeerTables;
import io.lockstep.examples.benchmarks.peers.Weather;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.examples.soak.TablePage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockstep bench peers}: matches over Lockstep beside matches over what one would write or take instead. */
@Command(name = "peers",
    description = {"Plays the same match over Lockstep, by hand-written UDP, Netty, KryoNet and reliable Aeron.",
        "All at once, each player in a process of its own, with a relay that delays and loses; prints what each takes. "
            + "About three minutes a profile; nothing else should run meanwhile."})
public final class PeersCommand implements Callable<Integer> {

    /** What a line of code on a page begins with that prints a table. */
    static final String PROGRAM = "./lockstep bench peers ";
    private static final String TABLE = "--table ";
    private static final int MIN_SECONDS = 2;
    private static final int MAX_SECONDS = 600;
    private static final int MAX_REPEATS = 99;
    private static final int QUICK_SECONDS = 2;
    /** Takes back to the beginning of the line and wipes it. */
    private static final String WIPE = "\r\033[K";

    @Spec
    private CommandSpec spec;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "40",
        description = "How long each match is measured, " + MIN_SECONDS + " to " + MAX_SECONDS
            + " (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--repeats", paramLabel = "N", defaultValue = "3",
        description = "Matches of each, 1 to " + MAX_REPEATS
            + ", of which the median is told (default ${DEFAULT-VALUE}).")
    private int repeats;

    @Option(names = "--profiles", split = ",", paramLabel = "NAME",
        description = "What lies between the players: clean, rtt50, rtt100, rtt200 (default all).")
    private List<String> profiles;

    @Option(names = "--only", split = ",", paramLabel = "NAME",
        description = "Who plays; --table contestants names them (default all).")
    private List<String> only;

    @Option(names = "--quick", description = "One match of each for " + QUICK_SECONDS + " s over clean, unless told "
        + "otherwise, to see that it works.")
    private boolean quick;

    @Option(names = "--json", description = "Prints one JSON object instead of tables.")
    private boolean json;

    @Option(names = "--table", paramLabel = "NAME", description = "Prints one table alone: contestants, a profile, or "
        + "what one of ours is divided by the others: udp, udp-fixed, aeron, aeron-fixed.")
    private String table;

    @Option(names = "--page", paramLabel = "FILE", description = "Plays, and makes every table of a page in Markdown "
        + "anew that stands beneath a line of code with a bench peers --table.")
    private Path page;

    /** A command that picocli fills in. */
    public PeersCommand() {
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final PrintWriter out = spec.commandLine().getOut();
        final List<Contender> contenders = chosen(only, Contender::parse, List.of(Contender.values()));
        final List<Weather> weathers = chosen(profiles, Weather::parse,
            quick ? List.of(Weather.CLEAN) : List.of(Weather.values()));
        check();
        if (PeerTables.CONTESTANTS.equals(table)) {
            new PeerTables(new PeerContest(contenders, 0, 0)).table(table).forEach(out::println);
            out.flush();
            return 0;
        }
        requireOthers();
        final PeerContest contest = new PeerContest(contenders, seconds, repeats);
        try (StopSignal stop = StopSignal.install()) {
            contest.play(weathers, this::tell, stop);
            tell("");
            if (stop.getAsBoolean()) {
                return spec.exitCodeOnExecutionException();
            }
        }
        final PeerTables tables = new PeerTables(contest);
        if (page != null) {
            write(tables, out);
        } else {
            print(tables, weathers, out);
        }
        out.flush();
        return tables.isFaultless() ? 0 : 1;
    }

    private void check() {
        if (quick) {
            seconds = isGiven("--seconds") ? seconds : QUICK_SECONDS;
            repeats = isGiven("--repeats") ? repeats : 1;
        }
        if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
            throw refused("--seconds " + seconds + " is not in " + MIN_SECONDS + " to " + MAX_SECONDS);
        }
        if (repeats < 1 || repeats > MAX_REPEATS) {
            throw refused("--repeats " + repeats + " is not in 1 to " + MAX_REPEATS);
        }
        if (table != null && !PeerTables.names().contains(table)) {
            throw refused("--table '" + table + "' is none of " + String.join(", ", PeerTables.names()));
        }
        if (page != null && (json || table != null)) {
            throw refused("--page goes with neither --json nor --table");
        }
        if (page != null && !Files.isWritable(page)) {
            throw refused("--page " + page + " cannot be written");
        }
    }

    private boolean isGiven(final String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private ParameterException refused(final String why) {
        return new ParameterException(spec.commandLine(), why);
    }

    /** Those that were named, each once and in the order of the tables. */
    private <T extends Enum<T>> List<T> chosen(final List<String> names, final Function<String, T> parser,
                                               final List<T> all) {
        if (names == null) {
            return all;
        }
        try {
            return List.copyOf(EnumSet.copyOf(names.stream().map(parser).toList()));
        } catch (final IllegalArgumentException unknown) {
            throw refused(unknown.getMessage());
        }
    }

    /** Netty and KryoNet stand beside the runnable jar in a build, and are not in it. */
    private static void requireOthers() {
        if (PeersCommand.class.getResource("/io/netty/channel/Channel.class") == null) {
            throw new IllegalStateException("no other libraries here: they are in bench-lib, which the build puts"
                + " beside examples/target/lockstep.jar");
        }
    }

    /** What goes on, for who sits before it. */
    private void tell(final String news) {
        if (System.console() != null) {
            final PrintWriter err = spec.commandLine().getErr();
            err.print(WIPE + news);
            err.flush();
        }
    }

    private void print(final PeerTables tables, final List<Weather> weathers, final PrintWriter out) {
        if (json) {
            final JsonWriter object = new JsonWriter().beginObject().name("jvm").string(Machine.jvm()).name("cpu")
                .string(Machine.cpu());
            tables.write(object);
            out.println(object.endObject());
        } else if (table != null) {
            tables.table(table).forEach(out::println);
        } else {
            out.println(Machine.jvm() + "; " + Machine.cpu());
            for (final Weather weather : weathers) {
                out.println();
                tables.table(weather.key()).forEach(out::println);
            }
            for (final Contender ours : chosen(only, Contender::parse, Arrays.asList(Contender.values()))) {
                if (ours.isOurs()) {
                    out.println();
                    tables.table(ours.key()).forEach(out::println);
                }
            }
        }
    }

    private void write(final PeerTables tables, final PrintWriter out) throws IOException {
        final TablePage target = new TablePage(page, PROGRAM);
        final int count = target.tables().size();
        for (int i = 0; i < count; i++) {
            final TablePage.Table one = target.tables().get(i);
            final String name = one.command().replace(TABLE, "").strip();
            target.replace(one, tables.table(name));
            out.println(page + ": " + name);
        }
    }
}
