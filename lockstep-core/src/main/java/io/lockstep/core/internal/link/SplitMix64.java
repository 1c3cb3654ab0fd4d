package io.lockstep.core.internal.link;

/** A small seeded generator for salts and incarnations: Steele, Lea and Flood, "Fast Splittable PRNGs", OOPSLA 2014. */
public final class SplitMix64 {

    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long MIX_1 = 0xBF58476D1CE4E5B9L;
    private static final long MIX_2 = 0x94D049BB133111EBL;

    private long state;

    public SplitMix64(final long seed) {
        state = seed;
    }

    public int nextInt() {
        state += GAMMA;
        long z = state;
        z = (z ^ z >>> 30) * MIX_1;
        z = (z ^ z >>> 27) * MIX_2;
        return (int) (z ^ z >>> 31);
    }
}
