package io.lockstep.core.game;

import io.lockstep.core.input.IdSet;

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
     * Called when predicted frames turn out wrong, before the game plays them again, to examine the quality of the
     * prediction. Confirmed frames do not depend on it. Like {@link #frame} it should not allocate.
     *
     * @param from    the frame to which the game returns
     * @param next    the frame that it would have played next: it returns by {@code next - from} frames
     * @param players the players that were predicted wrong in the first wrong frame: the input, an event, or the
     *                presence. Empty if the match stood still in that frame instead. A view, valid during the call
     */
    default void rolledBack(final long from, final long next, final IdSet players) {
        // Who records nothing but what is settled need not know.
    }

    /**
     * Called once, when the session ends.
     *
     * @param frame  the frame that would have been next
     * @param reason why
     */
    void end(long frame, EndReason reason);

    /**
     * Tells somebody else as well, after this one.
     *
     * @param other is told the same
     * @return both
     */
    default MatchRecorder and(final MatchRecorder other) {
        final MatchRecorder first = this;
        return new MatchRecorder() {
            @Override
            public void begin(final MatchDescription match, final long frame, final boolean paused,
                              final Simulation game) {
                first.begin(match, frame, paused, game);
                other.begin(match, frame, paused, game);
            }

            @Override
            public void frame(final ExecutedFrame frame, final Simulation game) {
                first.frame(frame, game);
                other.frame(frame, game);
            }

            @Override
            public void rolledBack(final long from, final long next, final IdSet players) {
                first.rolledBack(from, next, players);
                other.rolledBack(from, next, players);
            }

            @Override
            public void end(final long frame, final EndReason reason) {
                first.end(frame, reason);
                other.end(frame, reason);
            }
        };
    }
}
