package io.lockstep.core.input;

/**
 * The input delay from arrival slack. An input is in time when its first datagram is, or one of those that repeat it;
 * so the slack wanted is the time of as many repeats as it takes until losing them all is rarer than a late input may
 * be.
 */
final class ArrivalDelay {

    /**
     * How rare it shall be that an input and all repeats in time are lost: one in 500. Measured stalls are far rarer,
     * since the slowest datagram is assumed for every repeat.
     */
    private static final double LATE_SHARE = 0.002;

    /** Loss below this is taken for none: a single lost datagram in ten seconds is no reason to delay every input. */
    private static final double LOSS_FLOOR = 0.002;

    /** Loss above this is an outage that no delay makes up for; it also bounds the repeats to eight. */
    private static final double MAX_LOSS = 0.5;

    /** Slack wanted even without loss: a game loop looks at the network every millisecond or two. */
    private static final long POLL_MARGIN_NS = 2_000_000L;

    /** Beyond a whole tick to spare, this part of one must be there before a tick is given up, lest it come back. */
    private static final int HYSTERESIS_DIVISOR = 4;

    private ArrivalDelay() {
    }

    static int target(final DelayObservation observed) {
        final long tick = observed.tickNs();
        final long wanted = wantedSlackNs(observed);
        if (!observed.slackKnown()) {
            final long oneWay = observed.rttNs() / 2 + 2 * observed.jitterNs();
            return observed.rttNs() == 0 ? observed.ticks() : (int) RttDelay.ceilDiv(oneWay + wanted + tick / 2, tick);
        }
        if (observed.lowSlackNs() < wanted) {
            return observed.ticks() + (int) RttDelay.ceilDiv(wanted - observed.lowSlackNs(), tick);
        }
        final long spare = observed.heldSlackNs() - wanted - tick / HYSTERESIS_DIVISOR;
        return observed.ticks() - (int) Math.max(0, Math.floorDiv(spare, tick));
    }

    private static long wantedSlackNs(final DelayObservation observed) {
        if (observed.loss() < LOSS_FLOOR) {
            return POLL_MARGIN_NS;
        }
        final double each = Math.min(observed.loss(), MAX_LOSS);
        long repeats = 0;
        for (double allLost = each; allLost > LATE_SHARE; allLost *= each) {
            repeats++;
        }
        return POLL_MARGIN_NS + repeats * observed.repeatNs();
    }
}
