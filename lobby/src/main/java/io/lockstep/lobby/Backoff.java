package io.lockstep.lobby;

import java.util.random.RandomGenerator;

/** How long to wait before the next try: doubles, and differs from player to player. Not thread-safe. */
final class Backoff {

    /** A lost packet is no reason to wait longer. */
    static final long FIRST_MS = 250;
    /** A lobby that comes back is found soon, and 10,000 players are 1,250 tries a second for it. */
    static final long LAST_MS = 8000;

    private final RandomGenerator random;
    private long nextMs = FIRST_MS;

    Backoff(final RandomGenerator random) {
        this.random = random;
    }

    /** Between half of the wait and all of it, but no less than the lobby asks for. */
    long next(final int retryAfterS) {
        final long waitMs = nextMs / 2 + random.nextLong(nextMs / 2 + 1);
        nextMs = Math.min(LAST_MS, 2 * nextMs);
        return Math.max(waitMs, retryAfterS * 1000L);
    }

    void reset() {
        nextMs = FIRST_MS;
    }

}
