package io.lockstep.core.internal.link;

import io.lockstep.core.internal.input.InputBatcher;

/**
 * The line on which this session sends all of its datagrams. All links share it, so one decision holds for all of them:
 * whether the line has a queue, and how much may be sent besides new frames.
 */
public final class Uplink {

    /** Rate, in bytes a second, below which a session hardly causes a queue itself: half of a line of 1 Mbit/s. */
    private static final long OWN_BYTES_PER_S = 64 << 10;
    /** Rate, in bytes a second, that copies and repeats may always take: an eighth of a line of 1 Mbit/s. */
    private static final long LEAST_EXTRA_PER_S = 16 << 10;
    /** Largest rate of copies, in bytes a second: what three copies of everything take on a line of 3 Mbit/s. */
    private static final long MOST_EXTRA_PER_S = 1 << 20;
    /** Time over which rates are measured, in nanoseconds; at its end, the allowed rate of copies changes. */
    private static final long SPAN_NS = 1_000_000_000L;
    /** Time, in nanoseconds, whose repeats may be saved up and sent together. */
    private static final long BURST_NS = 250_000_000L;
    /** Time, in nanoseconds, for which frames share datagrams after a queue: one datagram each would cause the next. */
    private static final long CROWDED_NS = 64 * SPAN_NS;
    private static final long NS_PER_S = 1_000_000_000L;
    /** Value of {@link #spanNs} before the first span. */
    private static final long NEVER = Long.MIN_VALUE;
    private static final long BURST_BYTES = BURST_NS * LEAST_EXTRA_PER_S / NS_PER_S;

    private long spanNs = NEVER;
    /** Bytes sent in this span. */
    private long sentBytes;
    /** Bytes of frames sent for the first time in this span. */
    private long frameBytes;
    private long sentPerS;
    private long framesPerS;
    /** Rate besides new frames that passed without a queue, or is to be tried next, in bytes a second. */
    private long extraPerS = LEAST_EXTRA_PER_S;
    private boolean isShort;
    private boolean hasQueued;
    private boolean queueing;
    private boolean own;
    private boolean crowded;
    private long crowdedNs;
    /** Bytes of repeats that may be sent while the line has a queue. */
    private long repeatBytes;
    /** Time up to which those bytes are counted, in nanoseconds. */
    private long repeatNs;

    /**
     * Looks for a queue before windows are sent. If half of the links show one, it is on the line that they share.
     *
     * @param flowing number of links on which windows are sent
     * @param slow    number of those links that show a queue
     */
    void look(final int flowing, final int slow, final long nowNs) {
        final boolean isNow = slow > 0 && 2 * slow >= flowing;
        if (isNow && !queueing) {
            hasQueued = true;
            extraPerS = Math.max(LEAST_EXTRA_PER_S, extraPerS / 2);
        }
        queueing = isNow;
        measure(nowNs);
        own = queueing && (own || sentPerS >= OWN_BYTES_PER_S);
        // Fewer datagrams help if less than half of the bytes sent are new frames.
        if (own && (crowded || 2 * framesPerS < sentPerS)) {
            crowdedNs = nowNs;
            crowded = true;
        }
        crowded &= nowNs - crowdedNs < CROWDED_NS;
    }

    private void measure(final long nowNs) {
        if (spanNs == NEVER || nowNs - spanNs >= 2 * SPAN_NS) {
            spanNs = nowNs;
            sentBytes = 0;
            frameBytes = 0;
            repeatNs = nowNs;
        }
        if (nowNs - spanNs >= SPAN_NS) {
            spanNs += SPAN_NS;
            sentPerS = sentBytes;
            framesPerS = frameBytes;
            sentBytes = 0;
            frameBytes = 0;
            if (isShort && !queueing) {
                final long more = hasQueued ? LEAST_EXTRA_PER_S / Byte.SIZE : extraPerS / 2;
                extraPerS = Math.min(MOST_EXTRA_PER_S, extraPerS + more);
            }
            isShort = false;
        }
        final long elapsedNs = Math.min(nowNs - repeatNs, BURST_NS);
        repeatBytes = Math.min(repeatBytes + elapsedNs * LEAST_EXTRA_PER_S / NS_PER_S, BURST_BYTES);
        repeatNs = nowNs;
    }

    /** Returns whether the line has a queue, so that only needed datagrams may be sent. */
    boolean isQueueing() {
        return queueing;
    }

    /** Returns whether this session's small datagrams fill the line, so that several frames have to share one. */
    boolean isCrowded() {
        return crowded;
    }

    /** Returns the longest time, in nanoseconds, for which a window may be held back on a crowded line. */
    static long holdNs() {
        return InputBatcher.MAX_HOLD_NS;
    }

    /** Returns how many of the additional windows per frame that a link wants it may send. */
    int copies(final int wanted) {
        if (queueing) {
            return 0;
        }
        final long allowed = framesPerS == 0 ? 1 : extraPerS / framesPerS;
        isShort |= wanted > allowed;
        return (int) Math.min(wanted, allowed);
    }

    /** Returns whether an overdue frame may be sent again. */
    boolean mayRepeat() {
        return !queueing || repeatBytes > 0;
    }

    /** Returns whether a datagram of another peer may be sent. In a queue of this session, its own repeats go first. */
    boolean mayCarry() {
        return !own && !crowded || repeatBytes > BURST_BYTES / 2;
    }

    /** Counts the bytes of a datagram that was sent. */
    void sent(final long bytes) {
        sentBytes += bytes;
    }

    /** Counts the bytes of it that are frames sent for the first time. */
    void sentNew(final long bytes) {
        frameBytes += bytes;
    }

    /** Counts the bytes of it that need not be sent while the line has a queue. */
    void sentExtra(final long bytes) {
        repeatBytes = Math.max(-BURST_BYTES, repeatBytes - bytes);
    }
}
