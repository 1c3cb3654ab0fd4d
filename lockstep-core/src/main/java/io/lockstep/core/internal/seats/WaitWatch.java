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
 * Says which peers have spent the time that the others wait for them. What counts is a frame that is due and complete
 * but for one peer that the others can go on without; who is one of several may be waiting, too, and is when all of
 * them ask for the inputs of the same one. A budget is the seat's: it outlasts the process there.
 */
public final class WaitWatch {

    /** After a hitch of our own everything looks late, so that time is nobody's; our clock may jump, too. */
    private static final long HITCH_NS = 100_000_000L;
    /** As many as there are in what is elsewhere taken for the longest round trip. */
    private static final int DEVIATIONS = 3;

    private final MatchState state;
    private final Links links;
    private final InputLog log;
    private final FrameClock clock;
    private final Lineup lineup;
    private final InputRequests requests;
    private final boolean isOn;
    /** With an input delay chosen by hand every frame may have to wait for what the line takes beyond it. */
    private final boolean waitsForLines;
    private final int delayTicks;
    private final WaitBudget[] budgets = new WaitBudget[Message.MAX_PLAYERS];
    private long lookedNs;
    private long lookedFrame;
    private int spent;

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
        waitsForLines = !settings.delay().measured();
        delayTicks = settings.delay().min() + settings.ahead().frames();
        for (final Link link : links.all()) {
            budgets[link.peer] = new WaitBudget(settings.timeouts().waitMs());
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
        final Link late = clock.isStalled() && !paused ? late(state.frame()) : null;
        // A wait that nobody can end for lack of a quorum is not its doing: it may itself wait for those who are gone.
        final boolean counts = late != null && membership.canSpare(late.peer);
        spent = 0;
        for (final Link link : links.all()) {
            if (link.isMember()) {
                if (isNew && waitsForLines && lineNs(link) > 0) {
                    budgets[link.peer].begins(lineNs(link), clock.tickNs());
                }
                count(budgets[link.peer], counts && link == late, passedNs);
                spent |= budgets[link.peer].isSpent() ? 1 << link.peer : 0;
                tell(link);
            }
        }
        return spent;
    }

    private static void count(final WaitBudget budget, final boolean isLate, final long passedNs) {
        if (isLate) {
            budget.waited(passedNs);
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

    /** The only one whose input is missing, or the only one whose inputs all those lack whose input is missing. */
    private Link late(final long frame) {
        int missing = 0;
        Link last = null;
        for (final Link link : links.all()) {
            if (log.next(link.players) <= frame && log.present(link.players[0], frame)) {
                missing |= 1 << link.peer;
                last = link;
            }
        }
        return last == null || missing == 1 << last.peer ? last : requests.lackedBy(missing);
    }

    private void tell(final Link link) {
        link.statistics.waitLeft(isOn ? budgets[link.peer].leftNs() : Long.MAX_VALUE);
    }

    /** Has a peer spent the time that the others wait for it? */
    boolean isSpent(final int peer) {
        return (spent & 1 << peer) != 0;
    }
}
