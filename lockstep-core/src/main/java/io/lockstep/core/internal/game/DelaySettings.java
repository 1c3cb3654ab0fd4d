package io.lockstep.core.internal.game;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.core.internal.protocol.InputWindow;

/**
 * The settings of the input delay.
 *
 * @param policy   the policy that proposes it
 * @param measured whether it depends on what links measure, so that a match waits for their first figures
 * @param min      lowest delay in ticks
 * @param max      highest delay in ticks
 * @param longest  highest delay in ticks on a line that takes longer than the highest delay
 * @param price    ticks of delay that one stalled tick in every frame is worth
 */
public record DelaySettings(InputDelayPolicy policy, boolean measured, int min, int max, int longest, int price) {

    /**
     * Highest input delay, in nanoseconds: the one-way latency of the longest line, 300 ms, and 200 ms for jitter and
     * repeats.
     */
    public static final long MAX_NS = 500_000_000L;

    /** Number of ticks that are allowed at low tick rates, though they take longer than {@link #MAX_NS}. */
    public static final int MAX_TICKS_SLOW = 30;

    /** Highest input delay at any tick rate, in ticks: 500 ms at 240 Hz. The delays of both ends fit in 256 frames. */
    public static final int MAX_TICKS = 120;

    private static final long NS_PER_S = 1_000_000_000L;

    /**
     * Returns the highest delay that a match may have.
     *
     * @param tickRate frames a second
     * @return ticks
     */
    public static int limit(final int tickRate) {
        return (int) Math.max(MAX_TICKS_SLOW, Math.min(MAX_NS * tickRate / NS_PER_S, MAX_TICKS));
    }

    /**
     * Returns the largest number of frames that a member may leave unacknowledged: both delays plus two, and at least
     * as many as a window holds. A peer that reaches it samples no further.
     *
     * @param tickRate frames a second
     * @return frames
     */
    public static int mostUnacknowledged(final int tickRate) {
        return Math.max(InputWindow.MAX_FRAMES, 2 * limit(tickRate) + 2);
    }

    /**
     * The lowest delay unless said otherwise.
     *
     * @param framesAhead how far the game may be played ahead; 0 for lockstep
     * @return ticks
     */
    public static int least(final int framesAhead) {
        return framesAhead > 0 ? InputDelayController.DEFAULT_MIN_TICKS_AHEAD : InputDelayController.DEFAULT_MIN_TICKS;
    }

    /**
     * The highest delay unless said otherwise: as long as the policy may go by itself, at this tick rate.
     *
     * @param tickRate frames a second
     * @param least    lowest delay in ticks
     * @return ticks
     */
    public static int most(final int tickRate, final int least) {
        final long ticks = InputDelayController.DEFAULT_MAX_NS * tickRate / NS_PER_S;
        return (int) Math.min(Math.max(ticks, least), limit(tickRate));
    }
}
