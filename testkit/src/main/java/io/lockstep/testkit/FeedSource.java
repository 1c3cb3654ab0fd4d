package io.lockstep.testkit;

import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.feed.MatchFeed;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.transport.udp.PacketSocket;

/** The feed of one process, and the time since which it has shown new frames without a break. */
final class FeedSource implements MatchRecorder {

    /** Time from one poll of a feed to the next, in nanoseconds. A game polls once a frame; fewer polls save time. */
    private static final long POLL_NS = 5_000_000L;
    /** Longest time without a poll or a new frame, in nanoseconds, of a feed that can be watched. */
    private static final long BREAK_NS = 500_000_000L;

    private final MatchFeed feed;
    private final HistoryOfStates states;
    private long nowNs;
    private long polledNs;
    private long playedNs;
    private long sinceNs;
    private boolean ended;
    /** Whether the spectators have been given the end. */
    private boolean isEndShown;
    private boolean gone;

    FeedSource(final FeedConfig config, final PacketSocket socket, final HistoryOfStates states, final long nowNs) {
        this.states = states;
        this.nowNs = nowNs;
        sinceNs = nowNs;
        feed = new MatchFeed(config, socket);
    }

    @Override
    public void begin(final MatchDescription match, final long frame, final boolean paused, final Simulation game) {
        if (!gone) {
            sinceNs = nowNs;
            playedNs = nowNs;
            ended = false;
            feed.begin(match, frame, paused, game);
        }
    }

    @Override
    public void frame(final ExecutedFrame frame, final Simulation game) {
        if (!gone) {
            states.add(frame.frame(), frame.checksum());
            playedNs = nowNs;
            feed.frame(frame, game);
        }
    }

    @Override
    public void end(final long frame, final EndReason reason) {
        if (!gone) {
            feed.end(frame, reason);
            ended = true;
        }
    }

    /** The process was polled. */
    void poll(final long timeNs) {
        final long lastNs = nowNs;
        nowNs = timeNs;
        if (timeNs - lastNs > BREAK_NS || timeNs - playedNs > BREAK_NS) {
            sinceNs = timeNs;
        }
        if (!gone && timeNs - polledNs >= POLL_NS) {
            polledNs = timeNs;
            feed.poll(timeNs);
            isEndShown = ended;
        }
    }

    /** Ends the process once its spectators have been given the end. */
    void leave() {
        if (!gone && isEndShown && feed.isDrained()) {
            feed.close();
            gone = true;
        }
    }

    /** Ends the process at once. */
    void kill() {
        gone = true;
    }

    /** Returns whether its process plays and answers, as far as spectators can see. */
    boolean isLive(final long timeNs) {
        return !gone && !ended && timeNs - nowNs <= BREAK_NS;
    }

    /** Returns the time since which it has had new frames for spectators; the latest time while it has none. */
    long availableSinceNs(final long timeNs) {
        return isLive(timeNs) && timeNs - playedNs <= BREAK_NS ? sinceNs : Long.MAX_VALUE;
    }
}
