package io.lockstep.core.game;

/**
 * What playing ahead has brought and cost since the match began. All of it stays 0 in lockstep, but for the settled
 * frames. To be read on the session's thread.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface PredictionStatistics {

    /**
     * Frames that were settled.
     *
     * @return 0 and up
     */
    long settled();

    /**
     * Frames of those that had been played before they were settled, as they were to be.
     *
     * @return 0 to {@link #settled}
     */
    long foreseen();

    /**
     * Inputs that were guessed.
     *
     * @return 0 and up
     */
    long guesses();

    /**
     * How often the game was stepped, ahead, again and for settled frames.
     *
     * @return 0 and up
     */
    long steps();

    /**
     * How often the game was saved to be able to go back.
     *
     * @return 0 and up
     */
    long saves();

    /**
     * How often the game was loaded to go back.
     *
     * @return 0 and up
     */
    long loads();

    /**
     * How often the game went back: each time what was shown last was corrected.
     *
     * @return 0 and up
     */
    long rollbacks();

    /**
     * How often the game went back by so many frames.
     *
     * @param frames 1 to {@value PredictionOptions#MAX_FRAMES}
     * @return 0 and up
     */
    long rollbacks(int frames);

    /**
     * By how many frames the game went back at most.
     *
     * @return 0 to {@value PredictionOptions#MAX_FRAMES}
     */
    int deepest();
}
