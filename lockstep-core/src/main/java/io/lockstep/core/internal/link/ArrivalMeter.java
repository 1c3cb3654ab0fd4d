package io.lockstep.core.internal.link;

import org.HdrHistogram.Histogram;

/**
 * Measures how one peer's datagrams arrive: how early before their inputs are needed, on average and with what to
 * spare, and how many are lost. Its findings go back to that peer in every window.
 */
public final class ArrivalMeter {

    private static final int MEAN_GAIN = 16;

    /** Of every ten datagrams one or more tell of loss, so this is some ten seconds: 5 % is then known to within 2. */
    private static final double LOSS_GAIN = 1.0 / 64;

    /** A longer gap is an outage, not loss. */
    private static final int MAX_GAP = 64;

    /** More than a minute early or late says nothing more. */
    private static final long MAX_SLACK_US = 60_000_000L;
    private static final int NS_PER_US = 1000;

    /** Null until somebody asks: what nobody looks at takes neither room nor time. */
    private volatile Distribution earlyMicros;
    private volatile Distribution lateMicros;
    private boolean known;
    private long meanNs;
    private double loss;
    private int newestSequence;
    private final long spacingNs;
    private final HeldMinimum slowest = new HeldMinimum();
    private final LatenessTally tally;
    /** By how much the delays of both ends make what is tallied earlier than it is: half of each, as pacing has it. */
    private long baseNs;
    private boolean rehearsed;

    /**
     * A meter for a peer that sends at least twice a tick, which it does where it sends everything twice.
     *
     * @param tickNs     length of a tick
     * @param stallPrice ticks of delay that one stalled tick in every frame is worth
     */
    public ArrivalMeter(final long tickNs, final int stallPrice) {
        spacingNs = tickNs / 2;
        tally = new LatenessTally(tickNs, stallPrice);
    }

    /**
     * A window brought a frame that was new here, and was sent as soon as that frame was sampled.
     *
     * @param sequence of the datagram
     * @param slackNs  from now until that frame is due
     */
    public void sample(final int sequence, final long slackNs, final long nowNs) {
        if (!known) {
            known = true;
            meanNs = slackNs;
        }
        meanNs += (slackNs - meanNs) / MEAN_GAIN;
        slowest.add(slackNs, nowNs);
        final Distribution slacks = slackNs < 0 ? lateMicros : earlyMicros;
        if (slacks != null) {
            slacks.add(Math.abs(slackNs) / NS_PER_US);
        }
        countLoss(sequence, slackNs);
        newestSequence = sequence;
    }

    /**
     * Inputs came together, for the first time by any way.
     *
     * @param slackNs   how early the first of them came
     * @param delaysNs  half of the input delays of both ends: what the tally is independent of, so that it stands when
     *                  these change
     * @param rehearses whether they are those of a peer that does not play yet
     * @param frames    how many
     */
    void inputs(final long slackNs, final long delaysNs, final boolean rehearses, final int frames,
                final long nowNs) {
        if (rehearses != rehearsed) {
            rehearsed = rehearses;
            tally.clear();
        }
        baseNs = delaysNs;
        tally.add(slackNs - delaysNs, frames, nowNs);
    }

    /**
     * Aeron drops a datagram that a later one has overtaken, which leaves the same gap as loss but loses nothing: the
     * later one held it all. To overtake it must have been faster by the time between the two, so what is missing just
     * before one of the slowest datagrams was not overtaken but lost. Only those are counted.
     */
    private void countLoss(final int sequence, final long slackNs) {
        if (slackNs > slowest.value() + spacingNs) {
            return;
        }
        final int gap = sequence - newestSequence - 1;
        for (int i = 0; i < gap && gap <= MAX_GAP && newestSequence != 0; i++) {
            loss += (1 - loss) * LOSS_GAIN;
        }
        loss -= loss * LOSS_GAIN;
    }

    /** Is nothing missing between the newest datagram and this one? */
    boolean isNext(final int sequence) {
        return sequence == newestSequence + 1;
    }

    /** A datagram without a new frame says nothing of slack, but it came. */
    public void other(final int sequence) {
        if (sequence - newestSequence > 0) {
            newestSequence = sequence;
        }
    }

    /** Another process sends from now on, whose sequences begin anew. */
    public void reborn() {
        restart();
        newestSequence = 0;
        loss = 0;
    }

    /** What was known of slack is void; what is lost on the way is still the same. */
    public void restart() {
        known = false;
        slowest.restart();
        tally.clear();
    }

    public boolean known() {
        return known;
    }

    public long meanNs() {
        return meanNs;
    }

    /** How much later inputs could come at the least cost, negative when they should come earlier. */
    public long spareNs() {
        if (tally.isEmpty()) {
            return meanNs;
        }
        if (rehearsed) {
            // Who joins stalls nobody: not one input may be late, though clocks move until the first one counts.
            return tally.latestNs() - spacingNs;
        }
        final long spareNs = tally.spareNs() + baseNs;
        // A spike that is over asks for no more than it got, though it is remembered for some seconds.
        return spareNs >= 0 ? spareNs : Math.min(0, Math.max(spareNs, tally.lastNs() + baseNs));
    }

    public double loss() {
        return loss;
    }

    /** Any thread may ask how early those came that came in time, since this was asked last; nothing the first time. */
    synchronized void takeEarlyMicros(final Histogram into) {
        if (earlyMicros == null) {
            earlyMicros = new Distribution(MAX_SLACK_US);
        }
        earlyMicros.take(into);
    }

    /** Any thread may ask by how much the others were late; nothing the first time. */
    synchronized void takeLateMicros(final Histogram into) {
        if (lateMicros == null) {
            lateMicros = new Distribution(MAX_SLACK_US);
        }
        lateMicros.take(into);
    }
}
