package io.lockstep.core.input;

/**
 * What an {@link InputDelayPolicy} decides from: measurements of all links of this peer, each reduced to the worst
 * link. The session reuses one object; times are nanoseconds.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class DelayObservation {

    private long tickNs;
    private int ticks;
    private long rttNs;
    private long leastRttNs;
    private long jitterNs;
    private boolean slackKnown;
    private long spareNs;
    private double loss;

    /** An observation to be filled in. */
    public DelayObservation() {
    }

    /**
     * Sets what is always known.
     *
     * @param tick    length of a tick
     * @param current input delay in use, ticks
     * @param rtt     highest mean RTT
     * @param jitter  highest mean deviation of an RTT
     * @return this
     */
    public DelayObservation link(final long tick, final int current, final long rtt, final long jitter) {
        tickNs = tick;
        ticks = current;
        rttNs = rtt;
        jitterNs = jitter;
        leastRttNs = 0;
        slackKnown = false;
        loss = 0;
        return this;
    }

    /**
     * Sets the shortest round trip of the longest line.
     *
     * @param rtt the shortest recent round trip, on the link with the highest one
     * @return this
     */
    public DelayObservation leastRtt(final long rtt) {
        leastRttNs = rtt;
        return this;
    }

    /**
     * Sets what the other peers have reported of our inputs.
     *
     * @param spare     how much later our inputs could come at the least cost, negative when they should come earlier
     * @param lossShare highest loss, 0 to 1
     * @return this
     */
    public DelayObservation arrival(final long spare, final double lossShare) {
        slackKnown = true;
        spareNs = spare;
        loss = lossShare;
        return this;
    }

    /**
     * Length of a tick.
     *
     * @return nanoseconds
     */
    public long tickNs() {
        return tickNs;
    }

    /**
     * The input delay in use.
     *
     * @return ticks
     */
    public int ticks() {
        return ticks;
    }

    /**
     * Highest mean RTT of any link.
     *
     * @return nanoseconds, 0 when none was measured yet
     */
    public long rttNs() {
        return rttNs;
    }

    /**
     * Returns the shortest recent round trip, on the link with the highest one.
     *
     * @return nanoseconds, 0 when none was measured yet
     */
    public long leastRttNs() {
        return leastRttNs;
    }

    /**
     * Highest mean deviation of an RTT.
     *
     * @return nanoseconds
     */
    public long jitterNs() {
        return jitterNs;
    }

    /**
     * Has anybody reported how our inputs arrive?
     *
     * @return true when {@link #spareNs} means something
     */
    public boolean slackKnown() {
        return slackKnown;
    }

    /**
     * How much later our inputs could come at the least cost, where a late one costs a stall and an early one delay.
     *
     * @return nanoseconds, negative when they should come earlier
     */
    public long spareNs() {
        return spareNs;
    }

    /**
     * Highest share of our datagrams that is lost.
     *
     * @return 0 to 1
     */
    public double loss() {
        return loss;
    }
}
