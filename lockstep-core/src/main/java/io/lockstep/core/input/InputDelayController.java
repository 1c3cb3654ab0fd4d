package io.lockstep.core.input;

/**
 * Moves the input delay towards what its policy wants, at most one tick in a second and within bounds. Not thread-safe.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class InputDelayController {

    /** Lowest input delay: an input that is sampled in one tick and there before the next. */
    public static final int DEFAULT_MIN_TICKS = 1;

    /** The same where the game is played ahead: with less, every late input is a wrong guess that is seen. */
    public static final int DEFAULT_MIN_TICKS_AHEAD = 2;

    /** Highest input delay: what a hand still takes for its own. A time, so that it suits every tick rate. */
    public static final long DEFAULT_MAX_NS = 200_000_000L;

    /**
     * Time added to the shortest one-way latency of a long line, in nanoseconds: for jitter, and the polls at both
     * ends.
     */
    public static final long LINE_MARGIN_NS = 50_000_000L;

    /** Between two changes: a hand gets used to one before the next. */
    public static final long STEP_INTERVAL_NS = 1_000_000_000L;

    private final InputDelayPolicy policy;
    private final int minTicks;
    private final int maxTicks;
    private final int longestTicks;
    private int ticks;
    private long nextStepNs;

    /**
     * A controller that has not started.
     *
     * @param policy   what to follow
     * @param minTicks lower bound
     * @param maxTicks upper bound, not below the lower one
     */
    public InputDelayController(final InputDelayPolicy policy, final int minTicks, final int maxTicks) {
        this(policy, minTicks, maxTicks, maxTicks);
    }

    /**
     * Creates a controller with a higher upper bound for long lines. With a delay below the latency from one peer to
     * another, every frame would stall.
     *
     * @param policy       what to follow
     * @param minTicks     lower bound
     * @param maxTicks     upper bound, not below the lower one
     * @param longestTicks upper bound on a line with a latency above {@code maxTicks}, not below it
     */
    public InputDelayController(final InputDelayPolicy policy, final int minTicks, final int maxTicks,
                                final int longestTicks) {
        this.policy = policy;
        this.minTicks = minTicks;
        this.maxTicks = maxTicks;
        this.longestTicks = longestTicks;
        ticks = minTicks;
    }

    /**
     * Takes the policy's answer at once, however far it is: at first, when no input is in flight yet and nobody is used
     * to a delay.
     *
     * @param observed the network as it was found
     * @param spare    ticks beyond what the policy wants, where the bounds allow it
     * @param nowNs    monotonic nanoseconds
     * @return the input delay, ticks
     */
    public int start(final DelayObservation observed, final int spare, final long nowNs) {
        ticks = bounded(bounded(policy.target(observed), observed) + spare, observed);
        nextStepNs = nowNs + STEP_INTERVAL_NS;
        return ticks;
    }

    /**
     * Follows the policy by one tick, if a second has passed since the last change.
     *
     * @param observed the network as it is
     * @param nowNs    monotonic nanoseconds
     * @return the input delay, ticks
     */
    public int update(final DelayObservation observed, final long nowNs) {
        return follow(bounded(policy.target(observed), observed), nowNs);
    }

    /**
     * The same, but never down: for who has just joined, while clocks still come together.
     *
     * @param observed the network as it is
     * @param nowNs    monotonic nanoseconds
     * @return the input delay, ticks
     */
    public int rise(final DelayObservation observed, final long nowNs) {
        return follow(Math.max(ticks, bounded(policy.target(observed), observed)), nowNs);
    }

    private int follow(final int target, final long nowNs) {
        if (target != ticks && nowNs - nextStepNs >= 0) {
            ticks += Integer.signum(target - ticks);
            nextStepNs = nowNs + STEP_INTERVAL_NS;
        }
        return ticks;
    }

    /**
     * The input delay in use.
     *
     * @return ticks
     */
    public int ticks() {
        return ticks;
    }

    private int bounded(final int target, final DelayObservation observed) {
        final int upper = observed.leastRttNs() == 0 ? maxTicks : Math.max(maxTicks, lineTicks(observed));
        return Math.max(minTicks, Math.min(target, upper));
    }

    /** Returns the delay that the line's latency requires, up to the bound for long lines. */
    private int lineTicks(final DelayObservation observed) {
        final long oneWayNs = observed.leastRttNs() / 2 + LINE_MARGIN_NS;
        return (int) Math.min(RttDelay.ceilDiv(oneWayNs, observed.tickNs()), longestTicks);
    }
}
