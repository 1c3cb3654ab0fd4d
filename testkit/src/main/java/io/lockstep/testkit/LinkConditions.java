package io.lockstep.testkit;

/**
 * How bad one direction of a link is.
 *
 * @param latencyMs    one-way latency, milliseconds, 0 to {@value #MAX_DELAY_MS}
 * @param jitterMs     half-width of a uniform draw added to the latency, milliseconds, 0 to {@value #MAX_DELAY_MS}; the
 *                     sum is never below 0
 * @param loss         probability that a datagram is lost, 0 to 1
 * @param burst        runs of losses
 * @param duplicate    probability that a second copy arrives, 0 to 1
 * @param reorder      datagrams overtaken by later ones
 * @param corrupt      probability that a datagram arrives damaged, 0 to 1
 * @param bandwidthBps bits per second that pass, headers included, 0 for any number
 * @param queuePackets how many datagrams may wait for bandwidth, 0 to {@value #MAX_QUEUE_PACKETS}; one more is dropped
 */
public record LinkConditions(double latencyMs, double jitterMs, double loss, Burst burst, double duplicate,
                             Reorder reorder, double corrupt, long bandwidthBps, int queuePackets) {

    /** Longest latency and jitter: a minute is longer than any time-out. */
    public static final int MAX_DELAY_MS = 60_000;
    /** Least bandwidth that is not 0: a datagram a second. */
    public static final long MIN_BANDWIDTH_BPS = 1000;
    /** Greatest bandwidth: a datagram then takes less than the clock's nanosecond shows. */
    public static final long MAX_BANDWIDTH_BPS = 100_000_000_000L;
    /** Longest queue: at 60 Hz over a minute of datagrams. */
    public static final int MAX_QUEUE_PACKETS = 4096;

    /** Everything arrives at once. */
    public static final LinkConditions PERFECT =
        new LinkConditions(0, 0, 0, Burst.NONE, 0, Reorder.NONE, 0, 0, 0);

    /**
     * Checks the values.
     *
     * @param latencyMs    see above
     * @param jitterMs     see above
     * @param loss         see above
     * @param burst        see above
     * @param duplicate    see above
     * @param reorder      see above
     * @param corrupt      see above
     * @param bandwidthBps see above
     * @param queuePackets see above
     * @throws IllegalArgumentException if one is out of range; the text has its name and value
     */
    public LinkConditions {
        Range.require("latencyMs", latencyMs, 0, MAX_DELAY_MS);
        Range.require("jitterMs", jitterMs, 0, MAX_DELAY_MS);
        Range.require("loss", loss, 0, 1);
        Range.require("duplicate", duplicate, 0, 1);
        Range.require("corrupt", corrupt, 0, 1);
        Range.require("queuePackets", queuePackets, 0, MAX_QUEUE_PACKETS);
        requireBandwidth(bandwidthBps);
        if (burst == null || reorder == null) {
            throw new IllegalArgumentException("burst " + burst + ", reorder " + reorder + ": null is not allowed");
        }
    }

    /** Refuses a number of bits a second that a line cannot have. */
    static void requireBandwidth(final long bandwidthBps) {
        if (bandwidthBps != 0) {
            Range.require("bandwidthBps", bandwidthBps, MIN_BANDWIDTH_BPS, MAX_BANDWIDTH_BPS);
        }
    }

    /**
     * A link that only takes its time.
     *
     * @param milliseconds one-way latency
     * @return conditions without any other impairment
     */
    public static LinkConditions latency(final double milliseconds) {
        return PERFECT.withLatency(milliseconds);
    }

    /**
     * The same with another latency.
     *
     * @param milliseconds one way
     * @return new conditions
     */
    public LinkConditions withLatency(final double milliseconds) {
        return new LinkConditions(milliseconds, jitterMs, loss, burst, duplicate, reorder, corrupt, bandwidthBps,
            queuePackets);
    }

    /**
     * The same with another jitter.
     *
     * @param milliseconds half-width of the draw
     * @return new conditions
     */
    public LinkConditions withJitter(final double milliseconds) {
        return new LinkConditions(latencyMs, milliseconds, loss, burst, duplicate, reorder, corrupt, bandwidthBps,
            queuePackets);
    }

    /**
     * The same with another loss.
     *
     * @param probability 0 to 1
     * @return new conditions
     */
    public LinkConditions withLoss(final double probability) {
        return new LinkConditions(latencyMs, jitterMs, probability, burst, duplicate, reorder, corrupt, bandwidthBps,
            queuePackets);
    }

    /**
     * The same with other runs of losses.
     *
     * @param enter      probability that a datagram starts one, 0 to 1
     * @param meanLength datagrams in one on average
     * @return new conditions
     */
    public LinkConditions withBurst(final double enter, final double meanLength) {
        return new LinkConditions(latencyMs, jitterMs, loss, new Burst(enter, meanLength), duplicate, reorder, corrupt,
            bandwidthBps, queuePackets);
    }

    /**
     * The same with other duplication.
     *
     * @param probability 0 to 1
     * @return new conditions
     */
    public LinkConditions withDuplicate(final double probability) {
        return new LinkConditions(latencyMs, jitterMs, loss, burst, probability, reorder, corrupt, bandwidthBps,
            queuePackets);
    }

    /**
     * The same with other reordering.
     *
     * @param rate   probability that a datagram is held back, 0 to 1
     * @param window by how many later ones it is overtaken at most
     * @return new conditions
     */
    public LinkConditions withReorder(final double rate, final int window) {
        return new LinkConditions(latencyMs, jitterMs, loss, burst, duplicate, new Reorder(rate, window), corrupt,
            bandwidthBps, queuePackets);
    }

    /**
     * The same with other corruption.
     *
     * @param probability 0 to 1
     * @return new conditions
     */
    public LinkConditions withCorrupt(final double probability) {
        return new LinkConditions(latencyMs, jitterMs, loss, burst, duplicate, reorder, probability, bandwidthBps,
            queuePackets);
    }

    /**
     * The same with another bandwidth.
     *
     * @param bitsPerSecond 0 for any number
     * @param queue         how many datagrams may wait
     * @return new conditions
     */
    public LinkConditions withBandwidth(final long bitsPerSecond, final int queue) {
        return new LinkConditions(latencyMs, jitterMs, loss, burst, duplicate, reorder, corrupt, bitsPerSecond, queue);
    }
}
