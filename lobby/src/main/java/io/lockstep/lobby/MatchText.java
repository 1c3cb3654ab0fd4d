package io.lockstep.lobby;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A match as lines: in full for a store, and as the roster that players see, without what proves a seat. Stateless. */
final class MatchText {

    /** Of a seat: its number, incarnation, hash, key and name; the last has spaces. */
    private static final int KEPT_WORDS = 5;
    private static final int SEEN_WORDS = 4;
    private static final int HASH_BYTES = 32;
    /** More than a process can be started in ten minutes. */
    private static final int MAX_INCARNATION = 1 << 20;

    private MatchText() {
    }

    static byte[] kept(final Match match) {
        final Lines lines = head(match);
        for (int seat = 0; seat < match.seats(); seat++) {
            final Match.Player player = match.player(seat);
            final String place = seat + " " + match.incarnation(seat);
            if (player != null) {
                lines.add("seat", place + " " + Codes.text(player.tokenHash()) + " " + Codes.text(player.key()) + " "
                    + player.name());
            } else if (match.incarnation(seat) > 0) {
                lines.add("gone", place);
            }
        }
        return lines.bytes();
    }

    /** Null if it is none of ours. */
    static @Nullable Match read(final byte[] kept) {
        final Lines lines = Lines.parse(kept, Limits.MAX_ANSWER_LINES);
        if (lines == null) {
            return null;
        }
        final int seats = lines.numberAt("seats", Limits.MAX_SEATS);
        final Match.State state = state(lines.get("state"));
        final byte[] config = config(lines);
        if (seats < 1 || state == null || config == null) {
            return null;
        }
        final Match match = new Match(seats, "yes".equals(lines.get("late")), config, state);
        for (final String gone : lines.all("gone")) {
            final String[] words = gone.split(" ");
            final int seat = words.length == 2 ? Lines.number(words[0], seats - 1) : -1;
            if (seat < 0) {
                return null;
            }
            match.place(seat, Lines.number(words[1], MAX_INCARNATION), null);
        }
        for (final String seat : lines.all("seat")) {
            if (!place(match, seat.split(" ", KEPT_WORDS))) {
                return null;
            }
        }
        return match;
    }

    private static boolean place(final Match match, final String[] words) {
        if (words.length != KEPT_WORDS) {
            return false;
        }
        final int seat = Lines.number(words[0], match.seats() - 1);
        final int incarnation = Lines.number(words[1], MAX_INCARNATION);
        final byte[] hash = Codes.bytes(words[2], HASH_BYTES);
        final byte[] key = key(words[3]);
        if (seat < 0 || incarnation < 1 || hash == null || key == null) {
            return false;
        }
        match.place(seat, incarnation, new Match.Player(hash, key, words[4]));
        return true;
    }

    /** What every seat sees. */
    static Lines seen(final Match match, final long version) {
        final Lines lines = new Lines().add("roster", version).addAll(head(match));
        for (int seat = 0; seat < match.seats(); seat++) {
            final Match.Player player = match.player(seat);
            if (player != null) {
                lines.add("seat", seat + " " + match.incarnation(seat) + " " + Codes.text(player.key()) + " "
                    + player.name());
            }
        }
        return lines;
    }

    /** Null if there is no sound one. */
    static @Nullable Roster roster(final Lines lines) {
        final long version = Lines.longNumber(lines.get("roster"), Long.MAX_VALUE);
        final int seats = lines.numberAt("seats", Limits.MAX_SEATS);
        final Match.State state = state(lines.get("state"));
        final byte[] config = config(lines);
        if (version < 0 || seats < Limits.MIN_SEATS || state == null || config == null) {
            return null;
        }
        final Roster.Peer[] peers = new Roster.Peer[seats];
        for (final String line : lines.all("seat")) {
            final String[] words = line.split(" ", SEEN_WORDS);
            final int seat = words.length == SEEN_WORDS ? Lines.number(words[0], seats - 1) : -1;
            final int incarnation = seat < 0 ? -1 : Lines.number(words[1], MAX_INCARNATION);
            final byte[] key = seat < 0 ? null : key(words[2]);
            if (incarnation < 1 || key == null || peers[seat] != null || !Names.isName(words[SEEN_WORDS - 1])) {
                return null;
            }
            peers[seat] = new Roster.Peer(seat, incarnation, words[SEEN_WORDS - 1], key);
        }
        return new Roster(version, state, "yes".equals(lines.get("late")), config, peers);
    }

    private static Lines head(final Match match) {
        final Lines lines = new Lines().add("seats", match.seats()).add("late", match.late() ? "yes" : "no")
            .add("state", match.state().name().toLowerCase(Locale.ROOT));
        if (match.config().length > 0) {
            lines.add("config", Codes.text(match.config()));
        }
        return lines;
    }

    private static Match.@Nullable State state(final @Nullable String word) {
        for (final Match.State state : Match.State.values()) {
            if (state.name().toLowerCase(Locale.ROOT).equals(word)) {
                return state;
            }
        }
        return null;
    }

    /** Null if it is none, or of another length. */
    static byte @Nullable [] key(final @Nullable String text) {
        final byte[] key = Codes.bytes(text, Limits.KEY_BYTES);
        return key == null || key.length != Limits.KEY_BYTES ? null : key;
    }

    /** Empty if there is none, null if it is too long or no bytes. */
    static byte @Nullable [] config(final Lines lines) {
        final String text = lines.get("config", "");
        return Codes.bytes(text, Limits.MAX_CONFIG_BYTES);
    }
}
