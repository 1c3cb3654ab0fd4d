package io.lockstep.examples.peer;

import io.lockstep.core.game.SessionEvent;
import java.util.Collection;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** For whom the match waits, how long it has waited, and when it gives them up: told from events and frames. */
final class Waits {

    private static final double NS_PER_S = 1e9;
    private static final long NS_PER_MS = 1_000_000L;
    private static final long NOT_YET = Long.MIN_VALUE;
    /** For so long the higher one of two stands still for the lower one. */
    private static final long AWAIT_NS = 60_000_000_000L;

    private final long dropNs;
    private final long comeNs;
    /** Who has not answered yet, before the match. */
    private final TreeSet<Integer> expected;
    /** For whom a frame waits. */
    private final TreeSet<Integer> players = new TreeSet<>();
    private boolean entering;
    private boolean started;
    /** When the only other one is given up, which may have played on; 0 while it is none. */
    private long awaitedUntilNs;
    /** Since when there is nothing to play: since the beginning, or since the last frame. */
    private long sinceNs = NOT_YET;

    /**
     * Before a match.
     *
     * @param others        all who are to play, too
     * @param entering      whether it is played already, without us
     * @param timeoutMs     for how long they are waited for at the start
     * @param dropTimeoutMs for how long later
     */
    Waits(final Collection<Integer> others, final boolean entering, final long timeoutMs, final long dropTimeoutMs) {
        expected = new TreeSet<>(others);
        this.entering = entering;
        comeNs = timeoutMs * NS_PER_MS;
        dropNs = dropTimeoutMs * NS_PER_MS;
    }

    /** To be called all the time. */
    void look(final long nowNs) {
        sinceNs = sinceNs == NOT_YET ? nowNs : sinceNs;
    }

    /** A frame was played: nobody is waited for. */
    void played(final long nowNs) {
        started = true;
        sinceNs = nowNs;
        awaitedUntilNs = 0;
        players.clear();
    }

    /** The match went on without us, and is entered again. */
    void entersAgain(final long nowNs) {
        entering = true;
        started = false;
        sinceNs = nowNs;
        players.clear();
    }

    void note(final SessionEvent event, final long nowNs) {
        switch (event.type()) {
            case WAITING_FOR -> players.add(event.player());
            case AWAITING_PEER -> awaitedUntilNs = nowNs + AWAIT_NS;
            case PEER_CONNECTED -> expected.remove(event.peer());
            case STARTED -> started = true;
            default -> {
                // Nothing that is waited for.
            }
        }
    }

    /** Two lines, whom for and how long; null when nobody is waited for. */
    String text(final long nowNs) {
        final long waitedNs = sinceNs == NOT_YET ? 0 : Math.max(0, nowNs - sinceNs);
        if (!started && entering) {
            return "entering the match\n" + String.format(Locale.ROOT, "for %.1f s", waitedNs / NS_PER_S);
        }
        final TreeSet<Integer> missing = started ? players : expected;
        if (missing.isEmpty()) {
            return null;
        }
        final String names = missing.stream().map(String::valueOf).collect(Collectors.joining(", "));
        final long untilNs = awaitedUntilNs > 0 ? awaitedUntilNs : nowNs - waitedNs + (started ? dropNs : comeNs);
        return "waiting for player" + (missing.size() == 1 ? " " : "s ") + names + "\n" + (started ? "" : "to come, ")
            + String.format(Locale.ROOT, "for %.1f s", waitedNs / NS_PER_S)
            + (nowNs >= untilNs ? "" : String.format(Locale.ROOT, ", given up in %.1f s",
                (untilNs - nowNs) / NS_PER_S));
    }
}
