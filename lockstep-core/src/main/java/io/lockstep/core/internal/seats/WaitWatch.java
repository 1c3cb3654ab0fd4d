package io.lockstep.core.internal.seats;

import io.lockstep.core.game.Phase;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.InputRequests;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Message;

/**
 * Finds the peers that have spent the time for which the others wait for them. A wait is charged to the peer that
 * causes it, as far as this peer can know. A peer whose input is missing may itself wait for another one, whose inputs
 * this peer lacks further back; so only the peers that are furthest behind are charged. If one of these asks for
 * another peer's inputs, it may lack them. If a second peer lacks them, too, their owner is charged. Otherwise other
 * peers hold them and send them, and the asking peer must continue as soon as they can arrive. A budget belongs to the
 * seat: it survives a restart of the process there.
 */
public final class WaitWatch {

    /**
     * Longest gap between two ticks, in nanoseconds, that is charged: after a hitch of this process, or a jump of its
     * clock, every peer looks late.
     */
    private static final long HITCH_NS = 100_000_000L;
    /** Number of deviations added to the mean round trip: as many as in the longest round trip elsewhere. */
    private static final int DEVIATIONS = 3;
    /**
     * Time, in nanoseconds, in which a peer that lacks another's inputs is excused, besides the round trip: enough to
     * ask for them, get two answers, and lose one answer. It does not apply once half of the bank is spent.
     * Otherwise a peer that only claims to lack inputs could keep each wait shorter than this, and never be charged.
     */
    private static final long EXCUSED_NS = 300_000_000L;

    private final MatchState state;
    private final Links links;
    private final InputLog log;
    private final FrameClock clock;
    private final Lineup lineup;
    private final InputRequests requests;
    private final boolean isOn;
    /** Longest input delay plus predicted frames, in ticks: a line with a longer latency makes every frame wait. */
    private final int delayTicks;
    private final WaitBudget[] budgets = new WaitBudget[Message.MAX_PLAYERS];
    private long lookedNs;
    private long lookedFrame;
    private int spent;
    private int impatient;

    public WaitWatch(final MatchSettings settings, final MatchState state, final Links links, final InputLog log,
              final FrameClock clock, final Lineup lineup, final InputRequests requests) {
        this.state = state;
        this.links = links;
        this.log = log;
        this.clock = clock;
        this.lineup = lineup;
        this.requests = requests;
        // Without pacing, no peer is late.
        isOn = settings.timeouts().waitMs() > 0 && !settings.sending().unpaced();
        delayTicks = settings.delay().max() + settings.ahead().frames();
        final int playedPerFree =
            settings.delay().policy() == InputDelayPolicy.arrival() ? WaitBudget.ARRIVAL_PER_FREE
                : WaitBudget.OTHER_PER_FREE;
        for (final Link link : links.all()) {
            budgets[link.peer] = new WaitBudget(settings.timeouts().waitMs(), playedPerFree);
            tell(link);
        }
    }

    /**
     * Charges the time since the last call.
     *
     * @param silent the peers that were silent for the drop timeout, bit n for peer n: the match waits for their cut
     * @return the peers that have spent their budget, bit n for peer n
     */
    int tick(final Membership membership, final boolean paused, final int silent, final long nowNs) {
        final long passedNs = nowNs - lookedNs;
        lookedNs = nowNs;
        // A promise that holds this peer back stops the charging; a peer that is about to be cut stays suspected.
        if (!isOn || state.phase() != Phase.PLAYING || !clock.running() || passedNs < 0
            || passedNs > HITCH_NS || state.frame() >= lineup.fence()) {
            return spent;
        }
        final boolean isNew = state.frame() != lookedFrame;
        lookedFrame = state.frame();
        final int late = clock.isStalled() && !paused ? late(state.frame(), nowNs) & ~silent : 0;
        spent = 0;
        impatient = 0;
        for (final Link link : links.all()) {
            if (link.isMember()) {
                if (isNew && lineNs(link) > 0) {
                    budgets[link.peer].begins(lineNs(link), clock.tickNs());
                }
                // Without a quorum a wait is not charged: the peer may wait for members that are gone.
                if ((late & 1 << link.peer) != 0 && membership.canSpare(link.peer)) {
                    budgets[link.peer].waited(passedNs, isExcused(link, nowNs));
                } else {
                    budgets[link.peer].played(passedNs);
                }
                spent |= budgets[link.peer].isSpent() ? 1 << link.peer : 0;
                impatient |= budgets[link.peer].isDrawnOn() ? 1 << link.peer : 0;
                tell(link);
            }
        }
        return spent;
    }

    /**
     * Returns the time, in nanoseconds, by which the line exceeds the input delay and the prediction. It takes the
     * one-way latency, and as much again at most by which the clocks differ.
     */
    private long lineNs(final Link link) {
        return link.rtt.meanNs() + DEVIATIONS * link.rtt.deviationNs() - delayTicks * clock.tickNs();
    }

    /** Returns the peers that a wait for a frame is charged to, bit n for peer n. */
    private int late(final long frame, final long nowNs) {
        int missing = 0;
        int last = 0;
        long least = Long.MAX_VALUE;
        for (final Link link : links.all()) {
            final long next = log.next(link.players);
            if (next <= frame && log.present(link.players[0], frame)) {
                missing |= 1 << link.peer;
                last = next < least ? 1 << link.peer : next == least ? last | 1 << link.peer : last;
                least = Math.min(least, next);
            }
        }
        final Link lacked = requests.lackedBy(last, missing, nowNs);
        if (lacked != null) {
            return 1 << lacked.peer;
        }
        // If several are furthest behind, one that asks may lack the inputs of another of them.
        final int silent = last & ~requests.askers(nowNs);
        final int late = silent == 0 ? last : silent;
        // For a moment several may look furthest behind that wait for a third peer and have not asked yet.
        return Integer.bitCount(late) == 1 || clock.stalledNs(nowNs) >= EXCUSED_NS ? late : 0;
    }

    /** Returns whether a peer asks for another peer's inputs and may not have been answered yet. */
    private boolean isExcused(final Link link, final long nowNs) {
        // After so many waits an honest peer asks for the missing inputs at once, and gets them within a round trip.
        final long askNs = budgets[link.peer].isReserve() ? 0 : EXCUSED_NS;
        return (requests.askers(nowNs) & 1 << link.peer) != 0
            && clock.stalledNs(nowNs) < askNs + link.rtt.meanNs() + DEVIATIONS * link.rtt.deviationNs();
    }

    private void tell(final Link link) {
        link.statistics.waitLeft(isOn ? budgets[link.peer].leftNs() : Long.MAX_VALUE);
    }

    /** Returns the peers that have used so much of their budget that others ask for their inputs at once. */
    int impatient() {
        return impatient;
    }

    /** Returns whether a peer has spent the time for which the others wait for it. */
    boolean isSpent(final int peer) {
        return (spent & 1 << peer) != 0;
    }

    /** Tells how much of each peer's budget is spent. */
    void inspect(final Inspector by) {
        for (final Link link : links.all()) {
            if (isOn && link.isMember()) {
                budgets[link.peer].inspect(by, link.peer);
            }
        }
    }
}
