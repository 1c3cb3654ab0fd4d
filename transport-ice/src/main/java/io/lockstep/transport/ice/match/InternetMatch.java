package io.lockstep.transport.ice.match;

import io.lockstep.core.security.Identity;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PublicIdentity;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import io.lockstep.lobby.IceServer;
import io.lockstep.lobby.LanLobby;
import io.lockstep.lobby.LanSearch;
import io.lockstep.lobby.LobbyClient;
import io.lockstep.lobby.LobbyClientConfig;
import io.lockstep.lobby.LobbyException;
import io.lockstep.lobby.LobbySeat;
import io.lockstep.lobby.Roster;
import io.lockstep.transport.ice.IceConfig;
import io.lockstep.transport.ice.PathMesh;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A seat in a match that players enter by a code: makes the keys, meets the others in a lobby, and finds a way to each.
 * <pre>{@code
 * try (InternetMatch match = InternetMatch.join(new InternetConfig(lobby).name("Bob"), "7K2P-M3XD")) {
 *     final Connected ready = match.connect((percent, line) -> show(percent, line));
 *     final Session session = ready.configure(Session.builder().gameId("pong").simulation(game).input(hands)).build();
 *     play(session);
 *     match.leave();
 * }
 * }</pre>
 *
 * <p>The match is never without keys: each player has its own, which the lobby hands on, and the code with what the
 * host has drawn is the key of the match. Who may come late cannot be known before, so a match that lets players in
 * late has the key of the match alone. The lobby sees public keys and could put others in their place: choose one that
 * you trust.
 *
 * <p>Keep it open while the match is played: the lobby carries what is needed to find another way when a network
 * changes, as do the other players, and brings fresh passwords for its relays. Thread-safe, but {@link #connect} is one
 * thread's.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
@SuppressWarnings("NullAway") // what is there while it connects, its lock says
public final class InternetMatch implements AutoCloseable {

    /** The longest settings that a game may say of a match: what a session tells its game. */
    public static final int MAX_MATCH_CONFIG_BYTES = SessionConfig.MAX_MATCH_CONFIG_BYTES;

    /** A way that is not found within this is none: the relay is tried after 0.7 s, and again after 8 and 24 s. */
    static final Duration LONGEST_SEARCH = Duration.ofSeconds(40);

    private final InternetConfig config;
    private final Identity identity;
    private final Gathering gathering;
    /** Null unless this player hosts in the local network. */
    private final @Nullable LanLobby own;
    private final LobbyClient lobby;
    private final LobbySeat seat;
    /** Null without a relay, whose passwords end. */
    private final @Nullable Renewal renewal;
    /** With the newest passwords. */
    private List<IceServer> servers;
    /** Null before it connects, as is what it waits for. */
    private @Nullable PathMesh mesh;
    private @Nullable Search search;
    private boolean closed;

    private interface Sitting {
        LobbySeat take(LobbyClient lobby) throws LobbyException;
    }

    private InternetMatch(final InternetConfig config, final URI where, final @Nullable LanLobby own,
                          final Identity identity, final Sitting sitting) throws LobbyException {
        this.config = new InternetConfig(config);
        this.own = own;
        this.identity = identity;
        gathering = new Gathering();
        PathMesh.warmUp();
        lobby = LobbyClient.open(new LobbyClientConfig(where).name(config.name())
            .needsRelay(config.isRelayOnly()).publicKey(identity.publicIdentity().bytes()), gathering);
        try {
            seat = sitting.take(lobby);
        } catch (final LobbyException | RuntimeException failed) {
            lobby.close();
            if (own != null) {
                own.close();
            }
            throw failed;
        }
        gathering.awaitRoster();
        if (own != null) {
            own.announce(seat.code(), config.name(), gathering::roster);
        }
        servers = seat.servers();
        // From now on: a match may wait for its start longer than a password is good for.
        renewal = haveRelay(servers) ? new Renewal(lobby::heartbeat, this::renew) : null;
    }

    private static boolean haveRelay(final List<IceServer> servers) {
        return servers.stream().anyMatch(IceServer::isTurn);
    }

    private synchronized void renew(final List<IceServer> fresh) {
        // A lobby that has no relay any more: what was good before may still be.
        if (haveRelay(fresh)) {
            servers = fresh;
            if (mesh != null) {
                mesh.servers(ice());
            }
        }
    }

    /** Where the match of a code is to be asked for. */
    private static URI lobby(final InternetConfig config, final String code) throws LobbyException {
        return config.lobby() != null ? config.lobby() : LanSearch.byCode(code, config.isLoopback()).lobby();
    }

    /**
     * Makes a match, and sits down as its host. Waits for the lobby.
     *
     * @param config      which lobby, and who plays
     * @param seats       2 to 8, the host's own included
     * @param late        whether somebody with the code may take a free seat after the start
     * @param matchConfig what every player is to know before the first frame, up to {@link #MAX_MATCH_CONFIG_BYTES}
     *                    bytes that mean nothing here
     * @return the match; {@link #close} it
     * @throws LobbyException           what to tell the player
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static InternetMatch host(final InternetConfig config, final int seats, final boolean late,
                                     final byte[] matchConfig) throws LobbyException {
        if (matchConfig.length > MAX_MATCH_CONFIG_BYTES) {
            throw new IllegalArgumentException("settings of " + matchConfig.length + " bytes, "
                + MAX_MATCH_CONFIG_BYTES + " are the most");
        }
        final byte[] settings = Secrets.settings(matchConfig, new SecureRandom());
        final LanLobby own = config.lobby() == null ? LanLobby.open(config.isLoopback()) : null;
        return new InternetMatch(config, own == null ? Objects.requireNonNull(config.lobby()) : own.uri(), own,
            Identity.generate(), lobby -> lobby.create(seats, late, settings));
    }

    /**
     * Sits down in a match. Waits for the lobby.
     *
     * @param config which lobby, and who plays
     * @param code   as the host reads it out; case, dashes and spaces mean nothing
     * @return the match; {@link #close} it
     * @throws LobbyException what to tell the player
     */
    public static InternetMatch join(final InternetConfig config, final String code) throws LobbyException {
        return new InternetMatch(config, lobby(config, code), null, Identity.generate(), lobby -> lobby.join(code));
    }

    /**
     * Comes back to a match after a crash. Waits for the lobby.
     *
     * @param config which lobby
     * @param ticket of {@link #ticket}, kept where it outlives the process
     * @return the match; {@link #close} it
     * @throws LobbyException           what to tell the player
     * @throws IllegalArgumentException if this is no ticket
     */
    public static InternetMatch rejoin(final InternetConfig config, final String ticket) throws LobbyException {
        final Ticket known = Ticket.parse(ticket);
        return new InternetMatch(config, lobby(config, known.code()), null, known.identity(),
            lobby -> lobby.rejoin(known.code(), known.token()));
    }

    /**
     * What the others join with.
     *
     * @return as XXXX-XXXX
     */
    public String code() {
        return seat.code();
    }

    /**
     * Where this player sits.
     *
     * @return 0 to 7; 0 is the host
     */
    public int seat() {
        return seat.seat();
    }

    /**
     * What brings this player back after a crash. A secret: in a file, one that only its owner can read.
     *
     * @return a line of text
     */
    public String ticket() {
        return new Ticket(seat.code(), seat.token(), identity).text();
    }

    /**
     * Returns the players in the lobby.
     *
     * @return the lobby's last roster; at first the one that came with the seat
     */
    public Roster roster() {
        return gathering.roster();
    }

    /**
     * Starts the match with who is there. The host's.
     *
     * @throws LobbyException what to tell the player
     */
    public void start() throws LobbyException {
        lobby.start();
    }

    /**
     * Takes a player out of the match before its start. Only the host may. With the code it can take a free seat again.
     *
     * @param player 1 to 7
     * @throws LobbyException           with a message for the host
     * @throws IllegalArgumentException if the player is out of range
     */
    public void kick(final int player) throws LobbyException {
        lobby.kick(player);
    }

    /**
     * Waits until the host has started the match, then finds a way to each player.
     *
     * @param listener hears how it goes on
     * @return what a session needs
     * @throws LobbyException        if the match is cancelled, the lobby has lost it, or another process has come back
     *                               to this seat
     * @throws NoWayException        if a player cannot be reached; says what to try
     * @throws InterruptedException  if this thread is interrupted, or the match closed meanwhile
     * @throws IllegalStateException if it was called before
     */
    public Connected connect(final ConnectListener listener) throws LobbyException, NoWayException,
            InterruptedException {
        final Roster roster = gathering.awaitStart(listener);
        final Secrets secrets = Secrets.of(seat.code(), roster.matchConfig());
        if (secrets == null) {
            throw new NoWayException("the host plays with another version of this game: take the same one");
        }
        if (roster.peers().stream().noneMatch(peer -> peer.seat() == seat.seat())) {
            throw new NoWayException("the lobby has given this seat away: join with the code anew");
        }
        final Search ways = new Search(roster, seat.seat(), config.isRelayOnly(), gathering, listener);
        final PathMesh opened = open(roster, secrets, ways);
        final LinkKeys keys = keys(roster, secrets); // takes its time, which is there while ways are sought
        ways.await(LONGEST_SEARCH);
        final int[] peers = IntStream.range(0, roster.seats()).filter(peer -> peer != seat.seat()).toArray();
        final Transport transport = config.transport().over(seat.seat(), peers, keys, opened.socket());
        return new Connected(transport, roster, seat.seat(), secrets, Secrets.seatToken(seat.token()),
            gathering.cameLate(), ways.isIncomplete());
    }

    private synchronized PathMesh open(final Roster roster, final Secrets secrets, final Search ways)
            throws InterruptedException {
        if (mesh != null) {
            throw new IllegalStateException("connected before");
        }
        if (closed) {
            throw new InterruptedException("the match was closed");
        }
        final byte[] letterKey = secrets.letterKey();
        mesh = PathMesh.open(ice().letterKey(letterKey), seat.seat(), others(roster), this::post, ways);
        Arrays.fill(letterKey, (byte) 0);
        search = ways;
        gathering.handOver(mesh);
        return mesh;
    }

    /** Where somebody may still come, a way is sought from the start. */
    private int[] others(final Roster roster) {
        final boolean[] wanted = new boolean[roster.seats()];
        for (int peer = 0; peer < wanted.length; peer++) {
            wanted[peer] = roster.allowsLateJoin();
        }
        roster.peers().forEach(peer -> wanted[peer.seat()] = true);
        wanted[seat.seat()] = false;
        int count = 0;
        final int[] others = new int[roster.seats()];
        for (int peer = 0; peer < wanted.length; peer++) {
            if (wanted[peer]) {
                others[count++] = peer;
            }
        }
        return Arrays.copyOf(others, count);
    }

    private void post(final int peer, final byte[] letter) {
        if (gathering.isThere(peer)) {
            lobby.post(peer, letter);
        }
    }

    private LinkKeys keys(final Roster roster, final Secrets secrets) throws NoWayException {
        final MatchKey key = secrets.key();
        try {
            return keys(roster, key);
        } finally {
            key.destroy();
        }
    }

    private LinkKeys keys(final Roster roster, final MatchKey key) throws NoWayException {
        if (roster.allowsLateJoin()) {
            return LinkKeys.of(key);
        }
        final Map<Integer, PublicIdentity> seats = new HashMap<>();
        try {
            roster.peers().forEach(peer -> seats.put(peer.seat(), PublicIdentity.of(peer.publicKey())));
            for (int peer = 0; peer < roster.seats(); peer++) {
                // A seat that stays empty has keys that nobody owns.
                seats.computeIfAbsent(peer, empty -> Identity.generate().publicIdentity());
            }
            return LinkKeys.of(key, identity, seats);
        } catch (final IllegalArgumentException wrong) {
            throw new NoWayException("the lobby names keys that cannot be right: use another lobby");
        }
    }

    private IceConfig ice() {
        final IceConfig ice = new IceConfig().relayOnly(config.isRelayOnly()).allowLoopback(config.isLoopback());
        for (final IceServer server : servers) {
            final String user = server.user();
            final String password = server.password();
            if (user != null && password != null) {
                ice.turn(server.host(), server.port(), user, password);
            } else {
                ice.stun(server.host(), server.port());
            }
        }
        return ice;
    }

    /**
     * After a change of networks that this machine has noticed: the lobby is asked over new connections at once.
     */
    public void networkChanged() {
        lobby.networkChanged();
    }

    /**
     * Gives the seat up for good. A host who leaves before the start cancels the match.
     *
     * @throws LobbyException what to tell the player; the seat is closed all the same
     */
    public void leave() throws LobbyException {
        try {
            lobby.leave();
        } finally {
            close();
        }
    }

    /**
     * Ends every way, and the wait of who connects, and keeps the seat: {@link #rejoin} brings it back. Again does
     * nothing.
     */
    @Override
    public void close() {
        final PathMesh opened;
        synchronized (this) {
            closed = true;
            opened = mesh;
        }
        gathering.close();
        if (renewal != null) {
            renewal.close();
        }
        lobby.close();
        if (opened != null) {
            search.close();
            opened.close();
        }
        if (own != null) {
            own.close();
        }
    }
}
