package io.lockstep.examples.benchmarks;

import io.lockstep.codecs.json.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockstep bench lobby}: what many waiting players cost a lobby, and how soon their letters arrive. */
@Command(name = "lobby", description = {"Lets players in matches of eight wait in a lobby that runs in a process of "
    + "its own, sends letters between them, and prints what it takes.", "Needs a file descriptor for each player "
    + "(ulimit -n), here and in the lobby."})
public final class LobbyCommand implements Callable<Integer> {

    /** As many polls as a lobby lets wait. */
    private static final int MAX_PLAYERS = 20_000;
    private static final int MAX_LETTERS = 10_000_000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--players", paramLabel = "N",
        description = "8 to " + MAX_PLAYERS + ", a multiple of 8 (default ${DEFAULT-VALUE}).")
    private int players = 10_000;

    @Option(names = "--letters", paramLabel = "N", description = "At least 1 (default ${DEFAULT-VALUE}).")
    private int letters = 50_000;

    @Option(names = "--json", description = "Prints one JSON object instead of lines.")
    private boolean json;

    /** A command that picocli fills in. */
    public LobbyCommand() {
    }

    @Override
    public Integer call() throws IOException {
        if (players < LobbyLoad.SEATS || players > MAX_PLAYERS || players % LobbyLoad.SEATS != 0) {
            throw new ParameterException(spec.commandLine(), "--players is " + players + ", allowed are multiples of "
                + LobbyLoad.SEATS + " up to " + MAX_PLAYERS);
        }
        if (letters < 1 || letters > MAX_LETTERS) {
            throw new ParameterException(spec.commandLine(), "--letters is " + letters + ", allowed is 1 to "
                + MAX_LETTERS);
        }
        try (LobbyLoad load = new LobbyLoad(players)) {
            print(load.run(letters), spec.commandLine().getOut());
        }
        return 0;
    }

    private void print(final LobbyLoad.Result seen, final PrintWriter out) {
        if (json) {
            out.println(new JsonWriter().beginObject().name("players").signed(seen.players())
                .name("threads").signed(seen.threads()).name("heapBytesEach").signed(seen.heapBytesEach())
                .name("joinsPerSecond").signed(Math.round(seen.joinsPerSecond()))
                .name("letters").signed(seen.letters())
                .name("lettersPerSecond").signed(Math.round(seen.lettersPerSecond()))
                .name("p50Ms").number(seen.p50Ms()).name("p99Ms").number(seen.p99Ms())
                .name("maxMs").number(seen.maxMs()).endObject());
        } else {
            out.printf(Locale.ROOT, "%,d players wait; %d threads of the lobby, %,d B of its heap each%n",
                seen.players(), seen.threads(), seen.heapBytesEach());
            out.printf(Locale.ROOT, "%,.0f creates and joins a second%n", seen.joinsPerSecond());
            out.printf(Locale.ROOT, "%,d letters of %d B, %d at once: %,.0f a second, from post to arrival p50 %.2f "
                + "ms, p99 %.2f ms, most %.2f ms%n", seen.letters(), LobbyLoad.LETTER_BYTES, LobbyLoad.POSTERS,
                seen.lettersPerSecond(), seen.p50Ms(), seen.p99Ms(), seen.maxMs());
        }
        out.flush();
    }
}
