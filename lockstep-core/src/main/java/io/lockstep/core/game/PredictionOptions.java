package io.lockstep.core.game;

import io.lockstep.core.input.InputPredictor;

/**
 * How a game is played ahead of the inputs of others: with a guess where one is missing, and again from there when the
 * guess was wrong. What is settled is the same with and without it, so each peer of a match chooses for itself.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class PredictionOptions {

    /** Most frames ahead: half a second at 60 Hz, beyond which what is shown has little to do with what happens. */
    public static final int MAX_FRAMES = 30;

    private int frames;
    private InputPredictor predictor = InputPredictor.repeat();
    private boolean sparse;
    private int stepsPerPoll = Integer.MAX_VALUE;

    /** The defaults: nothing is guessed, so that the match is plain lockstep. */
    public PredictionOptions() {
        // Every field has its default.
    }

    /**
     * How far the game may be ahead of what is settled; then it waits as lockstep does.
     *
     * @param most 0 to {@value #MAX_FRAMES}; 0, the default, is plain lockstep
     * @return this
     */
    public PredictionOptions frames(final int most) {
        frames = most;
        return this;
    }

    /**
     * What guesses the inputs that are missing.
     *
     * @param guesses {@link InputPredictor#repeat} by default
     * @return this
     */
    public PredictionOptions predictor(final InputPredictor guesses) {
        predictor = guesses;
        return this;
    }

    /**
     * Keeps one state instead of one for each frame ahead. For games that are dear to save and cheap to step: each
     * settled frame and all ahead of it are then stepped again.
     *
     * @param one true for one state; false by default
     * @return this
     */
    public PredictionOptions sparse(final boolean one) {
        sparse = one;
        return this;
    }

    /**
     * How often the game is stepped at most between two polls. A deep rollback of a dear game then takes more than one
     * poll, and until it is done the game shows earlier frames.
     *
     * @param most at least 1; unlimited by default, which is at most two for each frame ahead
     * @return this
     */
    public PredictionOptions stepsPerPoll(final int most) {
        stepsPerPoll = most;
        return this;
    }

    /**
     * How far the game may be ahead.
     *
     * @return frames
     */
    public int frames() {
        return frames;
    }

    /**
     * What guesses the inputs that are missing.
     *
     * @return a predictor
     */
    public InputPredictor predictor() {
        return predictor;
    }

    /**
     * Is one state kept instead of one for each frame?
     *
     * @return true when it was asked for
     */
    public boolean isSparse() {
        return sparse;
    }

    /**
     * How often the game is stepped at most between two polls.
     *
     * @return steps
     */
    public int stepsPerPoll() {
        return stepsPerPoll;
    }
}
