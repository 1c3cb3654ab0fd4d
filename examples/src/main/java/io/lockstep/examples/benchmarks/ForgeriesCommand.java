package io.lockstep.examples.benchmarks;

import io.lockstep.codecs.json.JsonWriter;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockstep bench forgeries}: how many forged datagrams a link with keys takes for its peer's. */
@Command(name = "forgeries",
    description = {"Sends forged datagrams through the seal of a link with keys, and counts those that it takes.",
        "Tags of its own, bits turned over, other numbers, lanes, directions and places, and replays. "
            + "Exits with 1 if any is taken."})
public final class ForgeriesCommand implements Callable<Integer> {

    private static final long DEFAULT_COUNT = 1_000_000;
    private static final long MAX_COUNT = 1_000_000_000_000L;

    @Spec
    private CommandSpec spec;

    @Option(names = "--count", paramLabel = "N", description = "Forged datagrams (default ${DEFAULT-VALUE}).")
    private long count = DEFAULT_COUNT;

    @Option(names = "--seed", paramLabel = "N", description = "What they are drawn from (default ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--json", description = "Prints one JSON object instead of a table.")
    private boolean json;

    /** A command that picocli fills in. */
    public ForgeriesCommand() {
    }

    @Override
    public Integer call() {
        if (count < 1 || count > MAX_COUNT) {
            throw new ParameterException(spec.commandLine(), "--count " + count + " is not in 1 to " + MAX_COUNT);
        }
        final Forgeries forgeries = new Forgeries(seed);
        final long startNs = System.nanoTime();
        forgeries.play(count);
        final double nsEach = (double) (System.nanoTime() - startNs) / count;
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(toJson(forgeries, nsEach));
        } else {
            for (final Forgeries.Kind kind : Forgeries.Kind.values()) {
                out.printf(Locale.ROOT, "%-14s %,15d refused%n", kind, forgeries.refused(kind));
            }
            out.printf(Locale.ROOT, "%,d forged datagrams, %,d accepted; %,d of the link itself between them, all "
                + "accepted; %.0f ns each%n", count, forgeries.accepted(), forgeries.genuine(), nsEach);
        }
        out.flush();
        return forgeries.accepted() == 0 ? 0 : 1;
    }

    private String toJson(final Forgeries forgeries, final double nsEach) {
        final JsonWriter object = new JsonWriter().beginObject().name("forged").signed(count).name("accepted")
            .signed(forgeries.accepted()).name("genuine").signed(forgeries.genuine()).name("nsEach").number(nsEach)
            .name("refused").beginObject();
        for (final Forgeries.Kind kind : Forgeries.Kind.values()) {
            object.name(kind.name()).signed(forgeries.refused(kind));
        }
        return object.endObject().endObject().toString();
    }
}
