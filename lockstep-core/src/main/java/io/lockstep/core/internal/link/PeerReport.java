package io.lockstep.core.internal.link;

import io.lockstep.core.internal.protocol.ArrivalReport;

/** What one peer last reported of how our datagrams reach it. */
public final class PeerReport {

    private final HeldMinimum held = new HeldMinimum();
    private boolean known;
    private long slackNs;
    private long lowSlackNs;
    private double loss;
    private int delay;

    public void file(final ArrivalReport report, final long nowNs) {
        known = true;
        slackNs = report.slackNs();
        lowSlackNs = report.lowSlackNs();
        loss = report.loss();
        delay = report.delay();
        held.add(lowSlackNs, nowNs);
    }

    /** Nothing that was reported so far means anything. */
    public void restart() {
        known = false;
        held.restart();
    }

    public boolean known() {
        return known;
    }

    public long slackNs() {
        return slackNs;
    }

    public long lowSlackNs() {
        return lowSlackNs;
    }

    public long heldSlackNs() {
        return held.value();
    }

    public double loss() {
        return loss;
    }

    /** The peer's own input delay, frames. */
    public int delay() {
        return delay;
    }
}
