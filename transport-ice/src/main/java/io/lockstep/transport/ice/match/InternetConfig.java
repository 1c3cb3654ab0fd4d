package io.lockstep.transport.ice.match;

import io.lockstep.lobby.LobbyClientConfig;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which lobby, or none but the local network, and who plays. Fluent. Not thread-safe; a match copies what it is given.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class InternetConfig {

    /** What a name may be does not depend on the lobby. */
    private static final URI ANY = URI.create("http://127.0.0.1");

    /** Null for the local network. */
    private final @Nullable URI lobby;
    private String name = "player";
    private boolean relayOnly;
    private boolean loopback;
    private MatchTransport transport = MatchTransport.UDP;

    /**
     * A player without a name.
     *
     * @param lobby where it is, like {@code https://lobby.example.org}
     * @throws IllegalArgumentException if it is neither http nor https, or names no host
     */
    public InternetConfig(final URI lobby) {
        this.lobby = new LobbyClientConfig(lobby).lobby();
    }

    private InternetConfig() {
        lobby = null;
    }

    /**
     * A player without a name who needs no server at all: the host runs the lobby, and all are in one local network.
     * Nothing goes anywhere else, and whoever can read that network can join.
     *
     * @return a configuration without a lobby
     */
    public static InternetConfig lan() {
        return new InternetConfig();
    }

    InternetConfig(final InternetConfig other) {
        lobby = other.lobby;
        name = other.name;
        relayOnly = other.relayOnly;
        loopback = other.loopback;
        transport = other.transport;
    }

    /**
     * What the others read.
     *
     * @param shown 1 to 32 characters, none of them a control character
     * @return this
     * @throws IllegalArgumentException if it is longer, blank, or has others
     */
    public InternetConfig name(final String shown) {
        new LobbyClientConfig(ANY).name(shown);
        name = shown;
        return this;
    }

    /**
     * Hides this player's addresses from the others: everything goes through a relay of the lobby.
     *
     * @param hide false by default; true needs a lobby with a TURN server
     * @return this
     */
    public InternetConfig relayOnly(final boolean hide) {
        relayOnly = hide;
        return this;
    }

    /**
     * Stays on the loopback interface of this machine: for tests.
     *
     * @param stay false by default
     * @return this
     */
    public InternetConfig loopback(final boolean stay) {
        loopback = stay;
        return this;
    }

    /**
     * What carries the match over the ways that are found.
     *
     * @param maker the same kind at all players; {@link MatchTransport#UDP} by default
     * @return this
     */
    public InternetConfig transport(final MatchTransport maker) {
        transport = Objects.requireNonNull(maker, "transport");
        return this;
    }

    MatchTransport transport() {
        return transport;
    }

    /** Null for the local network. */
    @Nullable URI lobby() {
        return lobby;
    }

    String name() {
        return name;
    }

    boolean isRelayOnly() {
        return relayOnly;
    }

    boolean isLoopback() {
        return loopback;
    }
}
