package io.lockstep.testkit;

import java.nio.ByteBuffer;

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

    /** Of the bytes between position and limit. */
    static long of(final ByteBuffer bytes) {
        long hash = 0;
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            hash = mix(hash, bytes.get(i));
        }
        return hash;
    }

    /** 0 for no event alone. */
    static long ofEvent(final ByteBuffer bytes) {
        return bytes.hasRemaining() ? of(bytes) | 1 : 0;
    }
}
