package io.lockstep.testkit;

/** A running hash of everything that happens in a match, in its order. */
final class Trace {

    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long MULTIPLIER = 0xD6E8FEB86659FD93L;
    private static final int SHIFT = 32;

    private long hash = GAMMA;

    void add(final long value) {
        long mixed = (hash ^ value) * MULTIPLIER;
        mixed ^= mixed >>> SHIFT;
        hash = mixed * MULTIPLIER + GAMMA;
    }

    void add(final long first, final long second) {
        add(first);
        add(second);
    }

    long value() {
        return hash;
    }
}
