package io.lockstep.testkit;

import io.lockstep.core.game.PredictionStatistics;

/**
 * What playing ahead has brought and cost all peers of a match together, while statistics were taken. All but the
 * settled frames and the steps is 0 in lockstep.
 *
 * @param settled   frames that were settled
 * @param foreseen  those of them that had been played before, and rightly
 * @param rollbacks how often a game went back, and so what was shown last was corrected
 * @param steps     how often a game was stepped
 * @param saves     how often a game was saved to be able to go back
 */
public record Foreseen(long settled, long foreseen, long rollbacks, long steps, long saves) {

    /** None of it. */
    public static final Foreseen NOTHING = new Foreseen(0, 0, 0, 0, 0);

    /**
     * This and what a session has measured of itself.
     *
     * @param session how a session played
     * @param sign    1 to add it, or −1 to take it away
     * @return the sum
     */
    Foreseen plus(final PredictionStatistics session, final int sign) {
        return new Foreseen(settled + sign * session.settled(), foreseen + sign * session.foreseen(),
            rollbacks + sign * session.rollbacks(), steps + sign * session.steps(), saves + sign * session.saves());
    }

    /**
     * This and what was measured in another match.
     *
     * @param other what was measured there
     * @return the sum
     */
    public Foreseen plus(final Foreseen other) {
        return new Foreseen(settled + other.settled, foreseen + other.foreseen, rollbacks + other.rollbacks,
            steps + other.steps, saves + other.saves);
    }
}
