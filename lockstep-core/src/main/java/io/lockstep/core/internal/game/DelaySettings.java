package io.lockstep.core.internal.game;

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
}
