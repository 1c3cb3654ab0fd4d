package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;

/** How many reliable sequences may be under way at once: what fits into a fixed amount of memory, within limits. */
final class Window {

    /** Memory to aim at for one direction of one connection. */
    static final int BYTES = 128 * 1024;
    /** Even of the longest messages: one may be incomplete while others follow. */
    static final int MIN_SEQUENCES = 4;
    /** A burst of short messages; far below half of 65,536, so that 16 bits tell a sequence. */
    static final int MAX_SEQUENCES = 64;

    private Window() {
    }

    /** A power of two, so that a sequence finds its place by its lower bits. */
    static int sequences(final int maxMessageBytes) {
        final int chunked = Packet.chunksOf(maxMessageBytes) * Packet.MAX_CHUNK_BYTES;
        final int fitting = Math.min(Math.max(BYTES / chunked, MIN_SEQUENCES), MAX_SEQUENCES);
        return Integer.highestOneBit(fitting);
    }

    /**
     * The sequence that has these lower 16 bits and is nearest to another one. A packet that was a different one,
     * 65,536 sequences before, has another tag: whoever repeats it is refused.
     */
    static long nearest(final int wire, final long to) {
        return to + (short) (wire - (int) to);
    }
}
