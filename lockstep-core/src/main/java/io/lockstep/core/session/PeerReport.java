package io.lockstep.core.session;

import io.lockstep.core.protocol.ArrivalReport;

/** What one peer last reported of how our datagrams reach it. */
final class PeerReport {

    private final HeldMinimum held = new HeldMinimum();
    private boolean known;
    private long slackNs;
    private long lowSlackNs;
    private double loss;
    private int delay;

    void file(final ArrivalReport report, final long nowNs) {
        known = true;
        slackNs = report.slackNs();
        lowSlackNs = report.lowSlackNs();
        loss = report.loss();
        delay = report.delay();
        held.add(lowSlackNs, nowNs);
    }

    /** Nothing that was reported so far means anything. */
    void restart() {
        known = false;
        held.restart();
    }

    boolean known() {
        return known;
    }

    long slackNs() {
        return slackNs;
    }

    long lowSlackNs() {
        return lowSlackNs;
    }

    long heldSlackNs() {
        return held.value();
    }

    double loss() {
        return loss;
    }

    /** The peer's own input delay, frames. */
    int delay() {
        return delay;
    }
}
