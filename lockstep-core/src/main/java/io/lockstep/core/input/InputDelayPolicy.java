package io.lockstep.core.input;

/**
 * Says how many ticks of input delay the network calls for. The {@link InputDelayController} keeps the answer within
 * bounds and moves towards it slowly. Implementations have no state of their own.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface InputDelayPolicy {

    /**
     * The input delay that would be right now.
     *
     * @param observed what the links of this peer have measured
     * @return ticks; the controller cuts it to its bounds
     */
    int target(DelayObservation observed);

    /**
     * Always the same input delay.
     *
     * @param ticks how many
     * @return a policy
     */
    static InputDelayPolicy fixed(final int ticks) {
        return observed -> ticks;
    }

    /**
     * The formula {@code ceil(avg_rtt / tick) + jitter_buffer}, with the jitter buffer from measured jitter: at least
     * one tick, or twice the mean deviation.
     *
     * @return a policy
     */
    static InputDelayPolicy rtt() {
        return RttDelay::target;
    }

    /**
     * The delay that costs least, from how early and late inputs have arrived at the others: a stalled tick is weighed
     * against delay, see {@link io.lockstep.core.session.SessionConfig#stallPrice}. Needs only the one-way delay, about
     * half of what {@link #rtt} takes, and comes down again after a spike.
     *
     * @return a policy, always the same object
     */
    static InputDelayPolicy arrival() {
        return ArrivalDelay::target;
    }
}
