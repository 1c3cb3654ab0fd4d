package io.lockstep.core.internal.transfer;

/** A token bucket: so many bytes a second, and what two slow ticks leave unused at once. */
final class RateLimit {

    /** Credit that can be saved up: two ticks of 60 Hz, so that one poll a tick reaches the whole rate. */
    static final long BURST_NS = 35_000_000L;

    private static final long SECOND_NS = 1_000_000_000L;

    private final long bytesPerSecond;
    /** Bytes times nanoseconds per second: whole numbers, nothing is lost by rounding. */
    private final long maxCredit;
    private long credit;
    private long refilledNs;
    private boolean started;

    RateLimit(final long bytesPerSecond, final int largestBytes) {
        this.bytesPerSecond = bytesPerSecond;
        // The largest datagram must fit at any rate.
        maxCredit = Math.max(bytesPerSecond * BURST_NS, largestBytes * SECOND_NS);
        credit = maxCredit;
    }

    void refill(final long nowNs) {
        if (started) {
            final long passed = Math.max(0, nowNs - refilledNs);
            // After so long it is full anyway; more could overflow.
            final long full = maxCredit / bytesPerSecond + 1;
            credit = Math.min(maxCredit, credit + Math.min(passed, full) * bytesPerSecond);
        }
        started = true;
        refilledNs = nowNs;
    }

    boolean allows(final int bytes) {
        return credit >= bytes * SECOND_NS;
    }

    void take(final int bytes) {
        credit -= bytes * SECOND_NS;
    }

    /** The most that goes out at once. */
    long burstBytes() {
        return maxCredit / SECOND_NS;
    }
}
