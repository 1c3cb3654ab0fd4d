package io.lockstep.core.internal.seats;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.DelaySettings;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.Lie;
import java.util.Arrays;

/** Where the inputs of lost peers end, and which of them the application was told of. */
public final class Departures {

    private static final long NEVER = -1;

    private final MatchSettings settings;
    private final int mostUnacknowledged;
    private final MatchState state;
    private final Links links;
    private final InputLog log;
    private final LocalInputs localInputs;
    private final FrameOrders orders;
    private final EventQueue events;
    /** The frame with which the application was told that a peer leaves, or is left out. */
    private final long[] toldAt = new long[Message.MAX_PLAYERS];
    /** The frame in which a peer's inputs end by the epochs. */
    private final long[] closedAt = new long[Message.MAX_PLAYERS];

    public Departures(final MatchSettings settings, final MatchState state, final Links links, final InputLog log,
               final LocalInputs localInputs, final FrameOrders orders, final EventQueue events) {
        this.settings = settings;
        mostUnacknowledged = DelaySettings.mostUnacknowledged(settings.rules().tickRate());
        this.state = state;
        this.links = links;
        this.log = log;
        this.localInputs = localInputs;
        this.orders = orders;
        this.events = events;
        Arrays.fill(toldAt, NEVER);
        Arrays.fill(closedAt, NEVER);
    }

    /** The match begins without a peer. */
    public void absent(final int peer) {
        closedAt[peer] = settings.rules().startFrame();
        close(peer, settings.rules().startFrame());
    }

    private void close(final int peer, final long frame) {
        for (int rest = settings.seating().mask(peer); rest != 0; rest &= rest - 1) {
            log.close(Integer.numberOfTrailingZeros(rest), frame);
        }
    }

    /** The first frame of a peer's inputs that is not here. */
    public long received(final int peer) {
        long first = Long.MAX_VALUE;
        for (int rest = settings.seating().mask(peer); rest != 0; rest &= rest - 1) {
            first = Math.min(first, log.next(Integer.numberOfTrailingZeros(rest)));
        }
        return first;
    }

    /** Has a peer sent its last input, and is it here? */
    public boolean hasEnded(final int peer) {
        final Link link = links.of(peer);
        return peer == settings.self() ? localInputs.left() : link != null
            && (log.isClosed(link.players[0])
            || toldAt[peer] != NEVER && received(peer) >= settings.rules().endFrame());
    }

    /** A peer leaves, and its inputs end with this frame. */
    public void left(final int peer, final long frame) {
        if (toldAt[peer] != frame && state.phase() != Phase.LEAVING) {
            toldAt[peer] = frame;
            events.tell(SessionEvent.Type.PEER_LEFT, peer, frame);
        }
    }

    /** Who replays how a seat became empty has told that of its link, and it is somebody else's now. */
    public void taken(final int peer) {
        toldAt[peer] = NEVER;
    }

    /** Another one is lost, and awaited. */
    public void awaits(final int peer) {
        events.tell(SessionEvent.Type.AWAITING_PEER, peer, state.frame());
    }

    /** A member said of who is in the match what no honest one says. */
    public void lied(final int peer, final Lie lie) {
        events.lied(peer, state.frame(), lie);
    }

    /**
     * Who leaves says so with its last input; who has fallen behind while joining has to ask again. Who joins itself
     * does not know yet which of the members are to be activated.
     */
    public void watch(final Lineup lineup, final boolean joining) {
        for (final Link link : links.all()) {
            final boolean counted = lineup.isMember(link.peer) && lineup.isActive(link.peer) && !joining;
            if (counted && log.isClosed(link.players[0])) {
                left(link.peer, log.next(link.players[0]));
            } else if (link.isPlaying() && !lineup.isMember(link.peer)
                && localInputs.next() - link.out.acked() >= mostUnacknowledged) {
                link.stopPlaying();
            }
        }
    }

    /**
     * Closes the inputs of those who are out by an epoch.
     *
     * @param mayCount   whose inputs counted so far, as far as is known here
     * @param firstFrame the first frame simulated here
     */
    public void settle(final EpochRecord epoch, final int mayCount, final long firstFrame) {
        orders.settle(epoch);
        for (int rest = epoch.closed(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (settings.seating().mask(peer) != 0 && closedAt[peer] != epoch.closedAt(peer)) {
                if (epoch.closedAt(peer) < firstFrame) {
                    // The snapshot we began with is later, and knows who has come back since.
                    closedAt[peer] = epoch.closedAt(peer);
                    continue;
                }
                if (log.isClosed(peer) && epoch.has(peer)) {
                    // Taken in again since, and to be activated: where it once ended is long past.
                    continue;
                }
                closedAt[peer] = epoch.closedAt(peer);
                drop(epoch, peer, closedAt[peer]);
            }
        }
        for (int rest = mayCount & ~epoch.members() & ~(1 << settings.self()); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (settings.seating().mask(peer) != 0 && !log.isClosed(peer)) {
                // By the proposer it never counted; we are fenced where it would have. Epochs still say the older cut.
                drop(epoch, peer, Math.max(firstFrame, log.presentFrom(peer)));
            }
        }
    }

    /** From a frame on, which all agree on, a player is gone; if the game was told another one, it is told anew. */
    private void drop(final EpochRecord epoch, final int peer, final long frame) {
        final boolean left = log.isClosed(Integer.numberOfTrailingZeros(settings.seating().mask(peer)));
        close(peer, frame);
        final boolean known = links.of(peer) != null && toldAt[peer] == frame
            || left && state.phase() == Phase.LEAVING;
        if (!known) {
            events.tell(left ? SessionEvent.Type.PEER_LEFT : SessionEvent.Type.PEER_DROPPED, peer, frame);
            if (!left && epoch.members() == 1 << settings.self()) {
                events.tell(SessionEvent.Type.ALONE, peer, frame);
            }
            toldAt[peer] = frame;
        }
    }

    /** Those of some peers whose inputs have not ended. */
    public int present(final int peers) {
        int mask = 0;
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            mask |= log.isClosed(peer) ? 0 : 1 << peer;
        }
        return mask;
    }

    /** Seats that were closed in the state we began with: their members, if any, are yet to be activated, as we are. */
    public int unopened(final long firstFrame) {
        int mask = 0;
        for (final Link link : links.all()) {
            if (log.isClosed(link.players[0]) && received(link.peer) <= firstFrame) {
                mask |= 1 << link.peer;
            }
        }
        return mask;
    }
}
