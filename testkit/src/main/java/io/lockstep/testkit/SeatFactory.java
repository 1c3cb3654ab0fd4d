package io.lockstep.testkit;

/** Makes the copies of a game that the peers of a simulated match play. */
@FunctionalInterface
public interface SeatFactory {

    /**
     * Makes one peer's copy.
     *
     * @param peer    the peer, which is also its first player
     * @param players how many play, at all peers
     * @param seed    the match's seed, the same for all peers
     * @return a game in its first state and somebody to play it
     */
    Seat seat(int peer, int players, long seed);
}
