package io.lockstep.core.internal.link;

/**
 * When this process looks at the network, and whether it has just done so later than usual. What came meanwhile was
 * there before, and what is sampled now should have been: neither tells of the network.
 */
final class PollRhythm {

    /** A poll is late when it comes after more than so many usual ones. */
    private static final int LATE_POLLS = 3;

    /** Less than this is what a sleeping thread always takes. */
    private static final long LEAST_LATE_NS = 4_000_000L;

    private static final int GAIN = 16;

    private boolean polled;
    private long nowNs;
    private long beforeNs;
    private long usualNs;
    private boolean late;

    /** A poll begins. */
    void poll(final long atNs) {
        beforeNs = polled ? nowNs : atNs;
        nowNs = atNs;
        polled = true;
        final long gapNs = nowNs - beforeNs;
        final long longestNs = Math.max(LEAST_LATE_NS, LATE_POLLS * usualNs);
        late = gapNs > longestNs;
        // Who polls rarely from now on is late only until that is usual.
        usualNs += (Math.min(gapNs, longestNs) - usualNs) / GAIN;
    }

    /** Was this poll later than polls are? */
    boolean isLate() {
        return late;
    }

    /** From one poll to the next, mostly. */
    long usualNs() {
        return usualNs;
    }

    long nowNs() {
        return nowNs;
    }

    /** When the one before was: whatever is found now was not there yet. */
    long beforeNs() {
        return beforeNs;
    }
}
