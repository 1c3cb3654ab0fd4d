package io.lockstep.core.internal.link;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputBatcher;

/** Decides when windows leave: with every new input, while nothing new comes, and a second time where loss is high. */
public final class WindowSender {

    /** Polls that are closer than this part of a tick come often enough; so much less than a tick, too seldom. */
    private static final int POLLS_PART = 4;

    /**
     * Shortest time between windows while all peers are silent, in nanoseconds: a peer that comes back waits at most a
     * twentieth longer than it was away.
     */
    private static final long DESERTED_REPEAT_NS = 50_000_000L;

    private final Link[] links;
    private final Uplink uplink;
    private final WindowExchange windows;
    private final Detours detours;
    private final LinkSurvey survey;
    private final boolean batching;
    private final boolean redundant;
    private final long tickNs;
    /** Longer than a tick that pacing has stretched to its limit, or a slow tick would send everything twice. */
    private final long repeatNs;
    private final InputBatcher batcher = new InputBatcher();
    private long sentNs = Link.NEVER;

    public WindowSender(final MatchSettings settings, final Links links, final WindowExchange windows,
                 final Detours detours, final LinkSurvey survey, final long tickNs) {
        this.links = links.all();
        uplink = links.uplink();
        this.windows = windows;
        this.detours = detours;
        this.survey = survey;
        this.tickNs = tickNs;
        repeatNs = tickNs + tickNs / 4;
        batching = settings.sending().batching() == Batching.ADAPTIVE;
        redundant = settings.sending().redundancy() == Redundancy.UNACKED;
    }

    /** A new input was sampled. */
    public void sampled(final long frame, final long nowNs) {
        look(nowNs);
        if (!batching && !uplink.isCrowded() || batcher.add(nowNs, survey.maxRttNs())) {
            sendAll(frame, nowNs);
            scheduleCopies(nowNs);
        }
    }

    /**
     * A second copy half a tick later makes up for a lost one sooner than the next input would. Below the threshold of
     * loss it would be waste.
     */
    private void scheduleCopies(final long nowNs) {
        final long copyNs = nowNs + copyAfterNs(windows.pollsEveryNs());
        for (final Link link : links) {
            if (redundant && link.copies()) {
                link.out.copyAt(copyNs);
            } else {
                link.out.copyNever();
            }
        }
    }

    /** With the poll that is nearest to half a tick later; with this one, if the next one brings the next input. */
    private long copyAfterNs(final long pollsEveryNs) {
        if (pollsEveryNs > tickNs - tickNs / POLLS_PART) {
            return 0;
        }
        return pollsEveryNs > tickNs / POLLS_PART ? tickNs / 2 - pollsEveryNs / 2 : tickNs / 2;
    }

    /** Sends what timers call for: a batch held long enough, second copies, and signs of life while nothing is new. */
    public void tend(final long frame, final boolean stalled, final long nowNs) {
        look(nowNs);
        if (batcher.holding()) {
            // While the match stands still nothing is gained by waiting for more inputs: there will be none.
            if (stalled || batcher.due(nowNs)) {
                sendAll(frame, nowNs);
            }
            return;
        }
        if (sentNs == Link.NEVER || nowNs - sentNs >= repeatNs(nowNs)) {
            sendAll(frame, nowNs);
            return;
        }
        for (final Link link : links) {
            if (link.flows() && link.out.takeDue(nowNs)) {
                send(link, frame, nowNs);
            }
        }
    }

    private long repeatNs(final long nowNs) {
        final long leastNs = uplink.isCrowded() ? Math.max(Uplink.holdNs(), repeatNs) : repeatNs;
        return isDeserted(nowNs) ? Math.max(DESERTED_REPEAT_NS, leastNs) : leastNs;
    }

    private void look(final long nowNs) {
        int flowing = 0;
        int slow = 0;
        for (final Link link : links) {
            flowing += link.flows() ? 1 : 0;
            slow += link.flows() && link.queue.isQueueing(nowNs) ? 1 : 0;
        }
        uplink.look(flowing, slow, nowNs);
    }

    /** Returns whether all those are silent to whom windows go. */
    public boolean isDeserted(final long nowNs) {
        boolean deserted = false;
        for (final Link link : links) {
            if (link.flows()) {
                if (!link.isSilent(nowNs)) {
                    return false;
                }
                deserted = true;
            }
        }
        return deserted;
    }

    /** When timers will call for something the next time. */
    public long nextNs(final long nowNs) {
        if (batcher.holding()) {
            return batcher.dueNs();
        }
        long next = sentNs + repeatNs(nowNs);
        for (final Link link : links) {
            if (link.flows()) {
                next = Math.min(next, link.out.nextNs());
            }
        }
        return next;
    }

    private void sendAll(final long frame, final long nowNs) {
        sentNs = nowNs;
        batcher.flushed();
        for (final Link link : links) {
            if (link.flows()) {
                send(link, frame, nowNs);
            }
        }
    }

    /**
     * A window for which there is no room waits for it; what is sampled meanwhile goes with it. A detour is another
     * line.
     */
    private void send(final Link link, final long frame, final long nowNs) {
        final boolean straight = link.out.mayLeave(link.directNs(), nowNs);
        final boolean detour = detours.isDue(link, nowNs);
        if (straight || detour) {
            windows.send(link, frame, straight, detour, nowNs);
        }
    }
}
