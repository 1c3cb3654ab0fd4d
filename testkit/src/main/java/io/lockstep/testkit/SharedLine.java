package io.lockstep.testkit;

/**
 * The line by which one peer reaches all others: limited bandwidth, and a queue before it that drops what finds it
 * full. All links of the peer share it; what passed it then goes through the conditions of its own link.
 */
final class SharedLine {

    /** The answer when the queue is full. */
    static final long FULL = -1;

    private static final double NS_PER_SECOND = 1e9;
    private static final long NS_PER_MS = 1_000_000L;

    private double nsPerBit;
    private long queueNs;
    private double freeNs = Double.NEGATIVE_INFINITY;

    /** Bits a second, 0 for any number, and how long a datagram may wait before the next one is dropped. */
    void size(final long bandwidthBps, final int queueMs) {
        nsPerBit = bandwidthBps == 0 ? 0 : NS_PER_SECOND / bandwidthBps;
        queueNs = queueMs * NS_PER_MS;
    }

    boolean isLimited() {
        return nsPerBit != 0;
    }

    /** How long a datagram that is sent now waits before its first bit leaves. */
    long waitNs(final long nowNs) {
        return isLimited() ? (long) StrictMath.ceil(Math.max(0, freeNs - nowNs)) : 0;
    }

    /** When the last bit of a datagram has left, or {@link #FULL}; now where the line is not limited. */
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
