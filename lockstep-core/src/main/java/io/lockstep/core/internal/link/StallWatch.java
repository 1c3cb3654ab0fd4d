package io.lockstep.core.internal.link;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.play.MatchState;

/** Counts stalls, and turns them and silence into events for people. Nothing depends on it. */
public final class StallWatch {

    /** Until then a stall is hardly seen; from then on a player should be told which peer the match waits for. */
    public static final long WAITING_NS = 250_000_000L;

    /** Two and a half heartbeats: a link silent for so long is not just losing a datagram. */
    public static final long INTERRUPTED_NS = 500_000_000L;

    private static final int NOBODY = -1;

    private final MatchState state;
    private final MatchSettings settings;
    private final Link[] links;
    private final InputLog log;
    private final FrameClock clock;
    private final EventQueue events;
    private boolean told;
    /** Peers that are silent for so long that the application was told, bit n for peer n. */
    private int interrupted;

    public StallWatch(final MatchState state, final MatchSettings settings, final Link[] links, final InputLog log,
                      final FrameClock clock, final EventQueue events) {
        this.state = state;
        this.settings = settings;
        this.links = links;
        this.log = log;
        this.clock = clock;
        this.events = events;
    }

    /** So many ticks were stalled for want of somebody's input. */
    public void count(final long frame, final int ticks) {
        for (int i = 0; i < links.length && ticks > 0; i++) {
            if (log.next(links[i].players) <= frame && log.present(links[i].players[0], frame)) {
                links[i].statistics.countStall(ticks);
            }
        }
    }

    public void watch(final long frame, final long nowNs) {
        final boolean waiting = clock.stalledNs(nowNs) >= WAITING_NS;
        if (waiting && !told) {
            tellWaiting(frame);
        } else if (told && !waiting) {
            events.tell(SessionEvent.Type.WAITING_ENDED, NOBODY, frame);
        }
        told = waiting;
        for (final Link link : links) {
            if (!link.flows()) {
                interrupted &= ~(1 << link.peer);
                continue;
            }
            final boolean silent = nowNs - link.heardNs() >= INTERRUPTED_NS;
            if (silent != ((interrupted & 1 << link.peer) != 0)) {
                interrupted ^= 1 << link.peer;
                events.tell(silent ? SessionEvent.Type.PEER_INTERRUPTED : SessionEvent.Type.PEER_RESUMED,
                    link.peer, frame);
            }
        }
    }

    private void tellWaiting(final long frame) {
        for (final Link link : links) {
            for (final int player : link.players) {
                if (isMissing(player, frame)) {
                    events.tell(SessionEvent.Type.WAITING_FOR, link.peer, frame, player);
                }
            }
        }
    }

    private boolean isMissing(final int player, final long frame) {
        return log.next(player) <= frame && log.present(player, frame);
    }

    /** Returns the players that the match waits for, bit n for player n; in a stall only after {@link #WAITING_NS}. */
    public int waitingFor() {
        final boolean connects = state.phase() == Phase.CONNECTING;
        final boolean stands = state.phase() == Phase.PLAYING && (!clock.running() || stalledNs() >= WAITING_NS);
        int missing = 0;
        for (final Link link : links) {
            if (connects && !link.isOpen() && !settings.seating().isAbsent(link.peer)) {
                missing |= settings.seating().mask(link.peer);
            }
            for (int i = 0; i < link.players.length && stands; i++) {
                missing |= isMissing(link.players[i], state.frame()) ? 1 << link.players[i] : 0;
            }
        }
        return missing;
    }

    /** How long it has stood still, as of the last poll. */
    public long stalledNs() {
        return state.phase() == Phase.PLAYING ? clock.stalledNs(state.nowNs()) : 0;
    }
}
