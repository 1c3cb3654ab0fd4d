package io.lockstep.core.input;

/** A formula: the round trip in ticks, rounded up, and a buffer for jitter. */
final class RttDelay {

    private RttDelay() {
    }

    static int target(final DelayObservation observed) {
        if (observed.rttNs() == 0) {
            return observed.ticks();
        }
        final long tick = observed.tickNs();
        final long jitterBuffer = Math.max(1, ceilDiv(2 * observed.jitterNs(), tick));
        return (int) (ceilDiv(observed.rttNs(), tick) + jitterBuffer);
    }

    static long ceilDiv(final long value, final long by) {
        return -Math.floorDiv(-value, by);
    }
}
