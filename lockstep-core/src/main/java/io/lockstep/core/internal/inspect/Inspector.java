package io.lockstep.core.internal.inspect;

/**
 * Takes what the parts of a session hold beyond quiet play: buffers, budgets and counters that activity moves. Each
 * part answers for itself. In play nothing of this is called.
 */
public interface Inspector {

    /** Longest time, in nanoseconds, after which most things are back at their base values. */
    long REST_NS = 10_000_000_000L;

    /** A part of a session. */
    @FunctionalInterface
    interface Subject {

        /**
         * Tells all that this part holds.
         *
         * @param by takes it
         */
        void inspect(Inspector by);
    }

    /** An input source that looks into the session which it is for. */
    interface Owner {

        /**
         * The session exists from now on.
         *
         * @param session may be inspected between two calls of the session
         */
        void inspects(Subject session);
    }

    /**
     * Takes a value that activity moves, on lines of any kind.
     *
     * @param thing what it counts, for a person
     * @param peer  the other peer that it is about, −1 for none
     * @param value what it is now
     * @param base  what it is in quiet play
     */
    void holds(String thing, int peer, long value, long base);

    /**
     * Takes a value that activity moves and that is about no peer.
     *
     * @param thing what it counts, for a person
     * @param value what it is now
     * @param base  what it is in quiet play
     */
    default void holds(final String thing, final long value, final long base) {
        holds(thing, -1, value, base);
    }

    /**
     * Takes a value that losses and delays move, too: on a bad line it is never at its base for long.
     *
     * @param thing  what it counts, for a person
     * @param peer   the other peer that it is about, −1 for none
     * @param value  what it is now
     * @param base   what it is in quiet play
     * @param restNs longest time, in nanoseconds, until it is back, at least {@link #REST_NS}
     */
    void adapts(String thing, int peer, long value, long base, long restNs);
}
