package io.lockstep.core.internal.link;

import io.lockstep.core.internal.input.InputLog;

/**
 * Decides which inputs are sent again to one peer, and when. While repeats are cheap, each window repeats all inputs
 * that the peer has not acknowledged. Otherwise repeats are spared: a window carries each frame in the tick in which it
 * is sampled. On a line with losses a few more windows carry it, and another one when its acknowledgement is overdue.
 */
final class Repeats {

    /** Largest size of cheap repeats in a window, in bytes: no more than the headers of a datagram take. */
    private static final int FEW_BYTES = 96;

    /** Rate of such repeats on all links, in bytes a second, up to which they hardly cause a queue on the line. */
    private static final int FEW_BYTES_PER_S = 64 << 10;

    /** Largest rate of the repeats of all links together, in bytes a second: an eighth of a line of 1 Mbit/s. */
    private static final int BYTES_PER_S = 16 << 10;

    /** Time between two checks whether repeats are cheap again, in nanoseconds: a window with all of them is costly. */
    private static final long TRIAL_NS = 1_000_000_000L;

    /** Largest share of lost windows for which one more window per frame suffices: it loses one frame in 10,000. */
    private static final double FEW_LOST = 0.01;
    /** Largest share of lost windows for which two more windows per frame suffice; above it, three are sent. */
    private static final double SOME_LOST = 0.05;
    private static final int MOST_COPIES = 3;
    /**
     * Time, in nanoseconds, for which each frame leaves in one more window after a frame was lost for want of it: a
     * line that loses one frame in a thousand loses the next, too.
     */
    private static final long LOSSY_NS = 60_000_000_000L;

    /** Number of mean deviations added to the mean round trip until an acknowledgement is overdue, as in RFC 6298. */
    private static final int DEVIATIONS = 4;
    /** Ticks added to the timeout: one in which the acknowledgement waits for a window, and one for a lost window. */
    private static final int TICKS = 2;
    /** Timeout before a round trip is known, in nanoseconds. */
    private static final long FIRST_TIMEOUT_NS = 200_000_000L;
    /** Number of repeats of a frame that double its timeout. */
    private static final int MOST_DOUBLINGS = 2;
    /** Largest number of windows with repeats in one poll: the rest waits, so that no outage ends in a burst. */
    private static final int MOST_REPAIRS = 4;

    private static final int MASK = InputLog.REACH - 1;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_US = 1000;

    private final long tickNs;
    /** Size of repeats in a window, in bytes, that is cheap even while a queue grows. */
    private final int alwaysCheap;
    /** Size of repeats in a window, in bytes, that is cheap while no queue grows. */
    private final int cheap;
    /** Time at which each frame was last sent, in microseconds. */
    private final int[] leftUs = new int[InputLog.REACH];
    /** Number of windows that carried each frame since it was first sent or last overdue. */
    private final byte[] windows = new byte[InputLog.REACH];
    /** Number of times that each frame's timeout passed. */
    private final byte[] timeouts = new byte[InputLog.REACH];
    private final KeptFrames kept;
    /** Number of frames that all links together send in a second. */
    private final int framesPerS;
    private boolean spares;
    private long trialNs;
    /** End of the newest window that repeated everything: it held all unacknowledged frames below this one. */
    private long wholeEnd;
    private long wholeNs;
    /** Number of additional windows per frame that the latest losses call for. */
    private int needed;
    /** Time of the latest of those losses, in nanoseconds. */
    private long lostNs;
    /** The uplink, and below it the limits, of the windows that are being sent. */
    private Uplink uplink;
    private long head;
    private long unsent;
    private long end;
    private long nowNs;
    private long timeoutNs;
    /** Time, in nanoseconds, by which a window may overtake an earlier one. */
    private long overtakeNs;
    private int copies;
    private int repairs;
    private boolean isShort;

    /**
     * Creates the state of a link on which nothing was sent yet.
     *
     * @param links number of links of this session
     */
    Repeats(final int tickRate, final int links) {
        tickNs = NS_PER_S / tickRate;
        kept = new KeptFrames(tickRate);
        framesPerS = tickRate * links;
        alwaysCheap = (long) FEW_BYTES * tickRate * links <= FEW_BYTES_PER_S ? FEW_BYTES : 0;
        cheap = Math.max(FEW_BYTES, BYTES_PER_S / tickRate / links);
    }

    /** Forgets the frames that were sent: the windows that follow carry others. */
    void restart() {
        spares = false;
        wholeEnd = 0;
        needed = 0;
        kept.restart();
    }

    /** Returns what echoes tell about the frames that are sent one by one. */
    KeptFrames kept() {
        return kept;
    }

    /** Returns whether repeats are spared, because they are not cheap. */
    boolean spares() {
        return spares;
    }

    /** Returns whether there is no room for the copies that losses call for, so that lost frames arrive late. */
    boolean isLate() {
        return spares && isShort;
    }

    /** Returns whether repeats are spared and no check is due for which a window with all repeats must be built. */
    boolean isSettled(final long atNs) {
        return spares && atNs - trialNs < TRIAL_NS;
    }

