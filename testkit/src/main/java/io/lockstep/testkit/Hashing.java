package io.lockstep.testkit;

/** Hashes of what peers say and simulate, to be compared with each other. */
final class Hashing {

    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private Hashing() {
    }

    /** Adds a value to a hash. */
    static long mix(final long hash, final int value) {
        final long mixed = (hash + value + 1) * PRIME;
        return mixed ^ mixed >>> 29;
    }
}
