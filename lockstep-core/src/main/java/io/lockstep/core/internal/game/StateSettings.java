package io.lockstep.core.internal.game;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.Simulation;
import java.util.function.Supplier;

/**
 * The settings for comparing states, and for what follows a difference.
 *
 * @param checksumInterval number of frames from one check frame to the next, 1 to 128
 * @param policy           what follows a difference
 * @param syncTicks        frames from one state sync to the next, 0 for none
 * @param scratch          creates a game that replays a difference, or null
 * @param historyBytes     memory for kept states
 * @param maxBytes         largest state that a joiner is given, or accepts, in bytes
 */
public record StateSettings(int checksumInterval, DesyncPolicy policy, int syncTicks, Supplier<Simulation> scratch,
                            int historyBytes, int maxBytes) {
}
