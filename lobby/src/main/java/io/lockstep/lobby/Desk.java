package io.lockstep.lobby;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.lockstep.lobby.LobbyException.Reason;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads requests, asks {@link Matches}, answers; a poll without news waits and holds no thread. Thread-safe. */
final class Desk implements HttpHandler {

    /** The poll of a seat, and what it knows. */
    private record Poll(HttpExchange exchange, @Nullable String token, long version, long after) { }

    private static final Pattern PATH = Pattern.compile("/v1/matches/([^/]+)/([a-z]+)");
    private static final Pattern QUERY = Pattern.compile("roster=([0-9]{1,18})&after=([0-9]{1,18})");
    private static final System.Logger LOG = System.getLogger("io.lockstep.lobby");
    /**
     * Time between two warnings about the store, in milliseconds: enough for an operator, and no flood while it is
     * down.
     */
    private static final long COMPLAIN_MS = 10_000;
    private static final String BEARER = "Bearer ";

    private final Matches matches;
    private final Visitors visitors;
    /** The same, at seats that they have taken. */
    private final Visitors seated;
    /** And at those that they have not: how long a refusal takes may tell a code that there is. */
    private final Visitors strangers;
    private final LobbyConfig config;
    private final LongSupplier clockMs;
    /** Number of requests of each address that hold a thread now; at most one entry a thread. */
    private final Map<String, Integer> held = new ConcurrentHashMap<>();
    private final AtomicLong complainedMs;
    private final Waits<Poll> waits = new Waits<>(Limits.MAX_WAITING);

    Desk(final Matches matches, final LobbyConfig config, final LongSupplier clockMs) {
        this.matches = matches;
        visitors = new Visitors(config.requestsPerMinute());
        seated = new Visitors(config.requestsPerMinute() * Limits.SEATED_TIMES);
        strangers = new Visitors(config.requestsPerMinute());
        this.config = config;
        this.clockMs = clockMs;
        complainedMs = new AtomicLong(clockMs.getAsLong() - COMPLAIN_MS);
    }

    @Override
    public void handle(final HttpExchange exchange) {
        final String from;
        try {
            from = Visitor.of(exchange, config.isBehindProxy());
        } catch (final Refusal refusal) {
            Reply.refuse(exchange, refusal);
            return;
        }
        try {
            if (held.merge(from, 1, Integer::sum) > Limits.MAX_HELD_AN_ADDRESS) {
                // Close without an answer: before it could be written, the rest of a slow body would have to arrive.
                exchange.close();
            } else {
                handle(exchange, from);
            }
        } finally {
            held.computeIfPresent(from, Desk::oneLess);
        }
    }

    private void handle(final HttpExchange exchange, final String from) {
        try {
            final String path = exchange.getRequestURI().getRawPath();
            final Matcher place = PATH.matcher(path);
            final int waitS = admit(from, place.matches() ? place.group(2) : "");
            if (waitS > 0) {
                throw new Refusal(Reason.WAIT, waitS);
            }
            Refusal.unless(config.serves(exchange.getRemoteAddress().getAddress()), Reason.REFUSED);
            final String method = exchange.getRequestMethod();
            if (method.equals("GET") && path.equals("/v1/health")) {
                Reply.send(exchange, new Lines().add("waiting", waits.size()));
            } else if (method.equals("POST") && path.equals("/v1/matches")) {
                Reply.send(exchange, matches.create(lines(exchange), TimeOfDay.nowMs()));
            } else if (place.matches()) {
                atMatch(exchange, from, method + " " + place.group(2), place.group(1));
            } else {
                throw new Refusal(Reason.REFUSED);
            }
        } catch (final Refusal refusal) {
            Reply.refuse(exchange, refusal);
        } catch (final IOException | RuntimeException failed) {
            failed(failed);
            Reply.refuse(exchange, new Refusal(Reason.BUSY));
        }
    }

    /**
     * Logs why a request could not be served: a store that does not answer, at most once in a while, and each error of
     * ours with its stack trace. It logs nothing of the request, which holds a token.
     */
    private void failed(final Exception failure) {
        if (failure instanceof RuntimeException) {
            LOG.log(Level.ERROR, "a request failed", failure);
            return;
        }
        final long now = clockMs.getAsLong();
        final long last = complainedMs.get();
        if (now - last >= COMPLAIN_MS && complainedMs.compareAndSet(last, now)) {
            LOG.log(Level.WARNING, "the store of matches does not answer: {0}", failure.getMessage());
        }
    }

    /** Takes one request, to do something at a match or elsewhere: 0, or after how many seconds it may come. */
    private int admit(final String from, final String what) {
        final long nowMs = clockMs.getAsLong();
        if (what.isEmpty() || what.equals("join") || what.equals("rejoin")) {
            return visitors.admit(from, nowMs);
        }
        final int waitS = strangers.waitS(from, nowMs);
        return waitS > 0 ? waitS : seated.admit(from, nowMs);
    }

