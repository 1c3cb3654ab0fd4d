package io.lockstep.lobby;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How much each address asks for, and how often it guessed a code wrong. Time is handed in. Bounded: the address that
 * was quiet longest is forgotten first. Thread-safe.
 */
final class Visitors {

    private static final class Visitor {
        double requests;
        long sinceMs;
        int guesses;
        long guessedMs;
        long blockedUntilMs;
    }

    private static final double MINUTE_MS = 60_000;
    private static final int MS = 1000;
    /** Beyond this the wait is at its longest anyway. */
    private static final int MAX_DOUBLINGS = 16;

    private final int perMinute;
    private final Map<String, Visitor> visitors = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<String, Visitor> eldest) {
            return size() > Limits.MAX_ADDRESSES;
        }
    };

    Visitors(final int perMinute) {
        this.perMinute = perMinute;
    }

    /** Takes one request: 0, or after how many seconds it may come. */
    @SuppressWarnings("NullAway") // who has asked is known
    synchronized int admit(final String address, final long nowMs) {
        visitor(address, nowMs);
        final int waitS = waitS(address, nowMs);
        if (waitS == 0) {
            visitors.get(address).requests--;
        }
        return waitS;
    }

    /** After how many seconds a request may come, 0 for now. Takes none, and remembers nobody for it. */
    synchronized int waitS(final String address, final long nowMs) {
        final Visitor visitor = visitors.get(address);
        if (visitor == null) {
            return 0;
        }
        visitor.requests = Math.min(perMinute, visitor.requests + (nowMs - visitor.sinceMs) / MINUTE_MS * perMinute);
        visitor.sinceMs = nowMs;
        return visitor.requests >= 1 ? 0 : (int) Math.ceil((1 - visitor.requests) * MINUTE_MS / perMinute / MS);
    }

    /**
     * Before a code is looked up: 0, or after how many seconds. Counts as wrong until {@link #guessedRight}, so that
     * many at once gain nothing.
     */
    synchronized int guess(final String address, final long nowMs) {
        final Visitor visitor = visitor(address, nowMs);
        if (nowMs - visitor.guessedMs >= Limits.GUESSES_KEPT_MS) {
            visitor.guesses = 0;
        }
        if (nowMs < visitor.blockedUntilMs) {
            return (int) ((visitor.blockedUntilMs - nowMs + MS - 1) / MS);
        }
        visitor.guesses++;
        visitor.guessedMs = nowMs;
        if (visitor.guesses > Limits.FREE_GUESSES) {
            final int doublings = Math.min(visitor.guesses - Limits.FREE_GUESSES - 1, MAX_DOUBLINGS);
            visitor.blockedUntilMs = nowMs + MS * Math.min(Limits.MAX_GUESS_WAIT_S, 1L << doublings);
        }
        return 0;
    }

    /** Takes back what {@link #guess} counted, but nothing before: who has a code of his own does not guess freely. */
    synchronized void guessedRight(final String address, final long nowMs) {
        final Visitor visitor = visitor(address, nowMs);
        visitor.guesses = Math.max(0, visitor.guesses - 1);
        visitor.blockedUntilMs = 0;
    }

    synchronized int size() {
        return visitors.size();
    }

    private Visitor visitor(final String address, final long nowMs) {
        return visitors.computeIfAbsent(address, unknown -> {
            final Visitor visitor = new Visitor();
            visitor.requests = perMinute;
            visitor.sinceMs = nowMs;
            visitor.guessedMs = nowMs;
            return visitor;
        });
    }
}
