package io.lockstep.core.internal.game;

import io.lockstep.core.game.MatchRecorder;

/**
 * How this process enters the match.
 *
 * @param joining   whether the match is being played already
 * @param seed      where the session's own random numbers start
 * @param seatToken proves that a seat is ours when we come back
 * @param recorder  records the match; null for none
 */
public record Entrance(boolean joining, long seed, long seatToken, MatchRecorder recorder) {

    /** An odd number: no seed comes twice. */
    private static final long SEED_STEP = 0xBF58476D1CE4E5B9L;

    /**
     * That of the same player who comes back: to the others it is another process, which has another incarnation.
     *
     * @return with another seed, and without a recorder
     */
    public Entrance again() {
        return new Entrance(true, seed + SEED_STEP, seatToken, null);
    }
}
