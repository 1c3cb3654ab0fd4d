package io.lockstep.core.internal.link;

import io.lockstep.core.input.DelayObservation;

/** What all links together say of the network, for the input delay and the pacing of this peer. */
public final class LinkSurvey {

    /** A repeat that waits for an overdue acknowledgement arrives after one and a half round trips. */
    private static final int ROUND_TRIPS = 3;
    /**
     * Longest round trip that {@link #slowRttNs} reports, in nanoseconds. No match plays on a slower line. A peer that
     * echoes old datagrams would otherwise make its line look slow, and delay every snapshot by twice that time.
     */
    private static final long MAX_SLOW_NS = 2_000_000_000L;

    private final Link[] links;
    private final long tickNs;
    /** What need not be waited for of a round trip, as the game is played so far ahead at both ends of it. */
    private final long foreseenNs;
    private final DelayObservation observation = new DelayObservation();

    /**
     * Of these links.
     *
     * @param links  of the session
     * @param tickNs length of a tick
     * @param window frames by which the game is played ahead; the others may have another, and it shows in how early
     *               they say that our inputs are
     */
    public LinkSurvey(final Link[] links, final long tickNs, final int window) {
        this.links = links;
        this.tickNs = tickNs;
        foreseenNs = 2 * window * tickNs;
    }

    /**
     * The worst of each measurement over all links. Slack is counted as it would be if both ends of a link had the same
     * input delay: pacing gives each the same slack whoever contributes to it, and without this one peer would end with
     * all of the delay and the other with none.
     */
    public DelayObservation observe(final int ticks) {
        return observe(ticks, tickNs / 2);
    }

    /** The same for a peer whose windows leave as if it had no input delay, and that the others do not adapt to yet. */
    public DelayObservation rehearsal() {
        return observe(0, 0);
    }

    private DelayObservation observe(final int ticks, final long shareNs) {
        long jitter = 0;
        long spare = Long.MAX_VALUE;
        double loss = 0;
        for (final Link link : links) {
            if (link.isPlaying() && link.counts()) {
                jitter = Math.max(jitter, link.rtt.deviationNs());
            }
            if (link.isPlaying() && link.counts() && link.report.known()) {
                final long share = (ticks - link.report.delay()) * shareNs;
                // What is late is late; that pacing will share it out is believed of what is early.
                final long counted = link.report.spareNs() < 0 ? Math.min(share, 0) : share;
                spare = Math.min(spare, link.report.spareNs() + counted);
                loss = Math.max(loss, link.report.loss());
            }
        }
        final long rtt = maxRttNs();
        observation.link(tickNs, ticks, rtt == 0 ? 0 : Math.max(1, rtt - foreseenNs), jitter)
            .leastRtt(Math.max(0, leastRttNs() - foreseenNs));
        if (spare != Long.MAX_VALUE) {
            observation.arrival(spare, loss);
        }
        return observation;
    }

    private long leastRttNs() {
        long rtt = 0;
        for (final Link link : links) {
            final long way = link.isPlaying() && link.rtt.samples() > 0 ? link.leastRtt.value() : 0;
            rtt = Math.max(rtt, link.out.repeats.isLate() ? ROUND_TRIPS * way : way);
        }
        return rtt;
    }

    public long maxRttNs() {
        long rtt = 0;
        for (final Link link : links) {
            rtt = Math.max(rtt, link.isPlaying() ? link.rtt.meanNs() : 0);
        }
        return rtt;
    }

    /**
     * By how much this peer should be later for the inputs it waits for to arrive as early as its own arrive elsewhere,
     * both taken where they are tightest. One-way delay cannot be observed, slack can: shifting our frames by x adds x
     * to every slack here and takes it from our slack everywhere else. Negative: be earlier.
     *
     * @param delayNs how much earlier our inputs will leave than those that the others have reported of
     */
    public long aheadNs(final long delayNs) {
        long ours = Long.MAX_VALUE;
        long theirs = Long.MAX_VALUE;
        for (final Link link : links) {
            if (link.isPlaying() && link.counts() && link.report.known() && link.arrival.known()) {
                ours = Math.min(ours, link.report.slackNs());
                theirs = Math.min(theirs, link.arrival.meanNs());
            }
        }
        return ours == Long.MAX_VALUE ? 0 : (ours + delayNs - theirs) / 2;
    }

    /**
     * Returns a bound for 99 of 100 round trips, estimated by mean and mean deviation; {@link #MAX_SLOW_NS} at most.
     */
    public long slowRttNs() {
        long rtt = 0;
        for (final Link link : links) {
            rtt = Math.max(rtt, link.isPlaying() ? link.rtt.meanNs() + 3 * link.rtt.deviationNs() : 0);
        }
        return Math.min(rtt, MAX_SLOW_NS);
    }

    /** Does every link know its RTT well enough to choose an input delay from? */
    public boolean measured() {
        for (final Link link : links) {
            if (link.isPlaying() && link.rtt.samples() < RttEstimator.ENOUGH_SAMPLES) {
                return false;
            }
        }
        return true;
    }
}
