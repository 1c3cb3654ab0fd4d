package io.lockstep.core.session;

import org.HdrHistogram.Histogram;

/** Says when each frame is due, and keeps account of the time in which one was due and could not be simulated. */
final class FrameClock {

    /**
     * How far behind its schedule a session tries to catch up. What a longer stall took is gone for good: everybody
     * else waited too, and fast-forwarding through it would help nobody.
     */
    static final long MAX_DEBT_NS = 250_000_000L;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long MAX_STALL_US = 600_000_000L;
    private static final long NS_PER_US = 1000;

    private final long tickNs;
    private final boolean unpaced;
    private final Histogram stallMicros = new Histogram(MAX_STALL_US, 2);
    private long dueNs;
    private long stallStartNs;
    private long nextStallTickNs;
    private long stallTicks;
    private boolean running;
    private boolean stalled;

    FrameClock(final int tickRate, final boolean unpaced) {
        tickNs = SECOND_NS / tickRate;
        this.unpaced = unpaced;
    }

    /** Frame 0 is due now: everybody's first inputs are here, so that nobody starts with a stall. */
    void start(final long nowNs) {
        running = true;
        dueNs = nowNs;
        nextStallTickNs = nowNs;
    }

    boolean running() {
        return running;
    }

    boolean due(final long nowNs) {
        return running && (unpaced || nowNs - dueNs >= 0);
    }

    /** The frame that is due cannot be simulated. At most one stalled tick is counted in each tick of time. */
    void stalled(final long nowNs) {
        if (!stalled) {
            stalled = true;
            stallStartNs = nowNs;
            if (nowNs - nextStallTickNs > 0) {
                nextStallTickNs = nowNs;
            }
        }
        while (nowNs - nextStallTickNs >= 0) {
            stallTicks += unpaced ? 0 : 1;
            nextStallTickNs += tickNs;
        }
    }

    /** The frame that was due is simulated; the next one is due a tick later. */
    void simulated(final long nowNs) {
        if (stalled) {
            stalled = false;
            stallMicros.recordValue(Math.min((nowNs - stallStartNs) / NS_PER_US, MAX_STALL_US));
        }
        dueNs += tickNs;
        if (nowNs - dueNs > MAX_DEBT_NS) {
            dueNs = nowNs - MAX_DEBT_NS;
        }
    }

    /** How far into the current tick we are, 0 to 1, for drawing between two frames. */
    float alpha(final long nowNs) {
        final float passed = (float) (nowNs - (dueNs - tickNs)) / tickNs;
        return Math.max(0f, Math.min(1f, passed));
    }

    long tickNs() {
        return tickNs;
    }

    long dueNs() {
        return dueNs;
    }

    long stallTicks() {
        return stallTicks;
    }

    Histogram stallMicros() {
        return stallMicros;
    }
}
