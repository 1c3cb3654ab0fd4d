package io.lockstep.core.game;

/**
 * Is told of everything that is needed to play a match again. A recording implements it, see
 * {@code SessionConfig.recording}; the calls come on the session's thread, in the order of the frames.
 *
 * <p>No call may throw, and {@link #frame} should not allocate: it is part of every tick.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface MatchRecorder {

    /**
     * Called before the first frame, and again whenever another peer's state was loaded: frames follow from there.
     *
     * @param match  what is played; the same in every call of a session
     * @param frame  the frame to be simulated next
     * @param paused whether the match is paused before it
     * @param game   holds the state before that frame; only to be {@link Simulation#save saved}
     */
    void begin(MatchDescription match, long frame, boolean paused, Simulation game);

    /**
     * Called after each frame.
     *
     * @param frame what was executed; valid only during the call
     * @param game  holds the state after it; only to be {@link Simulation#save saved}
     */
    void frame(ExecutedFrame frame, Simulation game);

    /**
     * Called once, when the session ends.
     *
     * @param frame  the frame that would have been next
     * @param reason why
     */
    void end(long frame, EndReason reason);
}
