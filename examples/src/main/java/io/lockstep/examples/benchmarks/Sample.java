package io.lockstep.examples.benchmarks;

import java.util.Arrays;

/** Measurements, of which the median and the worst are asked. */
final class Sample {

    private static final double PERCENT = 100;

    private final boolean moreIsBetter;
    private double[] values = new double[64];
    private int size;

    /** Of something of which less is better. */
    Sample() {
        this(false);
    }

    Sample(final boolean moreIsBetter) {
        this.moreIsBetter = moreIsBetter;
    }

    void add(final double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int size() {
        return size;
    }

    /** The best value that so many percent are not worse than. */
    double percentile(final double percent) {
        final double[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        final int better = Math.max(0, (int) Math.ceil(percent / PERCENT * size) - 1);
        return size == 0 ? 0 : sorted[moreIsBetter ? size - 1 - better : better];
    }

    double worst() {
        return percentile(PERCENT);
    }
}
