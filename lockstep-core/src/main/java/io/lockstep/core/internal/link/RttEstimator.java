package io.lockstep.core.internal.link;

import org.HdrHistogram.Histogram;

/** Round-trip time of one link: smoothed mean and deviation as in RFC 6298, and a recorder of all samples. */
public final class RttEstimator {

    /** Longest RTT believed; a longer one is a stopped process, not a network. */
    public static final long MAX_RTT_NS = 10_000_000_000L;

    /** Samples after which the mean can be relied on to choose an input delay. */
    public static final int ENOUGH_SAMPLES = 8;

    private static final int MEAN_GAIN = 8;
    private static final int DEVIATION_GAIN = 4;
    private static final int NS_PER_US = 1000;

    private final Distribution micros = new Distribution(MAX_RTT_NS / NS_PER_US);
    private long samples;
    private long meanNs;
    private long deviationNs;

    public void sample(final long rttNs) {
        if (rttNs < 0 || rttNs > MAX_RTT_NS) {
            return;
        }
        if (samples == 0) {
            meanNs = rttNs;
            deviationNs = rttNs / 2;
        } else {
            deviationNs += (Math.abs(rttNs - meanNs) - deviationNs) / DEVIATION_GAIN;
            meanNs += (rttNs - meanNs) / MEAN_GAIN;
        }
        samples++;
        micros.add(rttNs / NS_PER_US);
    }

    public long samples() {
        return samples;
    }

    public long meanNs() {
        return meanNs;
    }

    public long deviationNs() {
        return deviationNs;
    }

    /** Any thread may ask for what was measured since this was asked last. */
    public void takeMicros(final Histogram into) {
        micros.take(into);
    }
}
