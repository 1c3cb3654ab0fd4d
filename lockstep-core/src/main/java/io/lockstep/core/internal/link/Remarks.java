package io.lockstep.core.internal.link;

import io.lockstep.core.internal.protocol.InputWindow;

/**
 * What the windows to one peer say beside inputs, and in which of them: which datagram of the peer's came last, how
 * the peer's inputs arrive, and which term we lead. It is as long as the inputs, and the peer hardly does anything else
 * for having it sixty times a second; so most windows leave without.
 */
final class Remarks {

    /**
     * Every eighth window at 60 Hz. An estimate of the round-trip time has half of a change after five of them, which
     * is sooner than the input delay follows, that takes a step a second.
     */
    static final long SPACING_NS = 125_000_000L;

    /**
     * After so much of the peer's an echo is due: its line holds sixteen times as much before windows wait for one
     * ({@link InFlight}).
     */
    static final int ECHO_AFTER_BYTES = 1 << 10;

    /**
     * Every second window, where more than so much is lost, either way: a second without an echo, which is some in a
     * row that are lost, would have windows wait for one on a line that is wide enough.
     */
    static final long LOSSY_SPACING_NS = 30_000_000L;
    private static final double LOSSY = 0.01;

    /** A term is named in every window for so long: one of them arrives, and from then on it need not be named. */
    private static final long NEW_TERM_NS = 4 * SPACING_NS;

    /** A spare that has fallen by this part of a tick may ask for more input delay, so it is said at once. */
    private static final int SPARE_PART = 16;
    /** A mean slack that has moved by this part of a tick is worth pacing for: a millisecond or two. */
    private static final int MEAN_PART = 8;

    private static final long NO_TERM = -1;
    private static final long NEVER = Long.MIN_VALUE;

    private final long tickNs;
    private final ArrivalMeter arrival;
    private final PeerReport report;
    /** The newest datagram received of those that are echoed: windows, and what took the line along with them. */
    private int echoSequence;
    private long echoNs = NEVER;
    private long saidNs = NEVER;
    private int cameBytes;
    private boolean reported;
    private long reportedMeanNs;
    private long reportedSpareNs;
    private int reportedDelay;
    private long term = NO_TERM;
    private long termSinceNs;
    /** The window that is being made says everything. */
    private boolean due;

    Remarks(final long tickNs, final ArrivalMeter arrival, final PeerReport report) {
        this.tickNs = tickNs;
        this.arrival = arrival;
        this.report = report;
    }

    /** Another process is there, to which nothing was said. */
    void restart() {
        echoNs = NEVER;
        echoSequence = 0;
        saidNs = NEVER;
        reported = false;
        term = NO_TERM;
        cameBytes = 0;
    }

    /** So much of the peer's came in which inputs travel. */
    void came(final int bytes) {
        cameBytes += bytes;
    }

    /** A datagram came that is to be echoed, if it is the newest. */
    void toEcho(final int sequence, final long nowNs) {
        if (echoNs == NEVER || sequence - echoSequence > 0) {
            echoSequence = sequence;
            echoNs = nowNs;
        }
    }

    /**
     * Puts into a window what is due in it.
     *
     * @param urgent     whether everything is, as it is measured now or somebody waits
     * @param leads      the term we lead, negative if we lead none
     * @param foreseenNs how much later our game needs inputs than they are due
     * @param delay      our input delay, ticks
     */
    void add(final InputWindow window, final boolean urgent, final long leads, final long foreseenNs, final int delay,
             final long nowNs) {
        final long spacingNs = Math.max(arrival.loss(), report.loss()) > LOSSY ? LOSSY_SPACING_NS : SPACING_NS;
        due = urgent || saidNs == NEVER || nowNs - saidNs >= spacingNs;
        final boolean changed = changes(delay);
        final boolean newTerm = isNew(leads, nowNs);
        if (echoNs != NEVER && (due || cameBytes >= ECHO_AFTER_BYTES)) {
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

    /** Would what the peer was told last have it do something else than what it would be told now? */
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

    /** A window left. */
    void said(final InputWindow window, final int delay, final long nowNs) {
        if (window.hasEcho()) {
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
