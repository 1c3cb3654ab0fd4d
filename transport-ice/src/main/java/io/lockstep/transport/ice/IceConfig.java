package io.lockstep.transport.ice;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which servers help to find a way. Fluent; without any server peers meet where their own addresses suffice: in one
 * network, over IPv6, or with public addresses. Names are resolved when a way is sought, not by these calls. Not
 * thread-safe; a mesh copies what it is given.
 * <pre>{@code
 * new IceConfig().stun("stun.example.org", 3478).turn("turn.example.org", 3478, "1700000000:3", "secret")
 * }</pre>
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class IceConfig {

    /** The most servers of a kind: each costs every search a round trip and a packet for each local address. */
    public static final int MAX_SERVERS = 4;

    /** A key for letters is as long as what HMAC-SHA256 makes. */
    public static final int LETTER_KEY_BYTES = 32;

    /** One server; user and password are null for STUN. */
    record Server(String host, int port, @Nullable String user, @Nullable String password) { }

    private final List<Server> stun = new ArrayList<>();
    private final List<Server> turn = new ArrayList<>();
    private boolean relayOnly;
    private boolean allowLoopback;
    private byte @Nullable [] letterKey;

    /** A configuration without servers. */
    public IceConfig() {
        // The defaults stand at the fields.
    }

    IceConfig(final IceConfig other) {
        stun.addAll(other.stun);
        turn.addAll(other.turn);
        relayOnly = other.relayOnly;
        allowLoopback = other.allowLoopback;
        letterKey = other.letterKey;
    }

    /**
     * Adds a STUN server, which tells a peer its public address. A TURN server is one, too, if it is added here.
     *
     * @param host name or address
     * @param port of UDP, 1 to 65535; 3478 mostly
     * @return this
     * @throws IllegalArgumentException if a value is out of its range, or there are {@link #MAX_SERVERS} already
     */
    public IceConfig stun(final String host, final int port) {
        add(stun, new Server(host, port, null, null));
        return this;
    }

    /**
     * Adds a TURN server, which carries what finds no direct way.
     *
     * @param host     name or address
     * @param port     of UDP, 1 to 65535; 3478 mostly
     * @param user     who says so; of a server with {@code use-auth-secret} the end of its time and a name
     * @param password for the long-term mechanism
     * @return this
     * @throws IllegalArgumentException if a value is out of its range, or there are {@link #MAX_SERVERS} already
     */
    public IceConfig turn(final String host, final int port, final String user, final String password) {
        add(turn, new Server(host, port, Objects.requireNonNull(user, "user"),
            Objects.requireNonNull(password, "password")));
        return this;
    }

    /**
     * Hides this peer's addresses from the others: letters name relays alone, and packets go to the TURN servers alone.
     *
     * @param hide true needs a TURN server
     * @return this
     */
    public IceConfig relayOnly(final boolean hide) {
        relayOnly = hide;
        return this;
    }

    /**
     * Stays on the loopback interface of this machine, with IPv4, and uses no other: for tests.
     *
     * @param allow false by default: a letter cannot make this peer send to its own machine
     * @return this
     */
    public IceConfig allowLoopback(final boolean allow) {
        allowLoopback = allow;
        return this;
    }

    /**
     * Lets letters travel through other peers, too, so that a way that breaks is found anew without a lobby. They are
     * signed with this key.
     *
     * @param key {@link #LETTER_KEY_BYTES} bytes that all peers of the match have and nobody else, copied; without it,
     *            which is the default, letters go the way of {@link Letters} alone
     * @return this
     * @throws IllegalArgumentException if it has another length
     */
    public IceConfig letterKey(final byte[] key) {
        if (key.length != LETTER_KEY_BYTES) {
            throw new IllegalArgumentException("a key of " + key.length + " bytes, " + LETTER_KEY_BYTES
                + " are needed");
        }
        letterKey = key.clone();
        return this;
    }

    private static void add(final List<Server> servers, final Server server) {
        if (server.host == null || server.host.isBlank()) {
            throw new IllegalArgumentException("host is empty");
        }
        if (server.port < 1 || server.port > 65535) {
            throw new IllegalArgumentException("port " + server.port + " is not in 1..65535");
        }
        if (servers.size() == MAX_SERVERS) {
            throw new IllegalArgumentException("more than " + MAX_SERVERS + " servers");
        }
        servers.add(server);
    }

    void conclude() {
        if (relayOnly && turn.isEmpty()) {
            throw new IllegalArgumentException("relayOnly without a TURN server");
        }
    }

    /** This one, but for the servers. */
    IceConfig withServersOf(final IceConfig other) {
        final IceConfig renewed = new IceConfig(other);
        renewed.relayOnly = relayOnly;
        renewed.allowLoopback = allowLoopback;
        renewed.letterKey = letterKey;
        renewed.conclude();
        return renewed;
    }

    List<Server> stun() {
        return stun;
    }

    List<Server> turn() {
        return turn;
    }

    boolean isRelayOnly() {
        return relayOnly;
    }

    /** Null without. */
    byte @Nullable [] letterKey() {
        return letterKey;
    }

    boolean allowsLoopback() {
        return allowLoopback;
    }
}
