package io.lockstep.core.internal.seats;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.InputRequests;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Message;

/**
 * Says which peers have spent the time that the others wait for them. A wait is charged to whom it is due to, as far as
 * this peer can know that. A peer whose input is missing may itself wait for another one, whose inputs this peer lacks
 * further back; so only those count that are furthest behind. Of these, one that asks for the inputs of another may
 * lack them: if a second peer lacks them, too, their owner is late. If no second one does, others hold them and hand
 * them on, and the one that asks has to go on as soon as these can be there. A budget is the seat's: it outlasts the
 * process there.
 */
public final class WaitWatch {

    /** After a hitch of our own everything looks late, so that time is nobody's; our clock may jump, too. */
    private static final long HITCH_NS = 100_000_000L;
    /** As many as there are in what is elsewhere taken for the longest round trip. */
    private static final int DEVIATIONS = 3;
    /**
     * Longer than a peer takes that lacks the inputs of another, beside the round trip, to ask for them, to be answered
     * by two, and to have lost one answer.
     */
    private static final long EXCUSED_NS = 300_000_000L;

    private final MatchState state;
    private final Links links;
    private final InputLog log;
    private final FrameClock clock;
    private final Lineup lineup;
    private final InputRequests requests;
    private final boolean isOn;
    /** The longest input delay, with what is played ahead: a line that takes longer makes every frame wait. */
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
        // Without a pace nobody is late.
        isOn = settings.timeouts().waitMs() > 0 && !settings.sending().unpaced();
        delayTicks = settings.delay().max() + settings.ahead().frames();
        final int playedPerFree =
            settings.delay().measured() ? WaitBudget.MEASURED_PER_FREE : WaitBudget.CHOSEN_PER_FREE;
        for (final Link link : links.all()) {
            budgets[link.peer] = new WaitBudget(settings.timeouts().waitMs(), playedPerFree);
            tell(link);
        }
    }

    /** Takes account of the time since it was called last; answers who has spent its budget, bit n for peer n. */
    int tick(final Membership membership, final boolean paused, final long nowNs) {
        final long passedNs = nowNs - lookedNs;
        lookedNs = nowNs;
        // While a promise holds us back nobody is waited for, and whom the others are about to cut stays suspected.
        if (!isOn || state.phase() != Phase.PLAYING || !clock.running() || passedNs < 0
            || passedNs > HITCH_NS || state.frame() >= lineup.fence()) {
            return spent;
        }
        final boolean isNew = state.frame() != lookedFrame;
        lookedFrame = state.frame();
        final int late = clock.isStalled() && !paused ? late(state.frame(), nowNs) : 0;
        spent = 0;
        impatient = 0;
        for (final Link link : links.all()) {
            if (link.isMember()) {
                if (isNew && lineNs(link) > 0) {
                    budgets[link.peer].begins(lineNs(link), clock.tickNs());
                }
                // A wait that nobody can end for lack of a quorum is not its doing: it may wait for those who are gone.
                final boolean counts = (late & 1 << link.peer) != 0 && membership.canSpare(link.peer);
                count(budgets[link.peer], counts, isExcused(link, nowNs), passedNs);
                spent |= budgets[link.peer].isSpent() ? 1 << link.peer : 0;
                impatient |= budgets[link.peer].isDrawnOn() ? 1 << link.peer : 0;
                tell(link);
            }
        }
        return spent;
    }

    private static void count(final WaitBudget budget, final boolean isLate, final boolean isExcused,
                              final long passedNs) {
        if (isLate) {
            budget.waited(passedNs, isExcused);
        } else {
            budget.played(passedNs);
        }
    }

    /**
     * What the line takes beyond the input delay and what is foreseen: a way there, and no more than another by which
     * clocks differ.
     */
    private long lineNs(final Link link) {
        return link.rtt.meanNs() + DEVIATIONS * link.rtt.deviationNs() - delayTicks * clock.tickNs();
    }

    /** The peers to whom a wait for a frame is charged, bit n for peer n. */
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
        // Of several, one that asks may lack the inputs of another of them.
        final int silent = last & ~requests.askers(nowNs);
        final int late = silent == 0 ? last : silent;
        // For a moment several may seem to be last that wait for a third one, and do not say so yet.
        return Integer.bitCount(late) == 1 || clock.stalledNs(nowNs) >= EXCUSED_NS ? late : 0;
    }

    /** Whether a peer that asks for the inputs of another may not have been answered yet. */
    private boolean isExcused(final Link link, final long nowNs) {
        return (requests.askers(nowNs) & 1 << link.peer) != 0
            && clock.stalledNs(nowNs) < EXCUSED_NS + link.rtt.meanNs() + DEVIATIONS * link.rtt.deviationNs();
    }

    private void tell(final Link link) {
        link.statistics.waitLeft(isOn ? budgets[link.peer].leftNs() : Long.MAX_VALUE);
    }

    /** The peers that have used up so much that their inputs are asked for at once, bit n for peer n. */
    int impatient() {
        return impatient;
    }

    /** Has a peer spent the time that the others wait for it? */
    boolean isSpent(final int peer) {
        return (spent & 1 << peer) != 0;
    }
}
