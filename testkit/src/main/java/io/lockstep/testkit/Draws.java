package io.lockstep.testkit;

import java.util.SplittableRandom;

/** Random numbers for drawing scenarios: the same on every JVM for ever. */
final class Draws {

    private static final int CENTI = 10_000;

    private final SplittableRandom random;

    Draws(final long seed) {
        random = new SplittableRandom(seed);
        random.nextLong();
    }

    /** From 0 up to, not including, 1. */
    double unit() {
        return random.nextDouble();
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
