package io.lockstep.core.session;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.PredictionStatistics;
import java.util.function.ToLongFunction;

/**
 * A number that a session measures of itself, with a name for whoever shows it elsewhere: a counter of Aeron, a meter
 * of a monitoring system. {@link SessionStatistics} has the same numbers for the session's own thread.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public enum Figure {

    /** Where the session is in its life: the ordinal of its {@link Phase}. */
    PHASE("phase", false, session -> session.phase().ordinal()),
    /** The frame to be settled next. */
    FRAME("frame", false, Session::frame),
    /** By how many frames the game is played ahead of that. */
    FRAMES_AHEAD("frames-ahead", false, session -> session.head() - session.frame()),
    /** How many frames after being sampled a local input is simulated. */
    INPUT_DELAY("input-delay-frames", false, Session::inputDelay),
    /** How long the frame that is due has been waiting for an input, nanoseconds, 1 and up; 0 while none waits. */
    STALLED("stalled-ns", false, Figure::stalledNs),
    /** Who leads, −1 for nobody. */
    LEADER("leader", false, Session::leader),
    /** The term of that lead. */
    TERM("term", false, Session::term),
    /** How often the line-up has changed. */
    EPOCH("epoch", false, session -> session.epoch().number()),
    /** How many peers are in the match. */
    MEMBERS("members", false, session -> session.epoch().members().size()),
    /** Ticks that were due and could not be simulated because an input was missing. */
    STALL_TICKS("stall-ticks", true, session -> session.statistics().stallTicks()),
    /** Check frames that were compared with every peer. */
    CHECKED_FRAMES("checked-frames", true, session -> session.statistics().checkedFrames()),
    /** Comparisons that failed. */
    DESYNCS("desyncs", true, session -> session.statistics().desyncs()),
    /** States of others that were loaded because ours differed. */
    REPAIRS("repairs", true, session -> session.statistics().repairs()),
    /** Those that were to be, and were not. */
    FAILED_REPAIRS("failed-repairs", true, session -> session.statistics().failedRepairs()),
    /** How often another peer came to lead. */
    LEADER_CHANGES("leader-changes", true, session -> session.statistics().elections().leadershipChanges()),
    /** How often the game went back, played ahead by wrong guesses. */
    ROLLBACKS("rollbacks", true, session -> prediction(session).rollbacks()),
    /** How often the game was stepped, ahead, again and for settled frames. */
    STEPS("steps", true, session -> prediction(session).steps()),
    /** Events that are lost because the game fetched them too seldom. */
    LOST_EVENTS("lost-events", true, session -> session.statistics().lostEvents());

    private final String label;
    private final boolean count;
    private final ToLongFunction<Session> reading;

    Figure(final String label, final boolean count, final ToLongFunction<Session> reading) {
        this.label = label;
        this.count = count;
        this.reading = reading;
    }

    private static long stalledNs(final Session session) {
        return session.phase() == Phase.PLAYING && session.loop.clock.isStalled()
            ? Math.max(1, session.stalledNs()) : 0;
    }

    private static PredictionStatistics prediction(final Session session) {
        return session.statistics().prediction();
    }

    /**
     * What it is called outside, with its unit.
     *
     * @return such as {@code stall-ticks}
     */
    public String label() {
        return label;
    }

    /**
     * Whether it only ever grows while a session lives, so that the difference of two looks says something.
     *
     * @return false for what goes up and down
     */
    public boolean isCount() {
        return count;
    }

    /**
     * Reads it.
     *
     * @param session on its thread
     * @return what it is now
     */
    public long of(final Session session) {
        return reading.applyAsLong(session);
    }
}
