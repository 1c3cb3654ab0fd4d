package io.lockstep.aeron;

/** Which of the last 64 numbers have come already: a network may swap neighbours, not bring back what is long past. */
final class ReplayWindow {

    private long highest;
    private long seen; // bit n: highest - n has come

    /** Nothing has come yet; numbers start at 1. */
    void clear() {
        highest = 0;
        seen = 0;
    }

    boolean isEmpty() {
        return highest == 0;
    }

    boolean isNew(final long number) {
        if (number > highest) {
            return true;
        }
        final long age = highest - number;
        return number > 0 && age < Long.SIZE && (seen & 1L << age) == 0;
    }

    /** Has come, from who it should be from. */
    void mark(final long number) {
        if (number > highest) {
            final long ahead = number - highest;
            seen = ahead < Long.SIZE ? seen << ahead : 0;
            highest = number;
        }
        seen |= 1L << highest - number;
    }
}
