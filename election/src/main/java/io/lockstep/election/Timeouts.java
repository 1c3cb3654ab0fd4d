package io.lockstep.election;

import java.util.SplittableRandom;

/** How long this peer waits: the configured times, raised to the round trips it sees; some drawn from its seed. */
final class Timeouts {

    /** Highest floor round trips can ask for: beyond it a slow line is no reason to stay without a leader. */
    static final long MAX_SUSPICION_NS = 4_000_000_000L;
    /** A candidacy that cannot win any more is tried again after this part of the floor, which is four round trips. */
    private static final int ROUND_TRIPS_IN_FLOOR = 4;
    private static final int TRIPS_TO_LEAD = 2;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final ElectionConfig config;
    private final SplittableRandom random;
    private long floorNs;

    Timeouts(final ElectionConfig config, final long seed, final int self) {
        this.config = config;
        // Peers usually share the seed of the match: who drew the same times would split every vote.
        random = new SplittableRandom(new SplittableRandom(seed + SPREAD * self).nextLong());
        floorNs = config.minTimeoutNs();
    }

    void suspicion(final long ns) {
        floorNs = Math.max(config.minTimeoutNs(), Math.min(ns, MAX_SUSPICION_NS));
    }

    /** Silence of the leader after which it is suspected, and until then its lease. */
    long floor() {
        return floorNs;
    }

    /** The longest election timeout at the present floor. */
    long longest() {
        return floorNs + config.maxTimeoutNs() - config.minTimeoutNs();
    }

    /** An election timeout drawn between the floor and the longest. */
    long draw() {
        return floorNs + below(config.maxTimeoutNs() - config.minTimeoutNs());
    }

    /** How much later than the first successor the one of this rank stands. */
    long turn(final int rank) {
        return rank * config.successorStepNs();
    }

    /** Returns when to try again after a split vote: the winner would be heard by then. */
    long afterSplit(final int place) {
        return floorNs / ROUND_TRIPS_IN_FLOOR + again(place) + below(config.successorStepNs());
    }

    /**
     * Returns how much later than the first the one in this place tries again after a vote that nobody won. A pre-vote
     * and a vote take two round trips; two candidates that need each other's votes would split every one of them.
     */
    long again(final int place) {
        return place * Math.max(config.successorStepNs(), twoTrips());
    }

    /** What a candidate and its voters need to answer each other twice. */
    long twoTrips() {
        return TRIPS_TO_LEAD * floorNs / ROUND_TRIPS_IN_FLOOR;
    }

    private long below(final long bound) {
        return Long.remainderUnsigned(random.nextLong(), bound);
    }
}
