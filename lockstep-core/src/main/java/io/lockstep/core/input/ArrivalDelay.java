package io.lockstep.core.input;

/**
 * The input delay from what the others report that our inputs could be later at the least cost, stalls weighed against
 * delay: as many ticks as leave nothing to spare.
 */
final class ArrivalDelay {

    /** Slack wanted before anything is reported: a game loop looks at the network every millisecond or two. */
    private static final long POLL_MARGIN_NS = 2_000_000L;

    /** Beyond a whole tick to spare, this part of one must be there before a tick is given up, lest it come back. */
    private static final int HYSTERESIS_DIVISOR = 8;

    private ArrivalDelay() {
    }

    static int target(final DelayObservation observed) {
        final long tick = observed.tickNs();
        if (!observed.slackKnown()) {
            final long oneWay = observed.rttNs() / 2 + 2 * observed.jitterNs() + POLL_MARGIN_NS;
            return observed.rttNs() == 0 ? observed.ticks() : (int) RttDelay.ceilDiv(oneWay + tick / 2, tick);
        }
        if (observed.spareNs() < 0) {
            return observed.ticks() + (int) RttDelay.ceilDiv(-observed.spareNs(), tick);
        }
        final long spare = observed.spareNs() - tick / HYSTERESIS_DIVISOR;
        return observed.ticks() - (int) Math.max(0, Math.floorDiv(spare, tick));
    }
}
