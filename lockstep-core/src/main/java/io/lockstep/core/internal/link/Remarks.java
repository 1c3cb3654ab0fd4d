package io.lockstep.core.internal.link;

import io.lockstep.core.internal.protocol.InputWindow;

/**
 * Chooses the control fields that the windows to one peer carry besides inputs: the echo of the peer's newest datagram,
 * the report of how its inputs arrive, and the term that we lead. They are as long as the inputs, and the peer hardly
 * acts differently if it gets them sixty times a second. So most windows are sent without them.
 */
final class Remarks {

    /**
     * Time between two windows with control fields, in nanoseconds: every eighth one at 60 Hz. After five of them, an
     * estimate of the round-trip time has half of a change. The input delay, which takes one step a second, follows
     * later than that.
     */
    static final long SPACING_NS = 125_000_000L;

    /**
     * Number of received bytes after which an echo is due: the peer's line holds sixteen times as many before its
     * windows wait for an echo ({@link InFlight}).
     */
    static final int ECHO_AFTER_BYTES = 1 << 10;

    /**
     * The same spacing on a line with losses in either direction, in nanoseconds: every second window. Several lost
     * echoes in a row can mean a second without one, and then windows would wait though the line is wide enough.
     */
    static final long LOSSY_SPACING_NS = 30_000_000L;
    private static final double LOSSY = 0.01;

    /**
     * Time, in nanoseconds, for which every window names a new term: one of them arrives, and then it need not be
     * named.
     */
    private static final long NEW_TERM_NS = 4 * SPACING_NS;

    /** Divisor of a tick: a spare that fell by this part may require more input delay, so it is reported at once. */
    private static final int SPARE_PART = 16;
    /** Divisor of a tick: a mean slack that moved by this part, a millisecond or two, is worth pacing for. */
    private static final int MEAN_PART = 8;

    private static final long NO_TERM = -1;
    private static final long NEVER = Long.MIN_VALUE;

    private final long tickNs;
    private final ArrivalMeter arrival;
    private final PeerReport report;
    /** Sequence of the newest datagram to echo: a window, or a datagram sent along with one. */
    private int echoSequence;
    private long echoNs = NEVER;
    private long saidNs = NEVER;
    private int cameBytes;
    /** Whether frames came that wait behind a gap: only an echo tells the peer that it need not repeat them. */
    private boolean isKept;
    private boolean reported;
    private long reportedMeanNs;
    private long reportedSpareNs;
    private int reportedDelay;
    private long term = NO_TERM;
    private long termSinceNs;
    /** Whether the current window carries all control fields. */
    private boolean due;

    Remarks(final long tickNs, final ArrivalMeter arrival, final PeerReport report) {
        this.tickNs = tickNs;
        this.arrival = arrival;
        this.report = report;
    }

    /** Forgets everything: the peer is another process, which has received nothing. */
    void restart() {
        echoNs = NEVER;
        echoSequence = 0;
        saidNs = NEVER;
        reported = false;
        term = NO_TERM;
        cameBytes = 0;
        isKept = false;
    }

    /** Records that the newest datagram brought frames that wait behind a gap. */
    void kept() {
        isKept = true;
    }

    /** Counts bytes of the peer's datagrams that carry inputs. */
    void came(final int bytes) {
        cameBytes += bytes;
    }

    /** Takes a received datagram, which is echoed if it is the newest. */
    void toEcho(final int sequence, final long nowNs) {
        if (echoNs == NEVER || sequence - echoSequence > 0) {
            echoSequence = sequence;
            echoNs = nowNs;
        }
    }

    /**
     * Adds the control fields that are due to a window.
     *
     * @param urgent     whether all fields are due, because a measurement is under way or a peer waits
     * @param leads      the term that this peer leads, or a negative number
     * @param foreseenNs time by which our game needs inputs later than they are due, in nanoseconds
     * @param delay      our input delay, in ticks
     */
    void add(final InputWindow window, final boolean urgent, final long leads, final long foreseenNs, final int delay,
             final long nowNs) {
        final long spacingNs = Math.max(arrival.loss(), report.loss()) > LOSSY ? LOSSY_SPACING_NS : SPACING_NS;
        due = urgent || saidNs == NEVER || nowNs - saidNs >= spacingNs;
        final boolean changed = changes(delay);
        final boolean newTerm = isNew(leads, nowNs);
        if (echoNs != NEVER && (due || isKept || cameBytes >= ECHO_AFTER_BYTES)) {
            window.echo(echoSequence, nowNs - echoNs);
        }
        if (arrival.known() && (due || changed)) {
            window.report().set(arrival.meanNs(), arrival.spareNs() + foreseenNs, arrival.loss(), delay);
        }
        window.leading(leads >= 0);
        if (leads >= 0 && (due || newTerm)) {
            window.nameTerm(leads);
        }
    }

    /** Returns whether a new report would change what the peer does after the last one. */
    private boolean changes(final int delay) {
        if (!arrival.known()) {
            reported = false;
            return false;
        }
        return !reported || delay != reportedDelay || arrival.spareNs() < reportedSpareNs - tickNs / SPARE_PART
            || Math.abs(arrival.meanNs() - reportedMeanNs) > tickNs / MEAN_PART;
    }

    private boolean isNew(final long leads, final long nowNs) {
        if (leads != term) {
            term = leads;
            termSinceNs = nowNs;
        }
        return leads >= 0 && nowNs - termSinceNs < NEW_TERM_NS;
    }

    /** Records the fields of a window that was sent. */
    void said(final InputWindow window, final int delay, final long nowNs) {
        if (window.hasEcho()) {
            isKept = false;
            cameBytes = 0;
        }
        if (window.report().present()) {
            reported = true;
            reportedMeanNs = arrival.meanNs();
            reportedSpareNs = arrival.spareNs();
            reportedDelay = delay;
        }
        if (due && (window.hasEcho() || window.report().present() || window.namesTerm())) {
            saidNs = nowNs;
        }
    }
}
