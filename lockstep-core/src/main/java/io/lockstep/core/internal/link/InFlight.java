package io.lockstep.core.internal.link;

/**
 * Limits the unanswered bytes in flight to one peer, so that windows do not queue on a line that is too narrow for all
 * of them. Each window holds all frames that the peer has not acknowledged, so a queue makes the next windows longer.
 * Without a limit hardly a frame would arrive, though the new frames alone would fit many times over.
 */
public final class InFlight {

    /**
     * Limit of the unanswered bytes in flight at 60 Hz. A line that is wide enough holds fewer, except for a moment on
     * the worst lines. At a higher tick rate, proportionally more windows are sent, so the limit is higher.
     */
    private static final int MAX_BYTES = 16 << 10;
    private static final int USUAL_RATE = 60;
    /** Longest time between two windows, in nanoseconds. */
    private static final long MAX_HOLD_NS = 100_000_000L;
    /** Longer than the windows that wait are apart, by what some of them take longer and one that is lost. */
    private static final long SILENT_NS = 200_000_000L;

    /** Number of windows at 60 Hz whose echoes are evaluated: four seconds with one window a tick. */
    private static final int WINDOWS = 256;

    private final int maxBytes;
    private final int mask;
    /** Lower 32 bits of the bytes sent in all when each recent window had been sent: no more are in flight. */
    private final int[] sentWith;
    private long sent;
    private long answered;
    private long sentNs = Long.MIN_VALUE / 2;

    public InFlight(final int tickRate) {
        maxBytes = MAX_BYTES * Math.max(1, tickRate / USUAL_RATE);
        sentWith = new int[windows(tickRate)];
        mask = sentWith.length - 1;
    }

    /**
     * Number of windows at this tick rate whose echoes are evaluated: a power of two, and the same seconds at each
     * rate.
     */
    static int windows(final int tickRate) {
        final int more = Math.max(1, (tickRate + USUAL_RATE - 1) / USUAL_RATE);
        return WINDOWS * Integer.highestOneBit(2 * more - 1);
    }

    int windows() {
        return sentWith.length;
    }

    /** Forgets the bytes in flight: the peer is another process or begins to play, and answers no earlier window. */
    public void restart() {
        answered = sent;
    }

    /**
     * Counts another datagram that is answered like a window, so that a peer which loses only windows still makes room.
     * Such a datagram does not delay windows.
     */
    public void along(final int sequence, final long bytes) {
        sent += bytes;
        sentWith[sequence & mask] = (int) sent;
    }

    /** Counts a window, with the bytes of the datagrams that were sent along with it. */
    public void sent(final int sequence, final long bytes, final long nowNs) {
        sent += bytes;
        sentWith[sequence & mask] = (int) sent;
        sentNs = nowNs;
    }

    /** Takes the echo of a recent window: no earlier datagram is in a queue any more. */
    public void answered(final int sequence) {
        final long since = Integer.toUnsignedLong((int) sent - sentWith[sequence & mask]);
        answered = Math.max(answered, sent - since);
    }

    /** Is there no room for another window? Who is not heard cannot answer, and may hear us all the same. */
    public boolean isFull(final long heardNs, final long nowNs) {
        return sent - answered > maxBytes && nowNs - sentNs < MAX_HOLD_NS
            && nowNs - heardNs < SILENT_NS;
    }
}
