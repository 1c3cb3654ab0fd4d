package io.lockstep.core.session;

import io.lockstep.core.game.SessionEvent;

/**
 * Looks at a session while it plays, for instruments: it sees all and changes nothing. Every call comes on the
 * session's thread, also those after a {@link Session#rejoin}, which goes on with the same observer.
 *
 * <p>No call may throw, and {@link #observed} should not allocate: it is part of every tick.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface MatchObserver {

    /**
     * Called at the end of each {@link Session#poll} and {@link Session#step}.
     *
     * @param session what was polled or stepped; only to be looked at
     * @param nowNs   monotonic nanoseconds, those of the last poll
     */
    void observed(Session session, long nowNs);

    /**
     * Called when something has happened, whenever the game fetches the event and whether it does or not.
     *
     * @param session to whom
     * @param event   what; valid during the call
     */
    default void happened(final Session session, final SessionEvent event) {
        // Who looks at figures alone need not know.
    }

    /**
     * Tells somebody else as well, after this one.
     *
     * @param other is told the same
     * @return both
     */
    default MatchObserver and(final MatchObserver other) {
        final MatchObserver first = this;
        return new MatchObserver() {
            @Override
            public void observed(final Session session, final long nowNs) {
                first.observed(session, nowNs);
                other.observed(session, nowNs);
            }

            @Override
            public void happened(final Session session, final SessionEvent event) {
                first.happened(session, event);
                other.happened(session, event);
            }
        };
    }
}
