package io.lockstep.lobby;

import java.net.URI;

/**
 * Which lobby, and who asks. Fluent. Not thread-safe; a client copies what it is given.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class LobbyClientConfig {

    private final URI lobby;
    private String name = "player";
    private byte[] publicKey = new byte[Limits.KEY_BYTES];
    private boolean needsRelay;

    /**
     * A configuration for a player without a name or a key.
     *
     * @param lobby where it is, like {@code https://lobby.example.org}
     * @throws IllegalArgumentException if it is neither http nor https, or names no host
     */
    public LobbyClientConfig(final URI lobby) {
        if (lobby.getHost() == null || !"http".equals(lobby.getScheme()) && !"https".equals(lobby.getScheme())) {
            throw new IllegalArgumentException(lobby + " is no address of a lobby: write https://host");
        }
        this.lobby = lobby;
    }

    LobbyClientConfig(final LobbyClientConfig other) {
        lobby = other.lobby;
        name = other.name;
        publicKey = other.publicKey;
        needsRelay = other.needsRelay;
    }

    /**
     * What others read in the roster.
     *
     * @param shown 1 to 32 characters, none of them a control character or a mark that turns text around
     * @return this
     * @throws IllegalArgumentException if it is longer, blank, or has others
     */
    public LobbyClientConfig name(final String shown) {
        if (!Names.isName(shown)) {
            throw new IllegalArgumentException("a name has 1 to " + Limits.MAX_NAME_CHARS + " plain characters");
        }
        name = shown;
        return this;
    }

    /**
     * By which the others prove this player, without asking the lobby for more than to hand it on.
     *
     * @param key 64 bytes, zeros by default
     * @return this
     * @throws IllegalArgumentException if there are more or fewer
     */
    public LobbyClientConfig publicKey(final byte[] key) {
        if (key.length != Limits.KEY_BYTES) {
            throw new IllegalArgumentException("a key of " + key.length + " bytes, not " + Limits.KEY_BYTES);
        }
        publicKey = key.clone();
        return this;
    }

    /**
     * Takes no seat in a lobby without a TURN server.
     *
     * @param needed false by default
     * @return this
     */
    public LobbyClientConfig needsRelay(final boolean needed) {
        needsRelay = needed;
        return this;
    }

    boolean isRelayNeeded() {
        return needsRelay;
    }

    /**
     * Where the lobby is.
     *
     * @return as it was given
     */
    public URI lobby() {
        return lobby;
    }

    /** Without a slash at its end. */
    String base() {
        return lobby.toString().replaceAll("/+$", "");
    }

    Lines player(final String token) {
        return new Lines().add("name", name).add("key", Codes.text(publicKey)).add("token", token);
    }
}
