package io.lockstep.core.transport.udp;

/**
 * When to send again what was not acknowledged: after the smoothed round-trip time and four times its variation, as in
 * RFC 6298, doubled for everything with each time that this turns out to be too short, until a chunk that was sent once
 * is acknowledged. Only such chunks are sampled (Karn's rule): of others nobody knows which copy was acknowledged.
 */
final class RetryTimer {

    /** Before anything was measured: longer than most round trips. */
    static final long INITIAL_NS = 200_000_000L;
    /** Both sides look at their sockets once a frame at worst: two ticks of 60 Hz are no sign of a loss. */
    static final long MIN_NS = 35_000_000L;
    /** A round trip longer than this is no game any more. */
    static final long MAX_NS = 2_000_000_000L;
    /** However steady a path is: a poll may come a little later than the last one did. */
    static final long MIN_MARGIN_NS = 10_000_000L;

    private static final int MAX_DOUBLINGS = 4;
    private static final int GAIN_SHIFT = 3;
    private static final int VARIATION_SHIFT = 2;
    private static final int VARIATIONS = 4;

    private long smoothedNs;
    private long variationNs;
    private int doublings;
    private boolean measured;

    /** How long a chunk took that was sent once. */
    void sample(final long roundTripNs) {
        final long sampleNs = Math.min(Math.max(roundTripNs, 0), MAX_NS);
        doublings = 0;
        if (!measured) {
            measured = true;
            smoothedNs = sampleNs;
            variationNs = sampleNs / 2;
            return;
        }
        variationNs += Math.abs(sampleNs - smoothedNs) - variationNs >> VARIATION_SHIFT;
        smoothedNs += sampleNs - smoothedNs >> GAIN_SHIFT;
    }

    /** Nothing came back in time. */
    void expired() {
        doublings = Math.min(doublings + 1, MAX_DOUBLINGS);
    }

    /** The path is back after an outage, which says nothing about its round trips. */
    void forgive() {
        doublings = 0;
    }

    /** How long to wait for what is the newest that was sent. */
    long waitNs() {
        return Math.min(lateNs() << doublings, MAX_NS);
    }

    /** How long to wait for something while later things are acknowledged: a path that carries those is not slow. */
    long lateNs() {
        return measured ? Math.min(Math.max(smoothedNs + Math.max(VARIATIONS * variationNs, MIN_MARGIN_NS), MIN_NS),
            MAX_NS) : INITIAL_NS;
    }

    /** The smoothed round-trip time, 0 before the first sample. */
    long smoothedNs() {
        return smoothedNs;
    }
}
