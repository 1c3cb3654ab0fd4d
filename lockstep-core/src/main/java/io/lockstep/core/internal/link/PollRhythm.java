package io.lockstep.core.internal.link;

/**
 * Measures the time between polls of this process, and detects late polls. After a late poll, received datagrams have
 * been waiting and inputs are sampled late: neither says anything about the network.
 */
final class PollRhythm {

    /** Factor of the usual time between polls above which a poll is late. */
    private static final int LATE_POLLS = 3;

    /** Shortest time between polls that counts as late, in nanoseconds: a sleeping thread may always take less. */
    private static final long LEAST_LATE_NS = 4_000_000L;

    private static final int GAIN = 16;

    private boolean polled;
    private long nowNs;
    private long beforeNs;
    private long usualNs;
    private boolean late;

    /** Records that a poll begins. */
    void poll(final long atNs) {
        beforeNs = polled ? nowNs : atNs;
        nowNs = atNs;
        polled = true;
        final long gapNs = nowNs - beforeNs;
        final long longestNs = Math.max(LEAST_LATE_NS, LATE_POLLS * usualNs);
        late = gapNs > longestNs;
        // If polls become rare for good, they are late only until that is usual.
        usualNs += (Math.min(gapNs, longestNs) - usualNs) / GAIN;
    }

    /** Returns whether this poll was late. */
    boolean isLate() {
        return late;
    }

    /** Returns the usual time between two polls, in nanoseconds. */
    long usualNs() {
        return usualNs;
    }

    long nowNs() {
        return nowNs;
    }

    /** Returns the time of the poll before: datagrams that are found now had not arrived then. */
    long beforeNs() {
        return beforeNs;
    }
}
