package io.lockstep.examples.internet;

import io.lockstep.examples.view.GameWindow;
import io.lockstep.lobby.LobbyConfig;
import io.lockstep.transport.ice.match.InternetConfig;
import java.net.URI;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What a host and a guest both say. */
final class InternetOptions {

    /** Where a lobby is when nobody says. */
    static final String THIS_MACHINE = "http://127.0.0.1:" + LobbyConfig.DEFAULT_PORT;

    @Option(names = "--lobby", paramLabel = "URL",
        description = "Where the lobby is (default " + THIS_MACHINE + "); over the internet it is https://...")
    private String lobby;

    @Option(names = "--lan", description = "Needs no lobby and no other server: all players are in one local network, "
        + "and the host is found there. Whoever can read that network can join.")
    private boolean lan;

    @Option(names = "--name", paramLabel = "NAME", defaultValue = "player",
        description = "What the others read, 1 to 32 characters (default ${DEFAULT-VALUE}).")
    private String name;

    @Option(names = "--relay-only", description = "Hides this machine's addresses from the others: all goes through "
        + "the lobby's TURN server.")
    private boolean relayOnly;

    @Option(names = "--loopback", description = "Stays on this machine: for a try without a network.")
    private boolean loopback;

    @Option(names = "--ticket", paramLabel = "FILE",
        description = "Where the ticket is kept that brings this player back after a crash (default "
            + "lockstep-SEAT-CODE.ticket); it is deleted in the end.")
    private Path ticket;

    @Option(names = "--window", description = "Opens a window that shows who has come and how far it is, and then the "
        + "match, to play with the keyboard; a bot flies until you press a key.")
    private boolean windowed;

    @Option(names = "--json", description = "Prints the summary as one line of JSON; all else goes to standard error.")
    private boolean json;

    InternetOptions() {
    }

    /** As they were given; what contradicts itself is an IllegalArgumentException. */
    InternetConfig config() {
        if (windowed && !GameWindow.isPossible()) {
            throw new IllegalArgumentException("--window: there is no display to open a window on");
        }
        if (lan && lobby != null) {
            throw new IllegalArgumentException("--lan has no use for --lobby: leave one of them out");
        }
        if (lan && relayOnly) {
            throw new IllegalArgumentException("--relay-only needs a lobby with a TURN server, and --lan has none");
        }
        if (ticket != null) {
            new TicketFile(ticket).check();
        }
        final InternetConfig config = lan ? InternetConfig.lan() : new InternetConfig(lobbyUri());
        try {
            return config.name(name).relayOnly(relayOnly).loopback(loopback);
        } catch (final IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--name '" + name + "': " + wrong.getMessage());
        }
    }

    private URI lobbyUri() {
        final String text = lobby == null ? THIS_MACHINE : lobby;
        try {
            final URI uri = URI.create(text);
            new InternetConfig(uri);
            return uri;
        } catch (final IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--lobby '" + text + "' is no address of a lobby: write https://host");
        }
    }

    /** What is done first, in plain words. */
    String firstLine() {
        return lan ? "looking around in this network" : "asking the lobby";
    }

    /** For a lobby that does not answer. */
    String whereAsked() {
        return lan ? "" : lobby == null ? ", " + THIS_MACHINE + "; without --lobby it is on this machine, where "
            + "lockstep lobby runs one" : ", " + lobby;
    }

    boolean isLan() {
        return lan;
    }

    boolean isLoopback() {
        return loopback;
    }

    boolean isWindowed() {
        return windowed;
    }

    boolean isJson() {
        return json;
    }

    /** What others type to get where this one is, without the code. */
    String asTyped() {
        return (lan ? " --lan" : lobby == null ? "" : " --lobby " + lobby) + (loopback ? " --loopback" : "");
    }

    /** What brings a player back to a match. */
    String rejoining(final String code) {
        return "lockstep join " + code + asTyped() + " --rejoin";
    }

    Path ticket(final int seat, final String code) {
        return ticket != null ? ticket : Path.of("lockstep-" + seat + "-" + code + ".ticket");
    }

    /** The one that was named; null for the usual place. */
    Path ticket() {
        return ticket;
    }
}
