package io.lockstep.core.internal.link;

/**
 * Whether every window to one peer is worth sending twice, half a tick apart. The next window repeats what one that is
 * lost held, a tick later. Only where that is too late, and too often, a copy helps: it doubles what is sent.
 */
final class CopyRule {

    /** At 3 % loss a second copy halves the time a lost input takes; below, it is hardly ever used. */
    private static final double LOSSY_ABOVE = 0.03;
    /** Lower than the threshold above, so that the copies do not come and go. */
    private static final double LOSSY_BELOW = 0.015;
    /** So many of the inputs may come too late without copies before these leave. */
    private static final double LATE_ABOVE = 0.0001;
    /** Lower than that, for the same reason. */
    private static final double LATE_BELOW = 0.00005;
    /** What is there less than a poll before it is needed may be seen too late. */
    private static final long POLL_NS = 2_000_000L;
    /** So many mean deviations lie between the mean and the slowest of which there are any to speak of. */
    private static final int JITTERS = 4;
    /** Further repeats make no difference. */
    private static final int MOST_REPEATS = 8;

    private final long tickNs;
    private boolean lossy;
    private boolean copying;

    CopyRule(final long tickNs) {
        this.tickNs = tickNs;
    }

    boolean isLossy(final double loss) {
        if (loss > LOSSY_ABOVE) {
            lossy = true;
        } else if (loss < LOSSY_BELOW) {
            lossy = false;
        }
        return lossy;
    }

    /**
     * Whether windows leave twice.
     *
     * @param report   of the peer
     * @param jitterNs mean deviation of the round trip: hardly an input comes later than the mean by twice that
     */
    boolean copies(final PeerReport report, final long jitterNs) {
        final double loss = isLossy(report.loss()) ? report.loss() : 0;
        if (late(loss, report.slackNs() - JITTERS * jitterNs) > LATE_ABOVE) {
            copying = true;
        } else if (late(loss, report.slackNs() - JITTERS * jitterNs) < LATE_BELOW) {
            copying = false;
        }
        return copying;
    }

    /** The share of inputs that come too late if windows leave once, and all are as slow as the slowest of late. */
    private double late(final double loss, final long slackNs) {
        final long repeats = Math.floorDiv(slackNs - POLL_NS, tickNs);
        double share = loss;
        for (int i = 0; i < Math.min(repeats, MOST_REPEATS); i++) {
            share *= loss;
        }
        return repeats < 0 && loss > 0 ? 1 : share;
    }
}
