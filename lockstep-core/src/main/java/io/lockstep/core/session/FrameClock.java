package io.lockstep.core.session;

import org.HdrHistogram.Histogram;

/** Says when each frame is due, and keeps account of the time in which one was due and could not be simulated. */
final class FrameClock {

    /**
     * How far behind its schedule a session tries to catch up. What a longer stall took is gone for good: everybody
     * else waited too, and fast-forwarding through it would help nobody.
     */
    static final long MAX_DEBT_NS = 250_000_000L;

    /**
     * When so many frames in a row had to wait for an input, it is not somebody's hitch, which is one wait: this clock
     * is ahead of the others' by more than inputs are sent in advance, and every frame to come would wait too.
     */
    private static final int AHEAD_FRAMES = 4;

    /** A tick is stretched or shortened by at most 12 %: enough for any clock, and not felt as a change of speed. */
    private static final int PACE_LIMIT_PERCENT = 12;

    /** An error is worked off in about this many ticks. */
    private static final int PACE_TICKS = 30;

    /** Errors below this are noise. */
    private static final long PACE_DEAD_ZONE_NS = 1_000_000L;

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
    private long leastLateNs;
    private int waitsInARow;
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

    /**
     * The frame that was due is simulated; the next one is due a tick later, or a little more or less.
     *
     * @param aheadNs by how much this peer should be later than it is, negative for earlier
     */
    void simulated(final long nowNs, final long aheadNs) {
        if (stalled) {
            stalled = false;
            stallMicros.recordValue(Math.min((nowNs - stallStartNs) / NS_PER_US, MAX_STALL_US));
            countWait(nowNs);
        } else {
            waitsInARow = 0;
        }
        dueNs += tickNs + paceNs(aheadNs);
        if (nowNs - dueNs > MAX_DEBT_NS) {
            dueNs = nowNs - MAX_DEBT_NS;
        }
    }

    /** Sets the clock back at once by what the last frames all had to wait; pacing alone would take seconds for it. */
    private void countWait(final long nowNs) {
        leastLateNs = waitsInARow == 0 ? nowNs - dueNs : Math.min(leastLateNs, nowNs - dueNs);
        if (++waitsInARow == AHEAD_FRAMES && !unpaced) {
            dueNs += leastLateNs;
            waitsInARow = 0;
        }
    }

    private long paceNs(final long aheadNs) {
        if (Math.abs(aheadNs) < PACE_DEAD_ZONE_NS) {
            return 0;
        }
        final long limit = tickNs * PACE_LIMIT_PERCENT / 100;
        return Math.max(-limit, Math.min(aheadNs / PACE_TICKS, limit));
    }

    /** How far into the current tick we are, 0 to 1, for drawing between two frames. */
    float alpha(final long nowNs) {
        if (!running) {
            return 0;
        }
        final float passed = (float) (nowNs - (dueNs - tickNs)) / tickNs;
        return Math.max(0f, Math.min(1f, passed));
    }

    long tickNs() {
        return tickNs;
    }

    long dueNs() {
        return dueNs;
    }

    /** Whether a frame is due and waits for somebody's input, and since when. */
    boolean isStalled() {
        return stalled;
    }

    long stallStartNs() {
        return stallStartNs;
    }

    long stallTicks() {
        return stallTicks;
    }

    Histogram stallMicros() {
        return stallMicros;
    }
}
