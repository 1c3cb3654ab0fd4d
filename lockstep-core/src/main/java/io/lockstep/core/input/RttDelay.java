package io.lockstep.core.input;

/** The document's formula (seeds/004, "Dynamic Input Delay"). */
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
