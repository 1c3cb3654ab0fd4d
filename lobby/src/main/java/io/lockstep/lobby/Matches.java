package io.lockstep.lobby;

import io.lockstep.lobby.LobbyException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the lobby does with its matches: each operation reads one from the store, changes it, and puts it back unless
 * another was quicker. Time and randomness are handed in. Thread-safe where its store and its randomness are.
 */
final class Matches {

    /** A change of a match by whoever sits at that seat. */
    @FunctionalInterface
    private interface Change {
        void apply(Match match, int seat) throws Refusal;
    }

    private final MatchStore store;
    private final Turn turn;
    private final RandomGenerator random;
    private final String prefix;

    Matches(final MatchStore store, final Turn turn, final RandomGenerator random, final String prefix) {
        this.store = store;
        this.turn = turn;
        this.random = random;
        this.prefix = prefix;
    }

    /** Makes a match, with whoever asks for it as its host. */
    Lines create(final Lines body, final long nowMs) throws Refusal, IOException {
        final int seats = body.numberAt("seats", Limits.MAX_SEATS);
        final String late = body.get("late", "no");
        Refusal.unless(seats >= Limits.MIN_SEATS && ("yes".equals(late) || "no".equals(late)), Reason.REFUSED);
        final Match match = new Match(seats, "yes".equals(late), config(body), Match.State.OPEN);
        final int seat = match.join(player(body));
        final byte[] kept = MatchText.kept(match);
        for (int tries = 0; tries < Limits.MAX_TRIES; tries++) {
            final String code = Codes.code(random, prefix);
            if (store.create(code, kept, Limits.MATCH_MS)) {
                return seated(code, match, 1, seat, nowMs);
            }
        }
        throw new Refusal(Reason.BUSY);
    }

    /** Takes a seat. A wrong code is refused with {@link Reason#WRONG_CODE} and in no other way. */
    Lines join(final String code, final Lines body, final long nowMs) throws Refusal, IOException {
        final Match.Player player = player(body);
        for (int tries = 0; tries < Limits.MAX_TRIES; tries++) {
            final MatchStore.Kept kept = store.find(code);
            final Match match = kept == null ? null : MatchText.read(kept.match());
            if (kept == null || match == null) {
                throw new Refusal(Reason.WRONG_CODE);
            }
            if (match.seatOf(player.tokenHash()) >= 0) {
                return seated(code, match, kept.version(), match.seatOf(player.tokenHash()), nowMs);
            }
            final int seat = match.join(player);
            if (store.replace(code, kept.version(), MatchText.kept(match), Limits.MATCH_MS)) {
                return seated(code, match, kept.version() + 1, seat, nowMs);
            }
        }
        throw new Refusal(Reason.BUSY);
    }

    Lines rejoin(final String code, final @Nullable String token, final long nowMs) throws Refusal, IOException {
        change(code, token, Match::rejoin);
        return seat(code, token, nowMs);
    }

    void start(final String code, final @Nullable String token) throws Refusal, IOException {
        change(code, token, Match::start);
    }

    void configure(final String code, final @Nullable String token, final Lines body) throws Refusal, IOException {
        final byte[] config = config(body);
        change(code, token, (match, seat) -> match.configure(seat, config));
    }

    /** Frees the seat that the body names, and forgets its letters. */
    void kick(final String code, final @Nullable String token, final Lines body) throws Refusal, IOException {
        final int target = body.numberAt("seat", Limits.MAX_SEATS - 1);
        change(code, token, (match, seat) -> match.kick(seat, target));
        store.forget(code, target);
    }

    void leave(final String code, final @Nullable String token) throws Refusal, IOException {
        final int seat = change(code, token, Match::leave);
        store.forget(code, seat);
        final MatchStore.Kept kept = store.find(code);
        final Match match = kept == null ? null : MatchText.read(kept.match());
        if (match != null && match.isEmpty()) {
            store.remove(code);
        }
    }

    /** Keeps the match, and says again what whoever sits there was told: a TURN password ends after an hour. */
    Lines seat(final String code, final @Nullable String token, final long nowMs) throws Refusal, IOException {
        final MatchStore.Kept kept = find(code);
        final Match match = match(kept);
        final int seat = seatOf(match, token);
        store.keep(code, Limits.MATCH_MS);
        return seated(code, match, kept.version(), seat, nowMs);
    }

