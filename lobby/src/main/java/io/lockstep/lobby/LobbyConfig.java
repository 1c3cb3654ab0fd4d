package io.lockstep.lobby;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a lobby is run. Fluent. Not thread-safe; a server copies what it is given.
 * <pre>{@code
 * new LobbyConfig().stun("stun.example.org", 3478).turn("turn.example.org", 3478).turnSecret(secret).behindProxy(true)
 * }</pre>
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class LobbyConfig {

    /** Where a lobby listens unless told otherwise. */
    public static final int DEFAULT_PORT = 7707;

    /** The most that {@link #requestsPerMinute} takes: no limit to speak of. */
    public static final int MAX_REQUESTS_PER_MINUTE = 100_000_000;

    private final Turn turn;
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), DEFAULT_PORT);
    private @Nullable MatchStore store;
    private int requestsPerMinute = Limits.REQUESTS_A_MINUTE;
    private boolean behindProxy;
    private String codePrefix = "";
    /** Null for requests from anywhere. */
    private @Nullable Lan near;

    /** A lobby on the loopback interface, for a proxy on the same machine that brings TLS, without servers. */
    public LobbyConfig() {
        turn = new Turn();
    }

    LobbyConfig(final LobbyConfig other) {
        turn = new Turn(other.turn);
        address = other.address;
        store = other.store;
        requestsPerMinute = other.requestsPerMinute;
        behindProxy = other.behindProxy;
        near = other.near;
        codePrefix = other.codePrefix;
    }

    /**
     * Where it listens.
     *
     * @param where port 0 for a free one
     * @return this
     */
    public LobbyConfig address(final InetSocketAddress where) {
        address = Objects.requireNonNull(where, "where");
        return this;
    }

    /**
     * Adds a STUN server that players are told.
     *
     * @param host name or address, as players reach it
     * @param port of UDP, 1 to 65535
     * @return this
     * @throws IllegalArgumentException if a value is out of its range, or there are four already
     */
    public LobbyConfig stun(final String host, final int port) {
        turn.addStun(host, port);
        return this;
    }

    /**
     * Adds a TURN server that players are told, each with a password of its own that is good for an hour.
     *
     * @param host name or address, as players reach it
     * @param port of UDP, 1 to 65535
     * @return this
     * @throws IllegalArgumentException if a value is out of its range, or there are four already
     */
    public LobbyConfig turn(final String host, final int port) {
        turn.addTurn(host, port);
        return this;
    }

    /**
     * What the lobby and its TURN servers share: coturn's {@code static-auth-secret} with {@code use-auth-secret}.
     *
     * @param secret not empty; players never see it
     * @return this
     */
    public LobbyConfig turnSecret(final String secret) {
        if (secret.isEmpty()) {
            throw new IllegalArgumentException("turnSecret is empty");
        }
        turn.secret(secret);
        return this;
    }

    /**
     * Where matches are kept.
     *
     * @param where by default a {@link MemoryMatchStore}; the server closes it with itself
     * @return this
     */
    public LobbyConfig store(final MatchStore where) {
        store = Objects.requireNonNull(where, "where");
        return this;
    }

    /**
     * How many requests an address has a minute to take seats, and twenty times as many at seats that it has. Of IPv6
     * the first 64 bits are an address.
     *
     * @param requests 1 to 100,000,000; 120 by default
     * @return this
     * @throws IllegalArgumentException if it is out of its range
     */
    public LobbyConfig requestsPerMinute(final int requests) {
        if (requests < 1 || requests > MAX_REQUESTS_PER_MINUTE) {
            throw new IllegalArgumentException("requestsPerMinute " + requests + " is not in 1.."
                + MAX_REQUESTS_PER_MINUTE);
        }
        requestsPerMinute = requests;
        return this;
    }

    /**
     * Whether all requests come through a proxy that adds the client's address as the last of {@code X-Forwarded-For}.
     * Without one anybody could name any address: the limits would be none.
     *
     * @param proxy false by default
     * @return this
     */
    public LobbyConfig behindProxy(final boolean proxy) {
        behindProxy = proxy;
        return this;
    }

    /**
     * How the codes of this lobby begin, where several share the matches and a proxy sends each code to the lobby that
     * made it.
     *
     * @param prefix none by default, up to 2 of {@code 0-9 A-Z} without I, L, O and U
     * @return this
     * @throws IllegalArgumentException if it is longer or has others
     */
    public LobbyConfig codePrefix(final String prefix) {
        if (!Codes.isPrefix(prefix)) {
            throw new IllegalArgumentException("codePrefix '" + prefix + "' is not 0 to " + Codes.MAX_PREFIX
                + " of 0-9 and A-Z without I, L, O and U");
        }
        codePrefix = prefix;
        return this;
    }

    String codePrefix() {
        return codePrefix;
    }

    /** Takes requests from these networks alone, and from this machine. */
    LobbyConfig near(final Lan lan) {
        near = lan;
        return this;
    }

    void conclude() {
        turn.conclude();
        if (store == null) {
            store = new MemoryMatchStore();
        }
    }

    Turn turn() {
        return turn;
    }

    InetSocketAddress address() {
        return address;
    }

    @Nullable MatchStore store() {
        return store;
    }

    int requestsPerMinute() {
        return requestsPerMinute;
    }

    /** Whether requests from there are taken. */
    boolean serves(final InetAddress visitor) {
        return near == null || visitor.isLoopbackAddress() || near.isNear(visitor);
    }

    boolean isBehindProxy() {
        return behindProxy;
    }
}
