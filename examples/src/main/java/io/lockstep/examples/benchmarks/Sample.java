package io.lockstep.examples.benchmarks;

import java.util.Arrays;

/** Times in milliseconds, of which the median and the slowest are asked. */
final class Sample {

    private static final double PERCENT = 100;

    private double[] values = new double[64];
    private int size;

    void add(final double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int size() {
        return size;
    }

    /** The least value that so many percent are not above. */
    double percentile(final double percent) {
        final double[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return size == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(percent / PERCENT * size) - 1)];
    }

    double max() {
        return percentile(PERCENT);
    }
}
