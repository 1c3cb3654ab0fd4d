package io.lockstep.core.transport.udp;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * Things that are lent and given back: made when none is left, kept for the next one. All connections of a transport
 * share them, because few of their places are used at a time; there are never more than were once in use at the same
 * time, which the connections' windows bound. They are not let go again: what was needed once comes again, and play is
 * to make no garbage.
 *
 * @param <T> a buffer, or what has one
 */
final class Spares<T> {

    private final ArrayDeque<T> spare = new ArrayDeque<>();
    private final Supplier<T> maker;

    Spares(final Supplier<T> maker) {
        this.maker = maker;
    }

    T take() {
        final T last = spare.pollLast();
        return last == null ? maker.get() : last;
    }

    /** It is not used any more; null for nothing. */
    void giveBack(final T used) {
        if (used != null) {
            spare.addLast(used);
        }
    }
}
