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
    /**
     * Growth of the rate of copies after a queue, in bytes a second each second: on a line of 1 Mbit/s the copies that
     * caused it come back after minutes only.
     */
    private static final long AGAIN_PER_S = 256;
    /** Mean size of a datagram, in bytes, below which most of it is headers: those of IPv4, UDP, Aeron and ours. */
    private static final long SMALL_BYTES = 128;
    /** Number of windows over which the size of frames is averaged: a frame with an event may be much larger. */
    private static final int MEAN_GAIN = 64;
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
    private long datagrams;
    private long sentPerS;
    private long datagramsPerS;
    /** Rate of new frames without stalls, in bytes a second; 0 while each window repeats everything. */
    private long framesPerS;
    /** Whether repeats were spared in this span. */
    private boolean isSparing;
    /** Rate besides new frames that passed without a queue, or is to be tried next, in bytes a second. */
    private long extraPerS = LEAST_EXTRA_PER_S;
    private boolean isShort;
    private boolean hasQueued;
    private boolean queueing;
    private boolean own;
    private boolean crowded;
    private long crowdedNs;
    /** Bytes that may be sent besides new frames once the line has had a queue. */
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
        // Fewer datagrams help if most of their bytes are headers.
        if (own && (crowded || sentPerS < SMALL_BYTES * datagramsPerS)) {
            crowdedNs = nowNs;
            crowded = true;
        }
        crowded &= nowNs - crowdedNs < CROWDED_NS;
    }

    private void measure(final long nowNs) {
        if (spanNs == NEVER || nowNs - spanNs >= 2 * SPAN_NS) {
            spanNs = nowNs;
            sentBytes = 0;
            datagrams = 0;
            repeatNs = nowNs;
        }
        if (nowNs - spanNs >= SPAN_NS) {
            spanNs += SPAN_NS;
            sentPerS = sentBytes;
            datagramsPerS = datagrams;
            sentBytes = 0;
            datagrams = 0;
            framesPerS = isSparing ? framesPerS : 0;
            isSparing = false;
            if (isShort && !queueing) {
                final long more = hasQueued ? AGAIN_PER_S : extraPerS / 2;
                extraPerS = Math.min(MOST_EXTRA_PER_S, extraPerS + more);
            }
            isShort = false;
        }
        final long elapsedNs = Math.min(nowNs - repeatNs, BURST_NS);
        // In a stall there are no new frames, and repeats may take their place.
        final long perS = framesPerS + (queueing ? LEAST_EXTRA_PER_S : extraPerS);
        repeatBytes = Math.min(repeatBytes + elapsedNs * perS / NS_PER_S, BURST_BYTES);
        repeatNs = nowNs;
    }

    /** Returns whether the line has ever had a queue, so that repeats leave no faster than new frames and a little. */
    boolean hasQueued() {
        return hasQueued;
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
        return repeatBytes > 0;
    }

    /** Returns whether a datagram of another peer may be sent. In a queue of this session, its own repeats go first. */
    boolean mayCarry() {
        return !own && !crowded && !(hasQueued && framesPerS > 0) || repeatBytes > BURST_BYTES / 2;
    }

    /** Counts the bytes of a datagram that was sent. */
    void sent(final long bytes) {
        sentBytes += bytes;
        datagrams++;
    }

    /**
     * Counts the bytes of it that are frames sent for the first time, on a link that spares repeats.
     *
     * @param bytes size of those frames; 0 if there are none
     * @param perS  bytes that all new frames of a second have if they are of this size
     */
    void sentNew(final long bytes, final long perS) {
        isSparing = true;
        if (bytes > 0) {
            framesPerS += framesPerS == 0 ? perS : (perS - framesPerS) / MEAN_GAIN;
            sentExtra(bytes);
        }
    }

    /** Counts the bytes of it that have to leave room for new frames. */
    void sentExtra(final long bytes) {
        repeatBytes = Math.max(-BURST_BYTES, repeatBytes - bytes);
    }
}
