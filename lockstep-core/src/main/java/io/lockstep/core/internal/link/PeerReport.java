package io.lockstep.core.internal.link;

import io.lockstep.core.internal.protocol.ArrivalReport;

/** What one peer last reported of how our datagrams reach it. */
public final class PeerReport {

    private boolean known;
    private long slackNs;
    private long spareNs;
    private double loss;
    private int delay;

    public void file(final ArrivalReport report) {
        known = true;
        slackNs = report.slackNs();
        spareNs = report.spareNs();
        loss = report.loss();
        delay = report.delay();
    }

    /** Nothing that was reported so far means anything. */
    public void restart() {
        known = false;
    }

    public boolean known() {
        return known;
    }

    public long slackNs() {
        return slackNs;
    }

    /** How much later our inputs could come there at the least cost, negative when they should come earlier. */
    public long spareNs() {
        return spareNs;
    }

    public double loss() {
        return loss;
    }

    /** The peer's own input delay, frames. */
    public int delay() {
        return delay;
    }
}
