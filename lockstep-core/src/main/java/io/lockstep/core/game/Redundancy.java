package io.lockstep.core.game;

/**
 * How often an input is sent.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum Redundancy {
    /**
     * In every datagram until it is acknowledged, so that a lost datagram never stops the match; and where many are
     * lost, every datagram of inputs goes a second time half a tick later.
     */
    UNACKED,
    /**
     * Once: the first lost datagram stops the match for good. Inputs of one or two bytes then travel in the smallest
     * message there is, FrameInput, if the other side is configured so, too. To show the difference.
     */
    NONE,
    /**
     * As {@link #UNACKED}, but never a second time for high loss: half of the traffic, and inputs that come later.
     * Where bandwidth is scarcer than time, and to show the difference.
     */
    NO_COPIES
}