    /** All of these letters, or none. */
    void post(final String code, final @Nullable String token, final Lines body) throws Refusal, IOException {
        final Match match = match(find(code));
        final int from = seatOf(match, token);
        final List<Posted> letters = new ArrayList<>();
        for (final String line : body.all("letter")) {
            final Posted posted = Refusal.ifNull(Posted.read(line), Reason.REFUSED);
            Refusal.unless(posted.to() < match.seats() && posted.to() != from, Reason.REFUSED);
            letters.add(posted);
        }
        Refusal.unless(!letters.isEmpty(), Reason.REFUSED);
        for (final Posted posted : letters) {
            // For a seat that is empty by now there is nobody to read it: no letter waits for whoever comes next.
            if (match.player(posted.to()) != null) {
                store.post(code, posted.to(), from, posted.letter(), Limits.MATCH_MS);
            }
        }
    }

    /** Which seat polls; its match lives on. */
    int poll(final String code, final @Nullable String token) throws Refusal, IOException {
        final Match match = match(find(code));
        final int seat = seatOf(match, token);
        if (match.state() != Match.State.CANCELLED) {
            store.keep(code, Limits.MATCH_MS);
        }
        return seat;
    }

    /** Null if there is nothing new for that seat. */
    @Nullable Lines news(final String code, final @Nullable String token, final long version, final long after)
            throws Refusal, IOException {
        final MatchStore.Kept kept = find(code);
        final Match match = match(kept);
        final int seat = seatOf(match, token);
        final List<MatchStore.KeptLetter> letters = store.letters(code, seat, after);
        if (kept.version() == version && letters.isEmpty()) {
            return null;
        }
        final Lines news = kept.version() == version ? new Lines() : MatchText.seen(match, kept.version());
        for (final MatchStore.KeptLetter letter : letters) {
            news.add("letter", letter.number() + " " + letter.from() + " " + Codes.text(letter.letter()));
        }
        return news;
    }

    private int change(final String code, final @Nullable String token, final Change change)
            throws Refusal, IOException {
        for (int tries = 0; tries < Limits.MAX_TRIES; tries++) {
            final MatchStore.Kept kept = find(code);
            final Match match = match(kept);
            final int seat = seatOf(match, token);
            change.apply(match, seat);
            final long ttlMs = match.state() == Match.State.CANCELLED ? Limits.CANCELLED_MS : Limits.MATCH_MS;
            if (store.replace(code, kept.version(), MatchText.kept(match), ttlMs)) {
                return seat;
            }
        }
        throw new Refusal(Reason.BUSY);
    }

    /** Without a match as without a seat: who guesses with any token does not learn which codes there are. */
    private MatchStore.Kept find(final String code) throws Refusal, IOException {
        return Refusal.ifNull(store.find(code), Reason.NO_SEAT);
    }

    private static Match match(final MatchStore.Kept kept) throws Refusal {
        return Refusal.ifNull(MatchText.read(kept.match()), Reason.NO_SEAT);
    }

    private static int seatOf(final Match match, final @Nullable String token) throws Refusal {
        final int seat = token != null && Codes.isToken(token) ? match.seatOf(Codes.hash(token)) : -1;
        Refusal.unless(seat >= 0, Reason.NO_SEAT);
        return seat;
    }

    private Lines seated(final String code, final Match match, final long version, final int seat, final long nowMs) {
        return new Lines().add("code", Codes.shown(code)).add("you", seat + " " + match.incarnation(seat))
            .addAll(turn.lines(code, seat, nowMs)).addAll(MatchText.seen(match, version));
    }

    private static byte[] config(final Lines body) throws Refusal {
        return Refusal.ifNull(MatchText.config(body), Reason.REFUSED);
    }

    private static Match.Player player(final Lines body) throws Refusal {
        final String token = Refusal.ifNull(body.get("token"), Reason.REFUSED);
        final byte[] key = Refusal.ifNull(MatchText.key(body.get("key")), Reason.REFUSED);
        final String name = Refusal.ifNull(body.get("name"), Reason.REFUSED);
        Refusal.unless(Codes.isToken(token) && Names.isName(name), Reason.REFUSED);
        return new Match.Player(Codes.hash(token), key, name);
    }
}
