package io.lockstep.examples.dogfight;

/** SplitMix64: one long of state, which the game saves, so that a loaded game goes on with the same numbers. */
final class SplitMix {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    long state;

    SplitMix(final long seed) {
        this.state = seed;
    }

    /** A number from 0 to bound − 1, by multiplication: its bias is below 2^−20 for the bounds of a game. */
    int below(final int bound) {
        state += GOLDEN;
        return scale(mix(state), bound);
    }

    static long mix(final long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    static long hash(final long seed, final long a, final long b) {
        return mix(mix(mix(seed + GOLDEN) + a * GOLDEN) + b * GOLDEN);
    }

    /** The upper half of a hash as a number from 0 to bound − 1. */
    static int scale(final long hash, final int bound) {
        return (int) ((hash >>> 32) * bound >>> 32);
    }
}
