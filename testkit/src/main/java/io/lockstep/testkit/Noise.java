package io.lockstep.testkit;

/**
 * Counter-based random numbers: each is a pure function of (seed, link, lane, packet number, what for), so that a
 * packet more or less leaves the fate of all the others as it was. Mixing function: Stafford's variant 13 of
 * MurmurHash3's finaliser, as in SplitMix64.
 */
final class Noise {

    /** What a number is drawn for. */
    static final int LOSS = 1;
    static final int BURST = 2;
    static final int BURST_LENGTH = 3;
    static final int JITTER = 4;
    static final int DUPLICATE = 5;
    static final int COPY_JITTER = 6;
    static final int REORDER = 7;
    static final int REORDER_DISTANCE = 8;
    static final int CORRUPT = 9;
    static final int CORRUPTION = 10;

    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long PURPOSE_GAMMA = 0xD1342543DE82EF95L;
    private static final int MANTISSA_BITS = 53;
    private static final double UNIT = 1.0 / (1L << MANTISSA_BITS);

    private Noise() {
    }

    private static long mix(final long value) {
        long z = value;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** What all numbers of one stream of packets start from. */
    static long stream(final long seed, final int from, final int to, final int stream) {
        return mix(mix(mix(mix(seed + GAMMA) + from) + to) + stream);
    }

    /** What all numbers of one packet start from. */
    static long packet(final long stream, final long number) {
        return mix(stream + number * GAMMA);
    }

    static long draw(final long packet, final int purpose) {
        return mix(packet + purpose * PURPOSE_GAMMA);
    }

    /** A number from 0 up to, not including, 1. */
    static double unit(final long packet, final int purpose) {
        return (draw(packet, purpose) >>> Long.SIZE - MANTISSA_BITS) * UNIT;
    }

    static boolean chance(final long packet, final int purpose, final double probability) {
        return probability > 0 && unit(packet, purpose) < probability;
    }

    /** A number from 0 up to, not including, the bound. */
    static int below(final long packet, final int purpose, final int bound) {
        return (int) (unit(packet, purpose) * bound);
    }
}
