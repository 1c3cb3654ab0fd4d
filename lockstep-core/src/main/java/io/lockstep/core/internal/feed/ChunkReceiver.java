package io.lockstep.core.internal.feed;

import java.nio.ByteBuffer;

/** Puts the chunks of a stream in order and says which have come. */
final class ChunkReceiver {

    private static final int WINDOW = FeedLimits.WINDOW_CHUNKS;

    private final ByteBuffer[] early = new ByteBuffer[WINDOW];
    private int next;

    /** Takes a chunk; what has come in order then is handed on. What is no part of the window is dropped. */
    void take(final int number, final ByteBuffer bytes, final BlockAssembler into) {
        final int ahead = number - next;
        if (ahead < 0 || ahead >= WINDOW || !bytes.hasRemaining()) {
            return;
        }
        final int slot = number & WINDOW - 1;
        if (early[slot] == null) {
            final ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
            early[slot] = copy.put(bytes).flip();
        }
        ByteBuffer chunk = early[next & WINDOW - 1];
        while (chunk != null) {
            early[next & WINDOW - 1] = null;
            next++;
            into.add(chunk);
            chunk = early[next & WINDOW - 1];
        }
    }

    /** How many have come without a gap. */
    int cumulative() {
        return next;
    }

    /** Bit n: the chunk n + 1 after those has come. */
    long mask() {
        long mask = 0;
        for (int n = 0; n < WINDOW - 1; n++) {
            mask |= early[next + 1 + n & WINDOW - 1] != null ? 1L << n : 0;
        }
        return mask;
    }
}
