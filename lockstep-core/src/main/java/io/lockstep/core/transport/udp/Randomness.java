package io.lockstep.core.transport.udp;

/** Salts and peppers from a seed: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014). */
final class Randomness {

    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long MIX_1 = 0xBF58476D1CE4E5B9L;
    private static final long MIX_2 = 0x94D049BB133111EBL;

    private long state;

    Randomness(final long seed) {
        state = seed;
    }

    int next() {
        state += GAMMA;
        long z = state;
        z = (z ^ z >>> 30) * MIX_1;
        z = (z ^ z >>> 27) * MIX_2;
        return (int) (z ^ z >>> 31);
    }
}
