package io.lockstep.core.internal.play;

import io.lockstep.core.internal.game.MatchRules;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** Says when each frame is due, and keeps account of the time in which one was due and could not be simulated. */
public final class FrameClock {

    /**
     * How much a session makes up for after its own hitch, running faster than real time. What a longer one took is
     * gone for good: everybody waited, and fast-forwarding through it would help nobody.
     */
    public static final long MAX_DEBT_NS = 250_000_000L;

    /** An error is worked off in about this many ticks. */
    private static final int PACE_TICKS = 30;

    /**
     * An error that stays tells of clocks that run at different speeds. Who is the slower one learns to hurry, as fast
     * as is critically damped beside {@link #PACE_TICKS}, 4 * 30 * 30; were it the faster one, all might slow down
     * together.
     */
    private static final int DRIFT_TICKS_SQUARED = 3600;

    /** What was learned of clocks is forgotten within two minutes at 60 Hz. */
    private static final int DRIFT_MEMORY_TICKS = 7200;

    /** A clock that is slower by less than this part is left to {@link #PACE_TICKS}; it may be nothing but noise. */
    private static final int DRIFT_LEAST_PART = 100;

    /** Errors below this are no drift: with many peers the tightest of all links is never quite even. */
    private static final long DRIFT_DEAD_ZONE_NS = 2_000_000L;

    /** Errors below this are noise. */
    private static final long PACE_DEAD_ZONE_NS = 1_000_000L;

    /** Time lost in stalls is made up by ticks that are shorter by this part: hardly seen, and 20 times as long. */
    private static final int CATCH_UP_PERCENT = 5;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long MAX_STALL_US = 600_000_000L;
    private static final long NS_PER_US = 1000;

    private final long tickNs;
    private final boolean unpaced;
    private final SingleWriterRecorder stallMicros = new SingleWriterRecorder(MAX_STALL_US, 2);
    private long dueNs;
    private long stallStartNs;
    private long nextStallTickNs;
    private long stallTicks;
    /** Time lost in stalls and not made up yet. */
    private long lostNs;
    /** By how much a tick should be longer, negative for shorter, times {@link #DRIFT_TICKS_SQUARED}. */
    private long drift;
    private boolean running;
    private boolean stalled;

    public FrameClock(final int tickRate, final boolean unpaced) {
        tickNs = SECOND_NS / tickRate;
        this.unpaced = unpaced;
    }

    /** Frame 0 is due now: everybody's first inputs are here, so that nobody starts with a stall. */
    public void start(final long nowNs) {
        running = true;
        dueNs = nowNs;
        nextStallTickNs = nowNs;
    }

    public boolean running() {
        return running;
    }

    public boolean due(final long nowNs) {
        return running && (unpaced || nowNs - dueNs >= 0);
    }

    /**
     * The frame that is due cannot be simulated. At most one stalled tick is counted in each tick of time.
     *
     * @return how many were counted now
     */
    public int stalled(final long nowNs) {
        if (!stalled) {
            stalled = true;
            stallStartNs = nowNs;
            if (nowNs - nextStallTickNs > 0) {
                nextStallTickNs = nowNs;
            }
        }
        int counted = 0;
        while (nowNs - nextStallTickNs >= 0) {
            counted += unpaced ? 0 : 1;
            nextStallTickNs += tickNs;
        }
        stallTicks += counted;
        return counted;
    }

    /**
     * The frame that was due is simulated; the next one is due a tick later, or a little more or less.
     *
     * @param aheadNs by how much this peer should be later than it is, negative for earlier
     */
    public void simulated(final long nowNs, final long aheadNs) {
        if (stalled) {
            stalled = false;
            stallMicros.recordValue(Math.min((nowNs - stallStartNs) / NS_PER_US, MAX_STALL_US));
            // The others went on meanwhile or waited too; to rush after the old schedule would only crowd the network.
            lostNs = Math.min(lostNs + Math.max(0, nowNs - dueNs), MAX_DEBT_NS);
            dueNs = nowNs;
        }
        dueNs += tickNs + catchUpNs(paceNs(aheadNs), nowNs);
        if (nowNs - dueNs > MAX_DEBT_NS) {
            dueNs = nowNs - MAX_DEBT_NS;
        }
    }

    /**
     * What was lost in stalls is made up a little in every tick, unless another frame is due at once or the others are
     * behind: they have to be able to do it, too.
     */
    private long catchUpNs(final long paceNs, final long nowNs) {
        if (lostNs == 0 || paceNs > 0 || nowNs - dueNs - tickNs >= 0) {
            return paceNs;
        }
        final long shorterNs = Math.max(-paceNs, Math.min(lostNs, tickNs * CATCH_UP_PERCENT / 100));
        lostNs = Math.max(0, lostNs - shorterNs);
        return -shorterNs;
    }

    private long paceNs(final long aheadNs) {
        final long limit = tickNs * MatchRules.MAX_PACE_PERCENT / 100;
        drift -= drift / DRIFT_MEMORY_TICKS;
        // An outage tells nothing of clocks: no error counts for more than a tick.
        final long surely = aheadNs - within(aheadNs, DRIFT_DEAD_ZONE_NS);
        drift = within(drift + within(surely, tickNs), limit * DRIFT_TICKS_SQUARED);
        final long hurry = Math.min(0, drift / DRIFT_TICKS_SQUARED + tickNs / DRIFT_LEAST_PART);
        final long error = Math.abs(aheadNs) < PACE_DEAD_ZONE_NS ? 0 : aheadNs / PACE_TICKS;
        return within(error + hurry, limit);
    }

    private static long within(final long value, final long limit) {
        return Math.max(-limit, Math.min(value, limit));
    }

    /** How far into the current tick we are, 0 to 1, for drawing between two frames. */
    public float alpha(final long nowNs) {
        if (!running) {
            return 0;
        }
        final float passed = (float) (nowNs - (dueNs - tickNs)) / tickNs;
        return Math.max(0f, Math.min(1f, passed));
    }

    public long tickNs() {
        return tickNs;
    }

    public long dueNs() {
        return dueNs;
    }

    /** Whether a frame is due and waits for somebody's input, and since when. */
    public boolean isStalled() {
        return stalled;
    }

    /** How long the frame that is due has been waiting for an input. */
    public long stalledNs(final long nowNs) {
        return stalled ? nowNs - stallStartNs : 0;
    }

    public long stallTicks() {
        return stallTicks;
    }

    /** Any thread may ask how long the stalls took that have ended since this was asked last. */
    public void takeStallMicros(final Histogram into) {
        stallMicros.getIntervalHistogramInto(into);
    }
}
