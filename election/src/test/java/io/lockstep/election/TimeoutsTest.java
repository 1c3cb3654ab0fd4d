package io.lockstep.election;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TimeoutsTest {

    private static final int RANKS = 31;

    /** A winner needs two round trips; ranks that try again closer together split the vote once more. */
    @Test
    void shouldLeaveEachRankTimeToWinAfterASplitVote() {
        final ElectionConfig config = ElectionConfig.defaults();
        for (int seed = 0; seed < 20; seed++) {
            final Timeouts timeouts = new Timeouts(config, seed, seed % 4);
            final long first = timeouts.afterSplit(0);
            for (int rank = 1; rank < RANKS; rank++) {
                final long later = timeouts.afterSplit(rank) - first - rank * timeouts.twoTrips();
                assertTrue(Math.abs(later) < config.successorStepNs(),
                    "rank " + rank + ", seed " + seed + ": " + later + " ns");
            }
        }
    }
}
