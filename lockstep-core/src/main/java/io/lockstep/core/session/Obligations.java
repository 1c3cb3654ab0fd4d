package io.lockstep.core.session;

/** What we still owe the others when our own part of the match is done. */
final class Obligations {

    /** How long a leaver waits until all have its last input; what they still lack then, they agree on. */
    private static final long LEAVE_LIMIT_NS = 2_000_000_000L;

    /** Beyond the drop timeout, in which the others settle whom they lost. */
    private static final long SETTLE_SLACK_NS = 5_000_000_000L;


    private final MatchSettings settings;
    private final Link[] links;
    private final WindowExchange windows;
    private final LocalInputs localInputs;
    private final DesyncWatch desyncs;
    private boolean owing = true;

    Obligations(final MatchSettings settings, final Link[] links, final WindowExchange windows,
                final LocalInputs localInputs, final DesyncWatch desyncs) {
        this.settings = settings;
        this.links = links;
        this.windows = windows;
        this.localInputs = localInputs;
        this.desyncs = desyncs;
    }

    /** A leaver stays until everybody has its last input. It goes once: the others rely on its goodbye. */
    boolean owesInputs(final long sinceNs, final long nowNs) {
        owing = owing && somebodyLacksInputs(sinceNs, nowNs);
        return owing;
    }

    private boolean somebodyLacksInputs(final long sinceNs, final long nowNs) {
        if (!localInputs.left() || nowNs - sinceNs >= LEAVE_LIMIT_NS) {
            return false;
        }
        for (final Link link : links) {
            if (link.flows() && link.acked < localInputs.next()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Has everybody what it needs of us, and got to the end? Who has not may still need our word on whom we lost. Of a
     * peer that only a third one hears we cannot know; after the drop timeout it needs nothing any more.
     *
     * @param follows whether the other one decides what the match was: then it must have all our inputs
     */
    boolean allSettled(final boolean follows, final long endFrame, final long sinceNs, final long nowNs) {
        final boolean late = nowNs - sinceNs >= settings.timeouts().dropNs() + SETTLE_SLACK_NS;
        for (final Link link : links) {
            final boolean bound = !late || follows && link.acked < endFrame;
            if (link.flows() && bound && !windows.settled(link, endFrame)) {
                return false;
            }
        }
        return desyncs.isSettled(nowNs);
    }
}
