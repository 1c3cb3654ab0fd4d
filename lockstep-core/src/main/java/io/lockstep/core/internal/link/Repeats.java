package io.lockstep.core.internal.link;

import io.lockstep.core.internal.input.InputLog;

/**
 * Decides which inputs leave again for one peer, and when. While repeats are cheap, each window repeats all that the
 * peer has not acknowledged. Where they are not, this spares them: each frame leaves in the tick in which it is
 * sampled, in a few more windows on a line that loses some, and again when its acknowledgement is overdue.
 */
final class Repeats {

    /** Repeats of so many bytes in a window are cheap: they take no more than the headers of a datagram. */
    private static final int FEW_BYTES = 96;

    /** While all links together take so many bytes a second for that, a queue on the line is hardly theirs. */
    private static final int FEW_BYTES_PER_S = 64 << 10;

    /** Repeats of all links together may take so many bytes a second: an eighth of a line of 1 Mbit/s. */
    private static final int BYTES_PER_S = 16 << 10;

    /** So often it is tried whether repeats are cheap again: building a window with all of them takes time. */
    private static final long TRIAL_NS = 1_000_000_000L;

    /** Up to this share of lost windows one more window with each frame is enough: one frame in 10,000 is lost. */
    private static final double FEW_LOST = 0.01;
    /** Up to this share two more are enough, and above it three. */
    private static final double SOME_LOST = 0.05;
    private static final int MOST_COPIES = 3;
    /**
     * So long after a frame was lost for want of one more window, each frame leaves in one more: a line that loses one
     * in a thousand loses the next.
     */
    private static final long LOSSY_NS = 60_000_000_000L;

    /** Mean deviations of the round trip behind its mean, until an acknowledgement is overdue, as in RFC 6298. */
    private static final int DEVIATIONS = 4;
    /** Ticks in which the acknowledgement waits for a window, and one that is lost. */
    private static final int TICKS = 2;
    /** Before a round trip is known. */
    private static final long FIRST_TIMEOUT_NS = 200_000_000L;
    /** The timeout of a frame doubles with each repeat, so often at most. */
    private static final int MOST_DOUBLINGS = 2;
    /** Windows of repeats in one poll, lest an outage end in a burst; the rest leaves in the next polls. */
    private static final int MOST_REPAIRS = 4;

    private static final int MASK = InputLog.REACH - 1;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_US = 1000;

    private final long tickNs;
    /** Bytes of repeats in a window that are cheap whether or not a queue grows, and those that are while none does. */
    private final int alwaysCheap;
    private final int cheap;
    /** When each frame left last, in how many windows since it had to, and how often its timeout had passed. */
    private final int[] leftUs = new int[InputLog.REACH];
    private final byte[] windows = new byte[InputLog.REACH];
    private final byte[] timeouts = new byte[InputLog.REACH];
    private boolean spares;
    private long trialNs;
    /** All frames below this one left together in the newest window that repeated everything. */
    private long wholeEnd;
    private long wholeNs;
    /** In how many more windows each frame leaves by what was lost, and when that was seen last. */
    private int needed;
    private long lostNs;
    /** What holds for the windows that leave now. */
    private Uplink uplink;
    private long head;
    private long unsent;
    private long end;
    private long nowNs;
    private long timeoutNs;
    private int copies;
    private int repairs;
    private boolean isShort;

    /**
     * Nothing has left yet.
     *
     * @param links how many such links this session has
     */
    Repeats(final int tickRate, final int links) {
        tickNs = NS_PER_S / tickRate;
        alwaysCheap = (long) FEW_BYTES * tickRate * links <= FEW_BYTES_PER_S ? FEW_BYTES : 0;
        cheap = Math.max(FEW_BYTES, BYTES_PER_S / tickRate / links);
    }

    /** Windows travel from now on with other frames. */
    void restart() {
        spares = false;
        wholeEnd = 0;
        needed = 0;
    }

    /** Do frames leave once, as repeats are not cheap? */
    boolean spares() {
        return spares;
    }

    /** Do frames get lost of which there is no room for copies, so that they come a round trip late? */
    boolean isLate() {
        return spares && isShort;
    }

    /** Is no window with all repeats to be built now? */
    boolean isSettled(final long atNs) {
        return spares && atNs - trialNs < TRIAL_NS;
    }

    /**
     * Chooses whether to spare repeats from now on.
     *
     * @param isWhole whether all that is not acknowledged fits in one window
     * @param bytes   what repeats take of it
     * @param shared  tells of a queue that all links show
     * @param queue   tells of a queue on this link; large repeats that have made one would do so again
     */
    void choose(final boolean isWhole, final int bytes, final Uplink shared, final QueueWatch queue,
                final long atNs) {
        final boolean isCheap = bytes <= alwaysCheap
            || !shared.isQueueing() && !queue.isQueueing(atNs)
                && bytes <= (queue.hasQueued() ? alwaysCheap : cheap);
        spares = !isWhole || !isCheap;
        if (spares) {
            trialNs = atNs;
        }
    }

