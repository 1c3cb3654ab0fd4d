package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.link.ChecksumExchange;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.sync.ChecksumLog;

/** Has everybody what it needs of us when our own part of the match is done? */
public final class DrainCheck {

    /** Beyond the drop timeout, in which the others agree on the peers that they lost. */
    private static final long SLACK_NS = 5_000_000_000L;

    private final MatchState state;
    private final Links links;
    private final ChecksumLog checksums;
    private final ChecksumExchange exchange;
    private final DesyncWatch desyncs;
    private final long limitNs;

    public DrainCheck(final MatchState state, final Links links, final ChecksumLog checksums,
        final ChecksumExchange exchange,
               final DesyncWatch desyncs, final long dropNs) {
        this.state = state;
        this.links = links;
        this.checksums = checksums;
        this.exchange = exchange;
        this.desyncs = desyncs;
        limitNs = dropNs + SLACK_NS;
    }

    /**
     * Does everybody have what it needs of us, and are all at the end? A peer that is not there yet may still need our
     * report of the peers that we lost. Of a peer that only a third one hears we cannot know; after the drop timeout it
     * needs nothing any more.
     *
     * @param follows whether the other one decides what the match was: then it must have all our inputs
     */
    public boolean isDone(final boolean follows) {
        final boolean late = state.nowNs() - state.phaseNs() >= limitNs;
        for (final Link link : links.all()) {
            final boolean bound = !late || follows && link.out.acked() < state.endFrame();
            if (link.flows() && bound && !isSettled(link)) {
                return false;
            }
        }
        return desyncs.isSettled(state.nowNs());
    }

    /** Has this link nothing left to send, hear or compare before the end of the match? */
    private boolean isSettled(final Link link) {
        final long end = state.endFrame();
        return link.out.acked() >= end && checksums.checkFrameFrom(desyncs.comparedTo(link)) >= end
            && checksums.checkFrameFrom(exchange.acked(link)) >= end;
    }
}
