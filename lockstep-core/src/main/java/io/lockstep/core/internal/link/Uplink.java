package io.lockstep.core.internal.link;

import io.lockstep.core.internal.input.InputBatcher;

/**
 * The line on which everything of this session leaves. All links share it: whether it queues, and what may be sent
 * there beyond new frames, is one decision for all of them.
 */
public final class Uplink {

    /** While a session sends fewer bytes a second, a queue on the line is hardly its own: half of 1 Mbit/s. */
    private static final long OWN_BYTES_PER_S = 64 << 10;
    /** Copies and repeats may always take so many bytes a second: an eighth of a line of 1 Mbit/s. */
    private static final long LEAST_EXTRA_PER_S = 16 << 10;
    /** Copies may take no more bytes a second: what three copies of everything take on a line of 3 Mbit/s. */
    private static final long MOST_EXTRA_PER_S = 1 << 20;
    /** Rates are measured over so long; afterwards what copies may take changes. */
    private static final long SPAN_NS = 1_000_000_000L;
    /** Repeats that were not needed for a while may leave together: the bytes of so much time. */
    private static final long BURST_NS = 250_000_000L;
    /** So long several frames share a datagram after a queue: one each would make the next queue. */
    private static final long CROWDED_NS = 64 * SPAN_NS;
    private static final long NS_PER_S = 1_000_000_000L;
    /** Time of a span before the first one. */
    private static final long NEVER = Long.MIN_VALUE;
    private static final long BURST_BYTES = BURST_NS * LEAST_EXTRA_PER_S / NS_PER_S;

    private long spanNs = NEVER;
    /** Bytes in this span and in the one before: of all that leaves, and of new frames that leave once. */
    private long sentBytes;
    private long frameBytes;
    private long sentPerS;
    private long framesPerS;
    /** Bytes a second that passed without a queue beyond new frames, or may be tried next. */
    private long extraPerS = LEAST_EXTRA_PER_S;
    private boolean isShort;
    private boolean hasQueued;
    private boolean queueing;
    private boolean own;
    private boolean crowded;
    private long crowdedNs;
    /** Bytes of repeats that may leave while the line queues, and up to when they are counted. */
    private long repeatBytes;
    private long repeatNs;

    /**
     * Takes note of a queue before windows leave. One that half of the links show at once is on the line they share.
     *
     * @param flowing links on which windows leave
     * @param slow    those of them that show a queue
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
        // Fewer datagrams help where most of them is not frames.
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

    /** Whether the line queues, so that only what is needed may leave. */
    boolean isQueueing() {
        return queueing;
    }

    /** Whether our own small datagrams fill the line, so that several frames are to share one. */
    boolean isCrowded() {
        return crowded;
    }

    /** How long a window may be put off on a crowded line. */
    static long holdNs() {
        return InputBatcher.MAX_HOLD_NS;
    }

    /** In how many more windows each frame may leave, of those that its link would like. */
    int copies(final int wanted) {
        if (queueing) {
            return 0;
        }
        final long allowed = framesPerS == 0 ? 1 : extraPerS / framesPerS;
        isShort |= wanted > allowed;
        return (int) Math.min(wanted, allowed);
    }

    /** Whether an overdue frame may leave again. */
    boolean mayRepeat() {
        return !queueing || repeatBytes > 0;
    }

    /** Whether something of another peer may leave. While our own datagrams queue, our own repeats go first. */
    boolean mayCarry() {
        return !own && !crowded || repeatBytes > BURST_BYTES / 2;
    }

    /** A datagram left. */
    void sent(final long bytes) {
        sentBytes += bytes;
    }

    /** So many bytes of it are frames that leave for the first time. */
    void sentNew(final long bytes) {
        frameBytes += bytes;
    }

    /** So many bytes of it need not leave while the line queues. */
    void sentExtra(final long bytes) {
        repeatBytes = Math.max(-BURST_BYTES, repeatBytes - bytes);
    }
}
