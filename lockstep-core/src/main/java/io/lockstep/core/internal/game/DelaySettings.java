package io.lockstep.core.internal.game;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.input.InputDelayPolicy;

/**
 * How the input delay is chosen.
 *
 * @param policy   proposes it
 * @param measured whether it depends on what links measure, so that a match waits for their first figures
 * @param min      lowest delay in ticks
 * @param max      highest delay in ticks
 * @param price    ticks of delay that one stalled tick in every frame is worth
 */
public record DelaySettings(InputDelayPolicy policy, boolean measured, int min, int max, int price) {

    /** Highest input delay: half a second at 60 Hz is past anything playable, and far inside the input window. */
    public static final int MAX_TICKS = 30;

    private static final long NS_PER_S = 1_000_000_000L;

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
        return (int) Math.min(Math.max(ticks, least), MAX_TICKS);
    }
}
