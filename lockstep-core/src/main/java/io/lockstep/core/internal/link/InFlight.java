package io.lockstep.core.internal.link;

/**
 * What is on its way to one peer and not answered, with a limit, so that windows do not queue on a line too narrow for
 * all of them. Each holds everything that the peer has not acknowledged: a queue makes the windows behind it longer,
 * and without an end to that hardly a frame arrives any more, though all that is new in them would fit many times over.
 */
public final class InFlight {

    /**
     * More than is under way at 60 Hz on a line that is wide enough, but for a moment on the worst of them. At a higher
     * tick rate as many windows as more leave.
     */
    private static final int MAX_BYTES = 16 << 10;
    private static final int USUAL_RATE = 60;
    /** One leaves at least so often. */
    private static final long MAX_HOLD_NS = 100_000_000L;
    /** Longer than the windows that wait are apart, by what some of them take longer and one that is lost. */
    private static final long SILENT_NS = 200_000_000L;

    /** Windows of which echoes tell something at 60 Hz: four seconds of one each tick. */
    private static final int WINDOWS = 256;

    private final int maxBytes;
    private final int mask;
    /** What had been sent when each of the latest of them had left, the lower half of it: no more is under way. */
    private final int[] sentWith;
    private long sent;
    private long answered;
    private long sentNs = Long.MIN_VALUE / 2;

    public InFlight(final int tickRate) {
        maxBytes = MAX_BYTES * Math.max(1, tickRate / USUAL_RATE);
        sentWith = new int[windows(tickRate)];
        mask = sentWith.length - 1;
    }

    /** Windows of which an echo tells something at this tick rate, a power of two: as many seconds at each rate. */
    static int windows(final int tickRate) {
        final int more = Math.max(1, (tickRate + USUAL_RATE - 1) / USUAL_RATE);
        return WINDOWS * Integer.highestOneBit(2 * more - 1);
    }

    int windows() {
        return sentWith.length;
    }

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
        sentWith[sequence & mask] = (int) sent;
    }

    /** A window left that was so many bytes, with what was sent along. */
    public void sent(final int sequence, final long bytes, final long nowNs) {
        sent += bytes;
        sentWith[sequence & mask] = (int) sent;
        sentNs = nowNs;
    }

    /** One of the latest of them has arrived: what left before it queues no more. */
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
