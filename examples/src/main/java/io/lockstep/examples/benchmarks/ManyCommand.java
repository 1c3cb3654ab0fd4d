package io.lockstep.examples.benchmarks;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.TransportException;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.examples.peer.TransportKind;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockstep bench many}: what a match of many peers in one process takes, and whether it keeps its rate. */
@Command(name = "many",
    description = {"Plays a match of many peers in this process, on the loopback interface, a thread for each, and "
        + "prints its rate, CPU, garbage and heap.",
        "Exits with 1 if the match does not begin, or ends."})
public final class ManyCommand implements Callable<Integer> {

    private static final int MAX_PEERS = 32;
    private static final int MAX_SECONDS = 3600;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_US = 1e3;
    private static final double PERCENT = 100;
    private static final double MIB = 1 << 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--peers", paramLabel = "N", description = "2 to " + MAX_PEERS + " (default ${DEFAULT-VALUE}).")
    private int peers = 16;

    @Option(names = "--transport", paramLabel = "KIND", description = "udp or aeron (default ${DEFAULT-VALUE}).")
    private String transport = "udp";

    @Option(names = "--tick-rate", paramLabel = "HZ", description = "Frames a second (default ${DEFAULT-VALUE}).")
    private int tickRate = SessionConfig.DEFAULT_TICK_RATE;

    @Option(names = "--seconds", paramLabel = "N", description = "How long is measured (default ${DEFAULT-VALUE}).")
    private int seconds = 20;

    @Option(names = "--json", description = "Prints one JSON object instead of lines.")
    private boolean json;

    /** A command that picocli fills in. */
    public ManyCommand() {
    }

    @Override
    public Integer call() throws InterruptedException {
        range("--peers", peers, 2, MAX_PEERS);
        range("--tick-rate", tickRate, 1, SessionConfig.MAX_TICK_RATE);
        range("--seconds", seconds, 1, MAX_SECONDS);
        final TransportKind kind;
        try {
            kind = TransportKind.parse(transport);
        } catch (final IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
        try (StopSignal stop = StopSignal.install(); ManyPeers match = new ManyPeers(kind, peers, tickRate)) {
            final ManyPeers.Sample sample = match.measure(seconds, stop);
            if (stop.getAsBoolean()) {
                return spec.exitCodeOnExecutionException();
            }
            if (sample == null) {
                return fail("the match of " + peers + " peers did not begin, or has ended");
            }
            print(sample);
            return 0;
        } catch (final TransportException failed) {
            return fail(failed.getMessage());
        }
    }

    private void print(final ManyPeers.Sample sample) {
        final double wallSeconds = sample.wallNs() / NS_PER_S;
        final double rate = PERCENT * sample.frames() / peers / (tickRate * wallSeconds);
        final double cpu = PERCENT * sample.cpuNs() / sample.wallNs();
        final double cpuUs = sample.cpuNs() / NS_PER_US / Math.max(1, sample.frames());
        final double garbage = (double) sample.garbageBytes() / Math.max(1, sample.frames());
        final double heap = sample.heapBytes() / MIB;
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new JsonWriter().beginObject().name("peers").signed(peers).name("transport").string(transport)
                .name("tickRate").signed(tickRate).name("ratePercent").number(rate).name("cpuPercent").number(cpu)
                .name("cpuUsPerFrame").number(cpuUs).name("garbagePerFrame").number(garbage).name("heapMiB")
                .number(heap).endObject());
        } else {
            out.printf(Locale.ROOT, "%d peers over %s at %d Hz for %.1f s: %.1f %% of the rate, %.1f %% of a core, "
                + "%.0f us of CPU and %.1f B of garbage a frame of one peer, heap %.0f MiB%n", peers, transport,
                tickRate, wallSeconds, rate, cpu, cpuUs, garbage, heap);
        }
        out.flush();
    }

    private void range(final String what, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw new ParameterException(spec.commandLine(), what + " " + value + " is not in " + min + " to " + max);
        }
    }

    private int fail(final String why) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.qualifiedName() + ": " + why);
        err.flush();
        return 1;
    }
}
