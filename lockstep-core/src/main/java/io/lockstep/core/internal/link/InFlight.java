package io.lockstep.core.internal.link;

/**
 * What is on its way to one peer and not answered, with a limit, so that windows do not queue on a line too narrow for
 * all of them. Each holds everything that the peer has not acknowledged: a queue makes the windows behind it longer,
 * and without an end to that hardly a frame arrives any more, though all that is new in them would fit many times over.
 */
public final class InFlight {

    /** More than is under way on a line that is wide enough, but for a moment on the worst of them. */
    private static final int MAX_BYTES = 16 << 10;
    /** One leaves at least so often. */
    private static final long MAX_HOLD_NS = 100_000_000L;
    /** Longer than the windows that wait are apart, by what some of them take longer and one that is lost. */
    private static final long SILENT_NS = 200_000_000L;

    /** Echoes of what left further back tell nothing. */
    public static final int WINDOWS = 256;

    private static final int MASK = WINDOWS - 1;

    /** What had been sent when each of the latest of them had left, the lower half of it: no more is under way. */
    private final int[] sentWith = new int[WINDOWS];
    private long sent;
    private long answered;
    private long sentNs = Long.MIN_VALUE / 2;

    /** Another process is there, or the peer begins to play: of what left before nothing is to be answered. */
    public void restart() {
        answered = sent;
    }

    /**
     * Something else left that is answered like a window, so that who loses windows alone has room for it. It keeps no
     * window waiting.
     */
    public void along(final int sequence, final long bytes) {
        sent += bytes;
        sentWith[sequence & MASK] = (int) sent;
    }

    /** A window left that was so many bytes, with what was sent along. */
    public void sent(final int sequence, final long bytes, final long nowNs) {
        sent += bytes;
        sentWith[sequence & MASK] = (int) sent;
        sentNs = nowNs;
    }

    /** One of the latest of them has arrived: what left before it queues no more. */
    public void answered(final int sequence) {
        final long since = Integer.toUnsignedLong((int) sent - sentWith[sequence & MASK]);
        answered = Math.max(answered, sent - since);
    }

    /** Is there no room for another window? Who is not heard cannot answer, and may hear us all the same. */
    public boolean isFull(final long heardNs, final long nowNs) {
        return sent - answered > MAX_BYTES && nowNs - sentNs < MAX_HOLD_NS
            && nowNs - heardNs < SILENT_NS;
    }
}
