package io.lockstep.core.internal.input;

/**
 * Holds inputs back so that several travel in one datagram, more of them the longer the round trip is. An
 * input is never held longer than {@link #MAX_HOLD_NS}: a timer sees to that, not only the next input.
 */
public final class InputBatcher {

    /** Longest time an input is held: one tick at 30 Hz. */
    public static final long MAX_HOLD_NS = 33_000_000L;

    private static final long RTT_2_NS = 30_000_000L;
    private static final long RTT_3_NS = 60_000_000L;
    private static final long RTT_4_NS = 100_000_000L;

    private int held;
    private long oldestNs;

    /** An empty batcher. */
    public InputBatcher() {
    }

    /**
     * The longer the round trip, the more may wait: RTT in [0, 30) ms 1, [30, 60) 2, [60, 100] 3, above 4.
     *
     * @param rttNs mean RTT, nanoseconds
     * @return inputs in one datagram
     */
    public static int sizeFor(final long rttNs) {
        if (rttNs < RTT_2_NS) {
            return 1;
        }
        if (rttNs < RTT_3_NS) {
            return 2;
        }
        return rttNs <= RTT_4_NS ? 3 : 4;
    }

    /**
     * Takes note of one more input.
     *
     * @param nowNs monotonic nanoseconds
     * @param rttNs mean RTT, nanoseconds
     * @return true when the inputs held are to be sent now
     */
    public boolean add(final long nowNs, final long rttNs) {
        if (held++ == 0) {
            oldestNs = nowNs;
        }
        return held >= sizeFor(rttNs) || due(nowNs);
    }

    /**
     * Has the oldest input been held long enough?
     *
     * @param nowNs monotonic nanoseconds
     * @return true when the inputs held are to be sent now
     */
    public boolean due(final long nowNs) {
        return held > 0 && nowNs - oldestNs >= MAX_HOLD_NS;
    }

    /**
     * When has the oldest input been held long enough?
     *
     * @return monotonic nanoseconds; of the past when nothing is held
     */
    public long dueNs() {
        return oldestNs + MAX_HOLD_NS;
    }

    /**
     * Is anything held?
     *
     * @return true when there is
     */
    public boolean holding() {
        return held > 0;
    }

    /** All that was held has been sent. */
    public void flushed() {
        held = 0;
    }
}
