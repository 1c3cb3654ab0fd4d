package io.lockstep.testkit;

/** A line of limited bandwidth before which datagrams queue. */
final class TokenBucket {

    /** The answer when the queue is full. */
    static final long FULL = -1;

    /** What it holds: one full Ethernet frame, so that any single datagram can pass. */
    private static final int BITS = 1500 * Byte.SIZE;
    private static final double NS_PER_SECOND = 1e9;

    private double nsPerBit;
    private int places;
    private long[] departures = new long[0];
    private int departed;
    private double emptyNs = Double.NEGATIVE_INFINITY;

    /** Bits a second, 0 for any number, and how many datagrams may wait. */
    void size(final long bandwidthBps, final int queuePackets) {
        nsPerBit = bandwidthBps == 0 ? 0 : NS_PER_SECOND / bandwidthBps;
        places = queuePackets;
        if (departures.length < queuePackets) {
            departures = new long[queuePackets];
            departed = 0;
        }
    }

    boolean isLimited() {
        return nsPerBit != 0;
    }

    /** When a datagram may leave, or {@link #FULL}. */
    long departureNs(final int wireBytes, final long nowNs) {
        final double earliest = emptyNs - BITS * nsPerBit;
        final double costNs = wireBytes * Byte.SIZE * nsPerBit;
        final double leaves = Math.max(nowNs, earliest + costNs);
        final long leavesNs = (long) StrictMath.ceil(leaves);
        if (leavesNs > nowNs) {
            // The queue is full when the datagram as many places ahead as the queue is long has not left yet.
            if (places == 0 || departures[departed % places] > nowNs) {
                return FULL;
            }
            departures[departed % places] = leavesNs;
            departed = (departed + 1) % places;
        }
        emptyNs = Math.max(emptyNs, nowNs) + costNs;
        return leavesNs;
    }
}
