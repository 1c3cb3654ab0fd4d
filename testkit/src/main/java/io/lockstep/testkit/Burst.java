package io.lockstep.testkit;

/**
 * Losses that come in runs.
 *
 * @param enter      probability that a datagram is the first of a run, 0 to 1; 0 for none
 * @param meanLength how many datagrams a run takes on average, 1 to {@value #MAX_LENGTH}; the lengths are geometric
 */
public record Burst(double enter, double meanLength) {

    /** Longest mean run: half an hour of datagrams at 60 Hz; use a cut for more. */
    public static final int MAX_LENGTH = 100_000;

    /** No runs of losses. */
    public static final Burst NONE = new Burst(0, 1);

    /**
     * Checks the values.
     *
     * @param enter      see above
     * @param meanLength see above
     * @throws IllegalArgumentException if one is out of range
     */
    public Burst {
        Range.require("burst.enter", enter, 0, 1);
        Range.require("burst.meanLength", meanLength, 1, MAX_LENGTH);
    }
}
