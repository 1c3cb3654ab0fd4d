package io.lockstep.examples.benchmarks.peers;

import java.util.Arrays;
import java.util.List;

/**
 * One measure of a contestant's matches over one weather.
 *
 * @param median of those that gave a figure, the middle one or the lower of two
 * @param least  of them
 * @param most   of them
 */
record Spread(double median, double least, double most) {

    /** Null if no match gave a figure. */
    static Spread of(final List<PeerMatch> matches, final Measure measure) {
        final double[] values = matches.stream().filter(match -> match.figures() != null)
            .mapToDouble(match -> match.figure(measure)).filter(Double::isFinite).toArray();
        if (values.length == 0) {
            return null;
        }
        Arrays.sort(values);
        return new Spread(values[(values.length - 1) / 2], values[0], values[values.length - 1]);
    }

    /** The median, and the range if there is one. */
    String text(final Measure measure) {
        final String middle = measure.text(median);
        final String low = measure.text(least);
        final String high = measure.text(most);
        return low.equals(high) ? middle : middle + " (" + low + "–" + high + ")";
    }
}
