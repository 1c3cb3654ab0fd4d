package io.lockstep.core.internal.game;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.Simulation;
import java.util.function.Supplier;

/**
 * How states are compared, and what follows a difference.
 *
 * @param checksumInterval frames from one check frame to the next, 1 to 128
 * @param policy           what follows a difference
 * @param syncTicks        frames from one state sync to the next, 0 for none
 * @param scratch          makes a game in which a difference is played again; null for none
 * @param historyBytes     memory for kept states
 * @param maxBytes         the largest state that a joiner is given, or takes
 */
public record StateSettings(int checksumInterval, DesyncPolicy policy, int syncTicks, Supplier<Simulation> scratch,
                            int historyBytes, int maxBytes) {
}