    private void atMatch(final HttpExchange exchange, final String from, final String what, final String shown)
            throws Refusal, IOException {
        final String read = Codes.read(shown);
        if (what.equals("POST join")) {
            join(exchange, from, read);
            return;
        }
        try {
            atSeat(exchange, what, Refusal.ifNull(read, Reason.NO_SEAT), token(exchange));
        } catch (final Refusal refusal) {
            if (refusal.reason() == Reason.NO_SEAT) {
                strangers.admit(from, clockMs.getAsLong());
            }
            throw refusal;
        }
    }

    private void atSeat(final HttpExchange exchange, final String what, final String code, final @Nullable String token)
            throws Refusal, IOException {
        switch (what) {
            case "POST letters":
                matches.post(code, token, lines(exchange));
                break;
            case "POST start":
                matches.start(code, token);
                break;
            case "POST leave":
                matches.leave(code, token);
                break;
            case "POST kick":
                matches.kick(code, token, lines(exchange));
                break;
            case "POST config":
                matches.configure(code, token, lines(exchange));
                break;
            case "POST rejoin":
                Reply.send(exchange, matches.rejoin(code, token, TimeOfDay.nowMs()));
                return;
            case "POST alive":
                Reply.send(exchange, matches.seat(code, token, TimeOfDay.nowMs()));
                return;
            case "GET news":
                poll(exchange, code, token);
                return;
            default:
                throw new Refusal(Reason.REFUSED);
        }
        Reply.send(exchange, null);
    }

    /** A code that cannot be one counts as a guess, too: it costs as much to look at. */
    private void join(final HttpExchange exchange, final String from, final @Nullable String code)
            throws Refusal, IOException {
        final Lines body = lines(exchange);
        final int waitS = visitors.guess(from, clockMs.getAsLong());
        if (waitS > 0) {
            throw new Refusal(Reason.WAIT, waitS);
        }
        try {
            final String right = Refusal.ifNull(code, Reason.WRONG_CODE);
            Reply.send(exchange, matches.join(right, body, TimeOfDay.nowMs()));
        } catch (final Refusal refusal) {
            if (refusal.reason() != Reason.WRONG_CODE) {
                visitors.guessedRight(from, clockMs.getAsLong());
            }
            throw refusal;
        }
        visitors.guessedRight(from, clockMs.getAsLong());
    }

    /** Waits first and looks then: news that come in between find the poll. */
    private void poll(final HttpExchange exchange, final String code, final @Nullable String token)
            throws Refusal, IOException {
        final String query = exchange.getRequestURI().getRawQuery();
        final Matcher known = QUERY.matcher(query == null ? "" : query);
        Refusal.unless(known.matches(), Reason.REFUSED);
        final Waits.Place place = new Waits.Place(code, matches.poll(code, token));
        final Poll poll = new Poll(exchange, token, Long.parseLong(known.group(1)), Long.parseLong(known.group(2)));
        final Poll before = waits.add(place, poll, clockMs.getAsLong());
        if (before != null) {
            Reply.send(before.exchange, null);
        }
        look(place, poll);
    }

    private void look(final Waits.Place place, final Poll poll) {
        try {
            final Lines news = matches.news(place.code(), poll.token, poll.version, poll.after);
            if (news != null && waits.remove(place, poll)) {
                Reply.send(poll.exchange, news);
            }
        } catch (final Refusal refusal) {
            if (waits.remove(place, poll)) {
                Reply.refuse(poll.exchange, refusal);
            }
        } catch (final IOException | RuntimeException failed) {
            failed(failed);
            if (waits.remove(place, poll)) {
                Reply.refuse(poll.exchange, new Refusal(Reason.BUSY));
            }
        }
    }

    /** As a store says it. */
    void changed(final @Nullable String code, final int seat) {
        if (code == null) {
            waits.places().forEach(this::lookAt);
        } else if (seat >= 0) {
            lookAt(new Waits.Place(code, seat));
        } else {
            for (int each = 0; each < Limits.MAX_SEATS; each++) {
                lookAt(new Waits.Place(code, each));
            }
        }
    }

    private void lookAt(final Waits.Place place) {
        final Poll poll = waits.at(place);
        if (poll != null) {
            look(place, poll);
        }
    }

    /** Answers polls that have waited long enough. */
    void tick() {
        waits.due(clockMs.getAsLong()).forEach(poll -> Reply.send(poll.exchange, null));
    }

    int waiting() {
        return waits.size();
    }

    /** Answers all who wait. */
    void close() {
        waits.due(Long.MAX_VALUE).forEach(poll -> Reply.send(poll.exchange, null));
    }

    private static Lines lines(final HttpExchange exchange) throws Refusal, IOException {
        final byte[] body = exchange.getRequestBody().readNBytes(Limits.MAX_BODY_BYTES + 1);
        Refusal.unless(body.length <= Limits.MAX_BODY_BYTES, Reason.TOO_LONG);
        return Refusal.ifNull(Lines.parse(body, Limits.MAX_BODY_LINES), Reason.REFUSED);
    }

    private static @Nullable Integer oneLess(final String from, final Integer count) {
        return count == 1 ? null : Integer.valueOf(count - 1);
    }

    private static @Nullable String token(final HttpExchange exchange) {
        final String header = exchange.getRequestHeaders().getFirst("Authorization");
        return header == null || !header.startsWith(BEARER) ? null : header.substring(BEARER.length());
    }
}