    /**
     * Chooses whether to spare repeats from now on.
     *
     * @param isWhole whether all unacknowledged frames fit in one window
     * @param bytes   size of the repeats in that window, in bytes
     * @param shared  knows whether the line that all links share has a queue
     * @param queue   knows whether this link has a queue; large repeats that caused one would cause another
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

    /** Records that a window was sent with all unacknowledged frames below this one. */
    void leftWhole(final long next, final long atNs) {
        wholeEnd = next;
        wholeNs = atNs;
    }

    /**
     * Begins to choose the frames to send now; the caller calls {@link #allow} next.
     *
     * @param acked      the first frame that is not acknowledged
     * @param unsentFrom the first frame that was never sent
     * @param endFrame   the frame after the last one
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
     * Sets the limits of the windows that are sent now.
     *
     * @param shared   the budget of all links
     * @param isSlow   whether this link shows a queue
     * @param isLost   whether the peer was not heard of late, or does not hear us: one repeat in a poll at most
     * @param loss     share of our datagrams that the peer misses
     * @param echoNs   longest time for which the peer holds back acknowledgements, in nanoseconds
     */
    void allow(final Uplink shared, final boolean isSlow, final boolean isLost, final double loss,
               final RttEstimator rtt, final long echoNs) {
        uplink = shared;
        final boolean queueing = uplink.isQueueing() || isSlow;
        needed = nowNs - lostNs < LOSSY_NS ? needed : 0;
        final int wanted = isLost ? 0 : Math.max(needed, copies(loss));
        copies = queueing ? 0 : uplink.copies(wanted);
        isShort = copies < wanted;
        repairs = isLost ? 1 : MOST_REPAIRS;
        if (queueing || uplink.hasQueued()) {
            repairs = uplink.mayRepeat() ? 1 : 0;
        }
        overtakeNs = TICKS * tickNs + DEVIATIONS * rtt.deviationNs();
        final long rttNs = rtt.samples() == 0 ? FIRST_TIMEOUT_NS
            : rtt.meanNs() + DEVIATIONS * rtt.deviationNs();
        timeoutNs = rttNs + TICKS * tickNs + echoNs;
    }

    /** Returns the number of additional windows per frame for a loss rate. */
    private static int copies(final double loss) {
        if (loss <= FEW_LOST) {
            return loss <= 0 ? 0 : 1;
        }
        return loss <= SOME_LOST ? 2 : MOST_COPIES;
    }

    /** Returns the first frame from this one on that is to be sent now, or the end if there is none. */
    long nextDue(final long from) {
        long frame = from;
        while (frame < end && !isDue(frame)) {
            frame++;
        }
        return frame;
    }

    /** Returns the first frame from this one on that is not to be sent now, or the end if there is none. */
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
        // What the peer has is repeated only if the peer still names it as missing.
        if (frame != head && kept.isKept(frame)) {
            return false;
        }
        final boolean isOwed = windows[(int) frame & MASK] <= copies
            && sinceLeftNs((int) frame & MASK) >= tickNs / 2;
        return isOwed || repairs > 0 && isOverdue(frame);
    }

    /**
     * Records that a window was sent with some frames.
     *
     * @param from     the first frame
     * @param behind   the frame after the last one
     * @param bytes    size of the window, in bytes
     * @param perFrame size of one of its frames, in bytes
     */
    void left(final long from, final long behind, final long bytes, final long perFrame) {
        uplink.sentNew(perFrame * Math.max(0, behind - Math.max(from, unsent)), perFrame * framesPerS);
        if (from < unsent && isOverdue(from)) {
            uplink.sentExtra(bytes);
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

    /** Records that every window that held a frame was lost: one more window would have helped. */
    private void noteLoss(final long frame) {
        final int held = windows[(int) frame & MASK];
        lostNs = nowNs;
        needed = Math.max(needed, held > MOST_COPIES ? 1 : held);
    }

    private boolean isOverdue(final long frame) {
        final int at = (int) frame & MASK;
        final boolean isOvertaken = sinceLeftNs(at) - kept.sinceProvenNs(nowNs) > overtakeNs;
        return isOvertaken || sinceLeftNs(at) >= timeoutNs << Math.min(timeouts[at], MOST_DOUBLINGS);
    }

    /**
     * Returns the time since a frame was last sent. Microseconds in 32 bits hold 35 minutes, longer than any frame
     * waits.
     */
    private long sinceLeftNs(final int at) {
        return ((int) (nowNs / NS_PER_US) - leftUs[at]) * NS_PER_US;
    }

    private void mark(final long frame, final long atNs, final int inWindows, final int timedOut) {
        kept.sent(frame);
        leftUs[(int) frame & MASK] = (int) (atNs / NS_PER_US);
        windows[(int) frame & MASK] = (byte) Math.min(inWindows, Byte.MAX_VALUE);
        timeouts[(int) frame & MASK] = (byte) Math.min(timedOut, Byte.MAX_VALUE);
    }
}
