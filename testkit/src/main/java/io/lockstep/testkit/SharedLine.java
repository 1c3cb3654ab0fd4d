package io.lockstep.testkit;

/**
 * The line by which one peer reaches all others: limited bandwidth, and a queue before it that drops datagrams when it
 * is full. All links of the peer share it. A datagram that passed it then meets the conditions of its own link.
 */
final class SharedLine {

    /** The result for a full queue. */
    static final long FULL = -1;

    private static final double NS_PER_SECOND = 1e9;
    private static final long NS_PER_MS = 1_000_000L;

    private double nsPerBit;
    private long queueNs;
    private double freeNs = Double.NEGATIVE_INFINITY;

    /** Sets the rate in bits a second, 0 for no limit, and the longest wait of a datagram before others are dropped. */
    void size(final long bandwidthBps, final int queueMs) {
        nsPerBit = bandwidthBps == 0 ? 0 : NS_PER_SECOND / bandwidthBps;
        queueNs = queueMs * NS_PER_MS;
    }

    boolean isLimited() {
        return nsPerBit != 0;
    }

    /** Returns the time that a datagram sent now waits until its first bit is sent. */
    long waitNs(final long nowNs) {
        return isLimited() ? (long) StrictMath.ceil(Math.max(0, freeNs - nowNs)) : 0;
    }

    /**
     * Returns the time at which the last bit of a datagram is sent, or {@link #FULL}; now if the line is not limited.
     */
    long departureNs(final int wireBytes, final long nowNs) {
        if (!isLimited()) {
            return nowNs;
        }
        if (waitNs(nowNs) > queueNs) {
            return FULL;
        }
        freeNs = Math.max(nowNs, freeNs) + wireBytes * Byte.SIZE * nsPerBit;
        return (long) StrictMath.ceil(freeNs);
    }
}
