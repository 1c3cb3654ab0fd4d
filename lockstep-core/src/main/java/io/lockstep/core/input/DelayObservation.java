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
    private long jitterNs;
    private boolean slackKnown;
    private long lowSlackNs;
    private long heldSlackNs;
    private double loss;
    private long repeatNs;

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
        slackKnown = false;
        loss = 0;
        repeatNs = tick;
        return this;
    }

    /**
     * Sets what the other peers have reported of our inputs.
     *
     * @param low       least slack of the last half second
     * @param held      least slack of the last seconds
     * @param lossShare highest loss, 0 to 1
     * @param repeat    time from one datagram with an input to the next one that repeats it
     * @return this
     */
    public DelayObservation arrival(final long low, final long held, final double lossShare, final long repeat) {
        slackKnown = true;
        lowSlackNs = low;
        heldSlackNs = held;
        loss = lossShare;
        repeatNs = repeat;
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
     * @return true when the slacks mean something
     */
    public boolean slackKnown() {
        return slackKnown;
    }

    /**
     * How early our inputs arrived at worst in the last half second.
     *
     * @return nanoseconds, negative when late
     */
    public long lowSlackNs() {
        return lowSlackNs;
    }

    /**
     * How early our inputs arrived at worst in the last seconds.
     *
     * @return nanoseconds, negative when late
     */
    public long heldSlackNs() {
        return heldSlackNs;
    }

    /**
     * Highest share of our datagrams that is lost.
     *
     * @return 0 to 1
     */
    public double loss() {
        return loss;
    }

    /**
     * Time from one datagram that carries an input to the next one that repeats it.
     *
     * @return nanoseconds
     */
    public long repeatNs() {
        return repeatNs;
    }
}
