package io.lockstep.core.internal.seats;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.internal.link.InputSampler;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.LinkSurvey;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.play.FrameClock;

/**
 * A newcomer's practice: it simulates each frame when it is due, like the others, and tells them when it would have
 * sampled an input, so that it learns how early that would have been there.
 */
public final class Rehearsal {

    /** Nobody has to wait for a frame for so long before a rehearsal is over: a bucket of the least slack. */
    private static final long ENOUGH_NS = 250_000_000L;
    /** The first frame rehearsed is due so much of a tick after its inputs came: game loops look now and then. */
    private static final int START_MARGIN_DIVISOR = 4;

    private final Lineup lineup;
    private final Links links;
    private final FrameClock clock;
    private final LinkSurvey survey;
    private final InputSampler sampler;
    private final InputDelayController delays;
    private final int mostTicks;
    /** The frame to be simulated was not complete when we looked last: there is nothing left to catch up with. */
    private boolean abreast;
    /** Since when no frame was waited for. */
    private long steadyNs;

    public Rehearsal(final Lineup lineup, final Links links, final FrameClock clock, final LinkSurvey survey,
              final InputSampler sampler, final InputDelayController delays, final int mostTicks) {
        this.lineup = lineup;
        this.links = links;
        this.clock = clock;
        this.survey = survey;
        this.sampler = sampler;
        this.delays = delays;
        this.mostTicks = mostTicks;
    }

    /**
     * Begins with a frame that was waited for: its last input has just come, so nobody can be earlier and wait for
     * nothing, and nothing is earlier for the others.
     */
    public void beginSoon(final boolean complete, final boolean flows, final long nowNs) {
        if (clock.running()) {
            return;
        }
        if (complete && abreast && flows) {
            clock.start(nowNs + clock.tickNs() / START_MARGIN_DIVISOR);
            steadyNs = nowNs;
        }
        abreast = !complete;
    }

    /** May a frame be simulated, if it is ready? Before the rehearsal at once, then when it is due. */
    public boolean mayPlay(final long frame, final boolean ready, final long nowNs) {
        if (!clock.running()) {
            return ready;
        }
        if (!clock.due(nowNs)) {
            return false;
        }
        sampler.rehearse(frame, nowNs);
        if (!ready) {
            clock.stalled(nowNs);
            steadyNs = nowNs;
        }
        return ready;
    }

    /** A frame was simulated by a process that does not play yet. */
    public void played(final long nowNs) {
        if (clock.running()) {
            clock.simulated(nowNs, survey.aheadNs(delays.ticks() * clock.tickNs()));
        }
    }

    /** We play; whoever has not rehearsed begins with what it can guess. */
    public void end(final long nowNs) {
        if (!clock.running()) {
            delays.start(survey.observe(delays.ticks()), 0, nowNs);
            clock.start(nowNs);
        }
    }

    /** Would our inputs have been in time everywhere, and have the others' been here? */
    public boolean isSteady(final long nowNs) {
        if (!clock.running() || nowNs - steadyNs < ENOUGH_NS) {
            return false;
        }
        // More cannot be done about being late than with the longest delay.
        final long leadNs = delays.ticks() == mostTicks ? Long.MAX_VALUE / 2 : delays.ticks() * clock.tickNs();
        for (final Link link : links.all()) {
            if (lineup.isMember(link.peer) && link.counts()
                && (!link.report.known() || link.report.spareNs() + leadNs < 0)) {
                return false;
            }
        }
        return true;
    }
}
