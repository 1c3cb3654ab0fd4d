package io.lockstep.examples.peer;

import io.lockstep.core.session.SessionStatistics;
import org.HdrHistogram.Histogram;

/** What a session measures often, of all peers and of the whole match: a session hands it out in intervals. */
final class Measures {

    private static final int TIME_DIGITS = 2;
    private static final int LENGTH_DIGITS = 3;

    private final SessionStatistics statistics;
    private final Histogram rttMicros = new Histogram(TIME_DIGITS);
    private final Histogram latencyMicros = new Histogram(TIME_DIGITS);
    private final Histogram payloadBytes = new Histogram(LENGTH_DIGITS);
    private final Histogram time = new Histogram(TIME_DIGITS);
    private final Histogram length = new Histogram(LENGTH_DIGITS);

    Measures(final SessionStatistics statistics) {
        this.statistics = statistics;
    }

    /** Adds what was measured since this was called last. */
    void update() {
        for (int i = 0; i < statistics.peers(); i++) {
            statistics.peer(i).takeRttMicros(time);
            rttMicros.add(time);
            statistics.peer(i).takePayloadBytes(length);
            payloadBytes.add(length);
        }
        statistics.takeInputLatencyMicros(time);
        latencyMicros.add(time);
    }

    /** Round trips to all others; of the whole match, up to the last update, like the other two. */
    Histogram rttMicros() {
        return rttMicros;
    }

    /** From sampling an input to simulating it. */
    Histogram latencyMicros() {
        return latencyMicros;
    }

    /** Of everything sent. */
    Histogram payloadBytes() {
        return payloadBytes;
    }
}
