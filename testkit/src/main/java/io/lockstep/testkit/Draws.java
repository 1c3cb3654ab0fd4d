package io.lockstep.testkit;

/** Random numbers for drawing scenarios: the same on every JVM for ever. */
final class Draws {

    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final int MANTISSA_BITS = 53;
    private static final double UNIT = 1.0 / (1L << MANTISSA_BITS);
    private static final int CENTI = 10_000;

    private long state;

    Draws(final long seed) {
        state = seed;
        next();
    }

    private long next() {
        state += GAMMA;
        long z = state;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** From 0 up to, not including, 1. */
    double unit() {
        return (next() >>> Long.SIZE - MANTISSA_BITS) * UNIT;
    }

    boolean chance(final double probability) {
        return unit() < probability;
    }

    /** From 0 up to, not including, the bound. */
    int below(final int bound) {
        return (int) (unit() * bound);
    }

    /** From 0 up to the most, small values more often. */
    double skewed(final double most) {
        return unit() * unit() * most;
    }

    /** A probability of up to so many percent, small values more often, with few digits. */
    double percent(final double most) {
        return Math.rint(skewed(most / 100) * CENTI) / CENTI;
    }
}
