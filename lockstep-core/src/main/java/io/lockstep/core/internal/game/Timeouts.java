package io.lockstep.core.internal.game;

/**
 * How long a session waits for other peers.
 *
 * @param silenceMs for links to open, in milliseconds
 * @param dropMs    for a peer that makes no progress, in milliseconds
 * @param waitMs    for one player in five minutes, in milliseconds; 0 for as long as it takes
 */
public record Timeouts(long silenceMs, long dropMs, long waitMs) {

    /** An idle link says something this often, so that a lost datagram is not yet a suspicion. */
    public static final long HEARTBEAT_NS = 200_000_000L;
    /** Lowest election timeout. Two heartbeats: whoever misses only one does not stand for election. */
    public static final long MIN_ELECTION_NS = 2 * HEARTBEAT_NS;
    /** Highest election timeout. Drawn between both, so that two rarely stand at once. */
    public static final long MAX_ELECTION_NS = 3 * HEARTBEAT_NS;

    private static final long NS_PER_MS = 1_000_000L;

    /**
     * How long links may take to open.
     *
     * @return nanoseconds
     */
    public long silenceNs() {
        return silenceMs * NS_PER_MS;
    }

    /**
     * How long a peer may make no progress.
     *
     * @return nanoseconds
     */
    public long dropNs() {
        return dropMs * NS_PER_MS;
    }
}
