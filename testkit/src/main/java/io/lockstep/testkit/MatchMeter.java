package io.lockstep.testkit;

import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.game.PredictionStatistics;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.NullUnmarked;

/** What is measured over all peers of a simulated match. */
@NullUnmarked
final class MatchMeter {

    private static final long MAX_LATENCY_US = 600_000_000L;
    private static final int NS_PER_US = 1000;
    private static final int DIGITS = 3;
    /** One desync is as good as many. */
    private static final int MAX_DESYNCS = 64;

    /**
     * A desync that a session reported.
     *
     * @param frame   after which frame the states differ
     * @param peer    whose state it was that differed
     * @param section the section that differs first, null while that is not known
     * @param field   the field that does
     */
    record Desync(long frame, int peer, String section, String field) {
    }

    private final Histogram latencyMicros = new Histogram(MAX_LATENCY_US, DIGITS);
    private final Histogram localMicros = new Histogram(MAX_LATENCY_US, DIGITS);
    private Foreseen foreseen = Foreseen.NOTHING;
    private final List<Desync> desyncs = new ArrayList<>();
    private long minDelay;
    private long maxDelay;
    private long delaySum;
    private long samples;
    private boolean judged;

    MatchMeter() {
        reset();
    }

    void latency(final long sampledNs, final long nowNs) {
        if (sampledNs != FrameWindow.NEVER) {
            latencyMicros.recordValue(Math.min((nowNs - sampledNs) / NS_PER_US, MAX_LATENCY_US));
        }
    }

    /** An input was shown for the first time where it was sampled. */
    void local(final long sampledNs, final long nowNs) {
        if (sampledNs != FrameWindow.NEVER) {
            localMicros.recordValue(Math.min((nowNs - sampledNs) / NS_PER_US, MAX_LATENCY_US));
        }
    }

    /** A session has measured so much since it began, which counts from now on, or up to now. */
    void foreseen(final PredictionStatistics session, final boolean counts) {
        foreseen = foreseen.plus(session, counts ? 1 : -1);
    }

    void delay(final long ticks) {
        minDelay = Math.min(minDelay, ticks);
        maxDelay = Math.max(maxDelay, ticks);
        delaySum += ticks;
        samples++;
    }

    void desync(final long frame, final int peer) {
        if (desyncs.size() < MAX_DESYNCS) {
            desyncs.add(new Desync(frame, peer, null, null));
        }
    }

    /** A session has found out more about a desync. */
    void desync(final DesyncReport report) {
        final int at = desyncs.indexOf(new Desync(report.checkFrame(), report.peer(), null, null));
        if (at >= 0 && report.difference() != null) {
            desyncs.set(at, new Desync(report.checkFrame(), report.peer(), report.difference().section(),
                report.difference().field()));
        }
    }

    /** Forgets what was measured; desyncs stay. */
    void reset() {
        latencyMicros.reset();
        localMicros.reset();
        foreseen = Foreseen.NOTHING;
        minDelay = Long.MAX_VALUE;
        maxDelay = 0;
        delaySum = 0;
        samples = 0;
    }

    /** Somebody was healed, and had to play on. */
    void judged(final boolean really) {
        judged = really;
    }

    boolean judged() {
        return judged;
    }

    Histogram localMicros() {
        return localMicros;
    }

    Foreseen foreseen() {
        return foreseen;
    }

    Histogram latencyMicros() {
        return latencyMicros;
    }

    List<Desync> desyncs() {
        return desyncs;
    }

    long minDelay() {
        return samples == 0 ? 0 : minDelay;
    }

    long maxDelay() {
        return maxDelay;
    }

    double meanDelay() {
        return samples == 0 ? 0 : (double) delaySum / samples;
    }
}
