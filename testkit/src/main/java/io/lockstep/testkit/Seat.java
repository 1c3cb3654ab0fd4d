package io.lockstep.testkit;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Simulation;
import org.jspecify.annotations.Nullable;

/**
 * What one peer of a simulated match plays with.
 *
 * @param simulation its copy of the game
 * @param input      where its inputs come from: a bot that decides by nothing but its seed and its copy of the game
 * @param events     what it sends beside its inputs, or null for nothing
 */
public record Seat(Simulation simulation, InputSource input, @Nullable EventSource events) {

    /**
     * A seat that sends no events.
     *
     * @param simulation its copy of the game
     * @param input      where its inputs come from
     */
    public Seat(final Simulation simulation, final InputSource input) {
        this(simulation, input, null);
    }
}
