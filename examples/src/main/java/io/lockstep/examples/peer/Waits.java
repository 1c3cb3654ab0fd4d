package io.lockstep.examples.peer;

import io.lockstep.core.game.SessionEvent;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** For whom the match waits, how long it has waited, and when it gives them up: told from events and frames. */
final class Waits {

    private static final double NS_PER_S = 1e9;
    private static final long NS_PER_MS = 1_000_000L;

    private final long dropNs;
    private final TreeSet<Integer> players = new TreeSet<>();
    private long playedNs;

    Waits(final long dropTimeoutMs) {
        dropNs = dropTimeoutMs * NS_PER_MS;
    }

    /** A frame was played: nobody is waited for. */
    void played(final long nowNs) {
        playedNs = nowNs;
        players.clear();
    }

    void note(final SessionEvent event) {
        if (event.type() == SessionEvent.Type.WAITING_FOR) {
            players.add(event.player());
        }
    }

    /** Two lines, whom for and how long; null when nobody is waited for. */
    String text(final long nowNs) {
        if (players.isEmpty()) {
            return null;
        }
        final long waitedNs = Math.max(0, nowNs - playedNs);
        final String names = players.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return "waiting for player" + (players.size() == 1 ? " " : "s ") + names + "\n"
            + String.format(Locale.ROOT, "for %.1f s", waitedNs / NS_PER_S)
            + (waitedNs >= dropNs ? "" : String.format(Locale.ROOT, ", given up in %.1f s",
                (dropNs - waitedNs) / NS_PER_S));
    }
}