    /** A window left with all frames below this one that are not acknowledged. */
    void leftWhole(final long next, final long atNs) {
        wholeEnd = next;
        wholeNs = atNs;
    }

    /**
     * Begins to choose which of the frames leave now; {@link #allow} comes next.
     *
     * @param acked      the first frame that is not acknowledged
     * @param unsentFrom the first one that never left
     * @param endFrame   behind the last one
     */
    void begin(final long acked, final long unsentFrom, final long endFrame, final long atNs) {
        head = acked;
        unsent = unsentFrom;
        end = endFrame;
        nowNs = atNs;
        for (long frame = acked; frame < wholeEnd; frame++) {
            mark(frame, wholeNs, MOST_COPIES + 1, 0);
        }
        wholeEnd = 0;
    }

    /**
     * Says what the line allows.
     *
     * @param shared  the budget of all links
     * @param isSlow  whether this link shows a queue
     * @param loss    share of our datagrams that the peer misses
     * @param echoNs  how long the peer keeps acknowledgements at most
     */
    void allow(final Uplink shared, final boolean isSlow, final double loss, final RttEstimator rtt,
               final long echoNs) {
        uplink = shared;
        final boolean queueing = uplink.isQueueing() || isSlow;
        needed = nowNs - lostNs < LOSSY_NS ? needed : 0;
        final int wanted = Math.max(needed, copies(loss));
        copies = queueing ? 0 : uplink.copies(wanted);
        isShort = copies < wanted;
        repairs = queueing ? uplink.mayRepeat() ? 1 : 0 : MOST_REPAIRS;
        final long rttNs = rtt.samples() == 0 ? FIRST_TIMEOUT_NS
            : rtt.meanNs() + DEVIATIONS * rtt.deviationNs();
        timeoutNs = rttNs + TICKS * tickNs + echoNs;
    }

    /** In how many more windows a frame leaves. */
    private static int copies(final double loss) {
        if (loss <= FEW_LOST) {
            return loss <= 0 ? 0 : 1;
        }
        return loss <= SOME_LOST ? 2 : MOST_COPIES;
    }

    /** The first frame from this one on that is to leave now; the end if there is none. */
    long nextDue(final long from) {
        long frame = from;
        while (frame < end && !isDue(frame)) {
            frame++;
        }
        return frame;
    }

    /** The first frame behind this one that is not to leave now. */
    long dueUntil(final long from) {
        long frame = from;
        while (frame < end && isDue(frame)) {
            frame++;
        }
        return frame;
    }

    private boolean isDue(final long frame) {
        if (frame >= unsent) {
            return true;
        }
        final boolean isOwed = windows[(int) frame & MASK] <= copies
            && sinceLeftNs((int) frame & MASK) >= tickNs / 2;
        return isOwed || repairs > 0 && isOverdue(frame);
    }

    /**
     * A window left with the frames from one to before another.
     *
     * @param bytes    of all of it
     * @param perFrame bytes of one of its frames
     */
    void left(final long from, final long behind, final long bytes, final long perFrame) {
        uplink.sentNew(perFrame * Math.max(0, behind - Math.max(from, unsent)));
        if (from < unsent && isOverdue(from)) {
            uplink.sentExtra(bytes);
        }
        if (from < unsent && isOverdue(from)) {
            repairs--;
        }
        if (from == head && from < unsent && isOverdue(from)) {
            noteLoss(from);
        }
        for (long frame = from; frame < behind; frame++) {
            final int at = (int) frame & MASK;
            if (frame >= unsent) {
                mark(frame, nowNs, 1, 0);
            } else if (isOverdue(frame)) {
                mark(frame, nowNs, 1, timeouts[at] + 1);
            } else {
                mark(frame, nowNs, windows[at] + 1, timeouts[at]);
            }
        }
    }

    /** A frame was lost in all windows that held it: one more would have helped. */
    private void noteLoss(final long frame) {
        final int held = windows[(int) frame & MASK];
        lostNs = nowNs;
        needed = Math.max(needed, held > MOST_COPIES ? 1 : held);
    }

    private boolean isOverdue(final long frame) {
        final int at = (int) frame & MASK;
        return sinceLeftNs(at) >= timeoutNs << Math.min(timeouts[at], MOST_DOUBLINGS);
    }

    /** Time since a frame left last. Microseconds in 32 bits hold 35 minutes, longer than any frame waits. */
    private long sinceLeftNs(final int at) {
        return ((int) (nowNs / NS_PER_US) - leftUs[at]) * NS_PER_US;
    }

    private void mark(final long frame, final long atNs, final int inWindows, final int timedOut) {
        leftUs[(int) frame & MASK] = (int) (atNs / NS_PER_US);
        windows[(int) frame & MASK] = (byte) Math.min(inWindows, Byte.MAX_VALUE);
        timeouts[(int) frame & MASK] = (byte) Math.min(timedOut, Byte.MAX_VALUE);
    }
}
