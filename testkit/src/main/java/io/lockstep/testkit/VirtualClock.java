package io.lockstep.testkit;

/**
 * One peer's clocks, as functions of the true virtual time. The monotonic clock is all a session sees: it has an
 * origin of its own and runs at a rate of its own, but never stops or jumps; {@link #step} moves the wall clock
 * alone, as it does on a real machine. While a peer is paused its clocks run on and nobody polls it.
 */
public final class VirtualClock {

    /**
     * Greatest drift, parts per million: half as fast again is beyond any quartz, and any slow motion one would test.
     */
    public static final int MAX_DRIFT_PPM = 500_000;
    /** Greatest offset and step, milliseconds: about a century. */
    public static final long MAX_OFFSET_MS = 100L * 366 * 24 * 3600 * 1000;

    private static final long MILLION = 1_000_000L;

    private final int driftPpm;
    private final long offsetNs;
    private long wallStepNs;
    private long pausedUntilNs = Long.MIN_VALUE;

    /**
     * A clock.
     *
     * @param driftPpm how much faster than true time it runs, parts per million, −{@value #MAX_DRIFT_PPM} to
     *                 {@value #MAX_DRIFT_PPM}
     * @param offsetMs what it shows at true time 0, milliseconds, at most {@link #MAX_OFFSET_MS} either way
     * @throws IllegalArgumentException if a value is out of range
     */
    public VirtualClock(final int driftPpm, final long offsetMs) {
        Range.require("driftPpm", driftPpm, -MAX_DRIFT_PPM, MAX_DRIFT_PPM);
        Range.require("offsetMs", offsetMs, -MAX_OFFSET_MS, MAX_OFFSET_MS);
        this.driftPpm = driftPpm;
        offsetNs = offsetMs * MILLION;
    }

    /**
     * What the peer's monotonic clock shows: the time to poll its session with.
     *
     * @param trueNs virtual time, nanoseconds
     * @return local nanoseconds
     */
    public long localNs(final long trueNs) {
        return offsetNs + trueNs + drift(trueNs);
    }

    /** Exact to a nanosecond without overflow: whole milliseconds and the rest apart. */
    private long drift(final long ns) {
        return Math.floorDiv(ns, MILLION) * driftPpm + Math.floorDiv(Math.floorMod(ns, MILLION) * driftPpm, MILLION);
    }

    /**
     * When the peer's monotonic clock shows a time.
     *
     * @param localNs local nanoseconds
     * @return the earliest virtual time at which {@link #localNs} is not below that
     */
    public long trueNs(final long localNs) {
        final long passed = localNs - offsetNs;
        long guess = driftPpm == 0 ? passed : (long) (passed / (1 + (double) driftPpm / MILLION));
        while (localNs(guess) < localNs) {
            guess++;
        }
        while (localNs(guess - 1) >= localNs) {
            guess--;
        }
        return guess;
    }

    /**
     * Moves the wall clock; the monotonic one stays.
     *
     * @param byMs milliseconds, backwards if negative
     */
    public void step(final long byMs) {
        wallStepNs += byMs * MILLION;
    }

    /**
     * What the peer's wall clock shows.
     *
     * @param trueNs virtual time, nanoseconds
     * @return local nanoseconds, steps included
     */
    public long wallNs(final long trueNs) {
        return localNs(trueNs) + wallStepNs;
    }

    /**
     * Stops the peer for a while; of several pauses the one that ends last counts.
     *
     * @param untilNs virtual time at which it goes on; {@link Long#MAX_VALUE} for never
     */
    public void pauseUntil(final long untilNs) {
        pausedUntilNs = Math.max(pausedUntilNs, untilNs);
    }

    /** Ends all pauses. */
    public void resume() {
        pausedUntilNs = Long.MIN_VALUE;
    }

    /**
     * Is the peer stopped, so that nobody may poll it?
     *
     * @param trueNs virtual time, nanoseconds
     * @return true until the end of the last pause
     */
    public boolean isPaused(final long trueNs) {
        return trueNs < pausedUntilNs;
    }

    /**
     * When the peer goes on.
     *
     * @return virtual time, nanoseconds; in the past if it is not stopped
     */
    public long pausedUntilNs() {
        return pausedUntilNs;
    }
}
