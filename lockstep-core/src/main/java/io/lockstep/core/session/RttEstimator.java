package io.lockstep.core.session;

import org.HdrHistogram.Histogram;

/** Round-trip time of one link: smoothed mean and deviation as in RFC 6298, and a histogram of all samples. */
final class RttEstimator {

    /** Longest RTT believed; a longer one is a stopped process, not a network. */
    static final long MAX_RTT_NS = 10_000_000_000L;

    /** Samples after which the mean can be relied on to choose an input delay. */
    static final int ENOUGH_SAMPLES = 8;

    private static final int MEAN_GAIN = 8;
    private static final int DEVIATION_GAIN = 4;
    private static final int NS_PER_US = 1000;
    private static final int SIGNIFICANT_DIGITS = 2;

    private final Histogram micros = new Histogram(MAX_RTT_NS / NS_PER_US, SIGNIFICANT_DIGITS);
    private long meanNs;
    private long deviationNs;

    void sample(final long rttNs) {
        if (rttNs < 0 || rttNs > MAX_RTT_NS) {
            return;
        }
        if (micros.getTotalCount() == 0) {
            meanNs = rttNs;
            deviationNs = rttNs / 2;
        } else {
            deviationNs += (Math.abs(rttNs - meanNs) - deviationNs) / DEVIATION_GAIN;
            meanNs += (rttNs - meanNs) / MEAN_GAIN;
        }
        micros.recordValue(rttNs / NS_PER_US);
    }

    long samples() {
        return micros.getTotalCount();
    }

    long meanNs() {
        return meanNs;
    }

    long deviationNs() {
        return deviationNs;
    }

    Histogram micros() {
        return micros;
    }
}
