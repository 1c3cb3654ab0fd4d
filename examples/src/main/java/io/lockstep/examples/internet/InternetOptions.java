package io.lockstep.examples.internet;

import io.lockstep.lobby.LobbyConfig;
import io.lockstep.transport.ice.match.InternetConfig;
import java.net.URI;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What a host and a guest both say. */
final class InternetOptions {

    @Option(names = "--lobby", paramLabel = "URL", defaultValue = "http://127.0.0.1:" + LobbyConfig.DEFAULT_PORT,
        description = "Where the lobby is (default ${DEFAULT-VALUE}); over the internet it is https://...")
    private String lobby;

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

    InternetOptions() {
    }

    InternetConfig config() {
        final URI uri;
        try {
            uri = URI.create(lobby);
        } catch (final IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--lobby '" + lobby + "' is no address of a lobby: write https://host");
        }
        return new InternetConfig(uri).name(name).relayOnly(relayOnly).loopback(loopback);
    }

    Path ticket(final int seat, final String code) {
        return ticket != null ? ticket : Path.of("lockstep-" + seat + "-" + code + ".ticket");
    }

    /** The one that was named; null for the usual place. */
    Path ticket() {
        return ticket;
    }
}
