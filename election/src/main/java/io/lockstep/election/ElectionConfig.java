package io.lockstep.election;

/**
 * The times of an election. Immutable.
 *
 * @param heartbeatNs     nanoseconds: a leader says that it leads at least this often
 * @param minTimeoutNs    nanoseconds without a leader after which it is suspected; at least two heartbeats, so that one
 *                        lost heartbeat is no suspicion
 * @param maxTimeoutNs    nanoseconds: the longest candidacy, and how long a leader goes on without hearing a quorum;
 *                        above the lowest, so that retries are drawn apart; at most {@link #MAX_TIMEOUT_NS}
 * @param successorStepNs nanoseconds by which each next successor stands later than the one before it; positive, at
 *                        most the lowest timeout
 */
public record ElectionConfig(long heartbeatNs, long minTimeoutNs, long maxTimeoutNs, long successorStepNs) {

    /** 200 ms: only when there is nothing else to send, any datagram of a leader says that it leads. */
    public static final long DEFAULT_HEARTBEAT_NS = 200_000_000L;
    /** 400 ms: two heartbeats. */
    public static final long DEFAULT_MIN_TIMEOUT_NS = 400_000_000L;
    /** 600 ms: retries are spread over 200 ms, the round trip of a bad line. */
    public static final long DEFAULT_MAX_TIMEOUT_NS = 600_000_000L;
    /** 50 ms: the request of the first successor is mostly there before the second would stand. */
    public static final long DEFAULT_SUCCESSOR_STEP_NS = 50_000_000L;
    /** One minute, the longest drop timeout: who is dropped before it is suspected was never led. */
    public static final long MAX_TIMEOUT_NS = 60_000_000_000L;

    /**
     * Checks the times against each other.
     *
     * @throws IllegalArgumentException when they do not fit, with the values
     */
    public ElectionConfig {
        if (heartbeatNs <= 0 || heartbeatNs > MAX_TIMEOUT_NS) {
            throw new IllegalArgumentException("heartbeat of " + heartbeatNs + " ns, not 1 to " + MAX_TIMEOUT_NS);
        }
        if (minTimeoutNs < 2 * heartbeatNs) {
            throw new IllegalArgumentException("lowest election timeout of " + minTimeoutNs
                + " ns, less than two heartbeats of " + heartbeatNs + " ns");
        }
        if (maxTimeoutNs <= minTimeoutNs || maxTimeoutNs > MAX_TIMEOUT_NS) {
            throw new IllegalArgumentException("highest election timeout of " + maxTimeoutNs
                + " ns, not above the lowest, " + minTimeoutNs + " ns, and at most " + MAX_TIMEOUT_NS);
        }
        if (successorStepNs <= 0 || successorStepNs > minTimeoutNs) {
            throw new IllegalArgumentException("step between successors of " + successorStepNs
                + " ns, not 1 to the lowest election timeout, " + minTimeoutNs + " ns");
        }
    }

    /**
     * The default times.
     *
     * @return heartbeat 200 ms, timeouts 400 to 600 ms, steps of 50 ms
     */
    public static ElectionConfig defaults() {
        return new ElectionConfig(DEFAULT_HEARTBEAT_NS, DEFAULT_MIN_TIMEOUT_NS, DEFAULT_MAX_TIMEOUT_NS,
            DEFAULT_SUCCESSOR_STEP_NS);
    }
}
