package io.lockstep.core.internal.game;

import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.input.InputPredictor;

/**
 * How the game is played ahead of what is settled.
 *
 * @param frames       how far at most; 0 for lockstep
 * @param predictor    guesses missing inputs
 * @param sparse       whether one state alone is kept
 * @param stepsPerPoll how often the game is stepped between two polls
 */
public record PredictionSettings(int frames, InputPredictor predictor, boolean sparse, int stepsPerPoll) {

    /** What was chosen; without a pace there is no frame that would be due before it is complete. */
    public static PredictionSettings of(final PredictionOptions chosen, final boolean unpaced) {
        return new PredictionSettings(unpaced ? 0 : chosen.frames(), chosen.predictor(), chosen.isSparse(),
            chosen.stepsPerPoll());
    }
}
