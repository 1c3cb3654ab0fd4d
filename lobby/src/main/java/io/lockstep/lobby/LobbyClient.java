package io.lockstep.lobby;

import io.lockstep.lobby.LobbyException.Reason;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A player's end of a lobby: one seat in one match. The calls that ask the lobby wait for its answer, twenty seconds at
 * most, and try again by themselves where that may help; all else happens on one thread of its own.
 * <pre>{@code
 * final LobbyClient lobby = LobbyClient.open(new LobbyClientConfig(uri).name("Ann").publicKey(key), listener);
 * final LobbySeat seat = lobby.join("7K2P-M3XD");
 * final PathMesh mesh = PathMesh.open(ice(seat.servers()), seat.seat(), others, lobby::post, paths);
 * }</pre>
 *
 * <p>The lobby is not trusted with more than to carry: it sees names, public keys, settings and letters, and could
 * change them. Thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class LobbyClient implements AutoCloseable {

    /** The longest letter: what looks for a way has 1,180 bytes, the rest is for a seal around it. */
    public static final int MAX_LETTER_BYTES = Limits.MAX_LETTER_BYTES;

    /** The longest settings of a match. */
    public static final int MAX_CONFIG_BYTES = Limits.MAX_CONFIG_BYTES;

    /** An answer may be lost; three in a row are another matter. */
    private static final int MAX_TRIES = 3;
    /** Beyond the time-out of a request itself. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** What a seat has, in one place. */
    private record Seated(LobbySeat seat, Poller poller, Outbox outbox) { }

    private final LobbyClientConfig config;
    private final LobbyListener listener;
    private final SecureRandom random = new SecureRandom();
    private final String token = Codes.token(random);
    private final ClientThread home = new ClientThread();
    private final Calls calls;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicReference<@Nullable Seated> seated = new AtomicReference<>();

    private LobbyClient(final LobbyClientConfig config, final LobbyListener listener) {
        this.config = config;
        this.listener = listener;
        calls = new Calls(config.base(), home);
    }

    /**
     * A client without a seat; asks nothing yet.
     *
     * @param config   which lobby, and who asks; copied
     * @param listener hears what happens
     * @return the client; {@link #close} it
     */
    public static LobbyClient open(final LobbyClientConfig config, final LobbyListener listener) {
        return new LobbyClient(new LobbyClientConfig(config), Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Makes a match and sits down as its host.
     *
     * @param seats       2 to 8, the host's own included
     * @param late        whether somebody with the code may take a free seat after the start
     * @param matchConfig up to 4,096 bytes that every seat is told, opaque here
     * @return the seat, with the code for the others
     * @throws LobbyException           what to tell the player
     * @throws IllegalArgumentException if a value is out of its range
     * @throws IllegalStateException    if this client has a seat, is closed, or is asked from its listener
     */
    public LobbySeat create(final int seats, final boolean late, final byte[] matchConfig) throws LobbyException {
        if (seats < Limits.MIN_SEATS || seats > Limits.MAX_SEATS) {
            throw new IllegalArgumentException("seats " + seats + " is not in 2..8");
        }
        final Lines body = config.player(token).add("seats", seats).add("late", late ? "yes" : "no");
        return sit("", null, body.addAll(settings(matchConfig)).bytes(), token);
    }

    /**
     * Takes a seat in a match.
     *
     * @param code as the host sees it; case, dashes and spaces mean nothing
     * @return the seat
     * @throws LobbyException        what to tell the player: the code is wrong, the match is full, has started, ...
     * @throws IllegalStateException if this client has a seat, is closed, or is asked from its listener
     */
    public LobbySeat join(final String code) throws LobbyException {
        return sit("/" + known(code) + "/join", null, config.player(token).bytes(), token);
    }

    /**
     * Comes back to a seat after a crash. The others see another incarnation of it.
     *
     * @param code      of the match
     * @param seatToken {@link LobbySeat#token} of before
     * @return the seat
     * @throws LobbyException        what to tell the player: the match is over, ...
     * @throws IllegalStateException if this client has a seat, is closed, or is asked from its listener
     */
    public LobbySeat rejoin(final String code, final String seatToken) throws LobbyException {
        if (!Codes.isToken(seatToken)) {
            throw new LobbyException(Reason.NO_SEAT, 0, null);
        }
        return sit("/" + known(code) + "/rejoin", seatToken, new byte[0], seatToken);
    }

    private static String known(final String code) throws LobbyException {
        final String read = Codes.read(code);
        if (read == null) {
            throw new LobbyException(Reason.WRONG_CODE, 0, null);
        }
        return read;
    }

    private LobbySeat sit(final String path, final @Nullable String bearer, final byte[] body, final String proof)
            throws LobbyException {
        if (seated.get() != null) {
            throw new IllegalStateException("this client has a seat: open another for another match");
        }
        final Lines lines = ask(path, bearer, body);
        final LobbySeat seat = seat(lines, proof);
        if (config.isRelayNeeded() && seat.servers().stream().noneMatch(IceServer::isTurn)) {
            ask("/" + seat.code() + "/leave", proof, new byte[0]);
            throw new LobbyException(Reason.NO_RELAY, 0, null);
        }
        final Seated fresh = new Seated(seat, new Poller(home, calls, seat, listener, new Backoff(random)),
            new Outbox(home, calls, seat, new Backoff(random)));
        if (!seated.compareAndSet(null, fresh)) {
            throw new IllegalStateException("this client has taken a seat meanwhile");
        }
        home.execute(() -> fresh.poller.begin(lines));
        return seat;
    }

    private static LobbySeat seat(final Lines lines, final String proof) throws LobbyException {
        final String code = Codes.read(lines.get("code"));
        final String line = lines.get("you");
        final String[] you = line == null ? new String[0] : line.split(" ");
        final int seat = you.length == 2 ? Lines.number(you[0], Limits.MAX_SEATS - 1) : -1;
        final int incarnation = seat < 0 ? -1 : Lines.number(you[1], Integer.MAX_VALUE);
        if (code == null || incarnation < 1) {
            throw new LobbyException(Reason.REFUSED, 0, null);
        }
        return new LobbySeat(Codes.shown(code), seat, proof, incarnation, Turn.servers(lines));
    }

    /**
     * Sends a letter, in the background and in order; it is tried again for some seconds. Returns at once: it fits
     * {@code io.lockstep.transport.ice.Letters}.
     *
     * @param seat   whose it is, 0 to 7
     * @param letter 1 to 1,280 bytes, not changed after this call
     * @throws IllegalArgumentException if it is longer or empty, or there is no such seat
     * @throws IllegalStateException    if this client has no seat
     */
    public void post(final int seat, final byte[] letter) {
        if (seat < 0 || seat >= Limits.MAX_SEATS || letter.length == 0 || letter.length > MAX_LETTER_BYTES) {
            throw new IllegalArgumentException("a letter of " + letter.length + " bytes to seat " + seat);
        }
        mine().outbox.post(seat, letter);
    }

    /**
     * Letters that the lobby did not get.
     *
     * @return since the seat was taken
     */
    public long lettersLost() {
        final Seated mine = seated.get();
        return mine == null ? 0 : mine.outbox.lost();
    }

    /**
     * Says how the match is to be, until it starts. The host's.
     *
     * @param matchConfig up to 4,096 bytes
     * @throws LobbyException           what to tell the player
     * @throws IllegalArgumentException if there are more
     * @throws IllegalStateException    if this client has no seat, or is asked from its listener
     */
    public void configure(final byte[] matchConfig) throws LobbyException {
        askMine("config", settings(matchConfig).bytes());
    }

    /**
     * Starts the match with who is there. The host's.
     *
     * @throws LobbyException        what to tell the player
     * @throws IllegalStateException if this client has no seat, or is asked from its listener
     */
    public void start() throws LobbyException {
        askMine("start", new byte[0]);
    }

    /**
     * Takes a player out of the match before its start. Only the host may. The player's client ends with
     * {@link Reason#NO_SEAT}; with the code it can take a free seat again.
     *
     * @param seat 1 to 7
     * @throws LobbyException           {@link Reason#NOT_HOST}, {@link Reason#STARTED}, or another reason for the
     *                                  player
     * @throws IllegalArgumentException if the seat is out of range
     * @throws IllegalStateException    if this client has no seat, or is asked from its listener
     */
    public void kick(final int seat) throws LobbyException {
        if (seat < 1 || seat >= Limits.MAX_SEATS) {
            throw new IllegalArgumentException("seat " + seat + " is not in 1..7");
        }
        askMine("kick", new Lines().add("seat", seat).bytes());
    }

    /**
     * Gives the seat up for good and closes the client. A host who leaves before the start cancels the match. If a
     * process that came later has the seat, it keeps it.
     *
     * @throws LobbyException        what to tell the player; the client is closed all the same
     * @throws IllegalStateException if this client has no seat, or is asked from its listener
     */
    public void leave() throws LobbyException {
        final Seated mine = mine();
        home.execute(mine.poller::stop);
        try {
            if (!mine.poller.isReplaced()) {
                askMine("leave", new byte[0]);
            }
        } catch (final LobbyException failed) {
            if (failed.reason() != Reason.NO_SEAT) {
                throw failed;
            }
        } finally {
            close();
        }
    }

    /**
     * Says that the match is alive, which the client does by itself every half minute, and brings TURN passwords that
     * are good for another hour.
     *
     * @return the seat with fresh servers
     * @throws LobbyException        what to tell the player
     * @throws IllegalStateException if this client has no seat, or is asked from its listener
     */
    public LobbySeat heartbeat() throws LobbyException {
        return seat(askMine("alive", new byte[0]), mine().seat.token());
    }

    /** After a change of networks: connections of before hang for half a minute, so others are made at once. */
    public void networkChanged() {
        calls.renew();
        final Seated mine = seated.get();
        if (mine != null) {
            home.execute(mine.poller::again);
        }
    }

    private static Lines settings(final byte[] matchConfig) {
        if (matchConfig.length > MAX_CONFIG_BYTES) {
            throw new IllegalArgumentException("settings of " + matchConfig.length + " bytes, " + MAX_CONFIG_BYTES
                + " are the most");
        }
        return matchConfig.length == 0 ? new Lines() : new Lines().add("config", Codes.text(matchConfig));
    }

    private Seated mine() {
        final Seated mine = seated.get();
        if (mine == null) {
            throw new IllegalStateException("this client has no seat yet");
        }
        return mine;
    }

    private Lines askMine(final String what, final byte[] body) throws LobbyException {
        final LobbySeat seat = mine().seat;
        return ask("/" + seat.code() + "/" + what, seat.token(), body);
    }

    private Lines ask(final String path, final @Nullable String bearer, final byte[] body) throws LobbyException {
        if (home.isHere() || home.isClosed()) {
            throw new IllegalStateException(home.isClosed() ? "this client is closed"
                : "asked from the listener, whose thread the answer needs");
        }
        final Backoff backoff = new Backoff(random);
        LobbyException last = null;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            try {
                return answer(() -> calls.call("POST", path, bearer, body, Calls.SHORT));
            } catch (final LobbyException failed) {
                if (failed.reason() != Reason.UNREACHABLE) {
                    throw failed;
                }
                last = failed;
            }
            calls.renew();
            if (tries < MAX_TRIES - 1 && isClosing(backoff.next(0))) {
                break;
            }
        }
        throw last;
    }

    private static Lines answer(final Supplier<CompletableFuture<Lines>> call) throws LobbyException {
        try {
            return call.get().get(Calls.SHORT.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (final ExecutionException failed) {
            throw Calls.reason(failed.getCause());
        } catch (final TimeoutException silent) {
            throw new LobbyException(Reason.UNREACHABLE, 0, silent);
        } catch (final InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new LobbyException(Reason.UNREACHABLE, 0, stop);
        }
    }

    private boolean isClosing(final long withinMs) {
        try {
            return closing.await(withinMs, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException stop) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Ends the thread and the poll, and keeps the seat: {@link #rejoin} brings it back. Again does nothing. */
    @Override
    public void close() {
        closing.countDown();
        final Seated mine = seated.get();
        home.close(() -> {
            if (mine != null) {
                mine.poller.stop();
            }
        });
    }
}
