package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;

/** How many reliable sequences may be under way at once: what fits into a fixed amount of memory, within limits. */
final class Window {

    /** Memory to aim at for one direction of one connection. */
    static final int BYTES = 128 * 1024;
    /** Even of the longest messages: one may be incomplete while others follow. */
    static final int MIN_SEQUENCES = 4;
    /** A burst of short messages; far below half the 65,536 sequences, so that old and new are never mistaken. */
    static final int MAX_SEQUENCES = 64;

    private Window() {
    }

    /** A power of two, so that a sequence finds its place by its lower bits. */
    static int sequences(final int maxMessageBytes) {
        final int chunked = Packet.chunksOf(maxMessageBytes) * Packet.MAX_CHUNK_BYTES;
        final int fitting = Math.min(Math.max(BYTES / chunked, MIN_SEQUENCES), MAX_SEQUENCES);
        return Integer.highestOneBit(fitting);
    }

    /** How far one sequence lies behind another one, across the wrap: RFC 1982. */
    static int distance(final int sequence, final int from) {
        return (short) (sequence - from);
    }
}
