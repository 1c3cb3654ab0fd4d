package io.lockstep.core.internal.seats;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.GoodbyeReason;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.TransferMessage;

/** Who is in the match: begins it, watches who is lost or leaves, lets newcomers in, and comes in itself. */
public final class Seats {

    private static final int SLOW_TRIPS = 4;
    private static final long NO_TERM = -1;

    private final MatchState state;
    private final Lineup lineup;
    private final Departures departures;
    private final MemberLinks members;
    private final Membership membership;
    private final ProgressWatch watch;
    private final WaitWatch waits;
    private final SnapshotSender snapshots;
    private final JoinProcess join;
    private int leaderTold = Membership.NOBODY;

    public Seats(final MatchState state, final Lineup lineup, final Departures departures,
          final MemberLinks members, final Membership membership, final ProgressWatch watch,
          final WaitWatch waits, final SnapshotSender snapshots, final JoinProcess join) {
        this.state = state;
        this.lineup = lineup;
        this.departures = departures;
        this.members = members;
        this.membership = membership;
        this.watch = watch;
        this.waits = waits;
        this.snapshots = snapshots;
        this.join = join;
        if (join.isLate()) {
            membership.join();
        }
    }

    public Membership membership() {
        return membership;
    }

    public Lineup lineup() {
        return lineup;
    }

    public JoinProcess join() {
        return join;
    }

    /** Everybody is here. */
    public void start(final long matchId, final long nowNs) {
        final int lineUp = members.start();
        final int[] incarnations = new int[Message.MAX_PLAYERS];
        for (int rest = lineup.seats(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if ((lineUp & 1 << peer) != 0) {
                incarnations[peer] = members.incarnation(peer);
            } else {
                departures.absent(peer);
            }
        }
        watch.start(nowNs);
        lineup.members(lineUp);
        membership.start(matchId, lineUp, incarnations, nowNs);
    }

    /** Tells who leads, if that is another one than before. */
    public void tellLeader(final EventQueue events) {
        if (leader() != leaderTold) {
            leaderTold = leader();
            events.tell(SessionEvent.Type.LEADER_CHANGED, leaderTold, state.frame());
        }
    }

    /** Learns whom we have lost, and decides with the others what follows. */
    public void decide(final boolean paused, final long stalledNs, final long slowRttNs, final long nowNs) {
        final boolean isJoining = membership.isJoining();
        final int lost = isJoining ? 0 : watch.lost(state.frame(), state.phase(), nowNs);
        final int late = waits.tick(membership, paused, watch.silent(), nowNs);
        membership.tick(nowNs, isJoining ? 0 : lost | late, stalledNs, SLOW_TRIPS * slowRttNs);
    }

    /**
     * Returns the peers that this peer waited for so often that it asks others for their inputs at once, bit n for peer
     * n.
     */
    public int impatient() {
        return waits.impatient();
    }

    /** The term that this peer leads; −1 if it does not. */
    public long ledTerm() {
        return membership.election().leads() && !membership.isJoining() ? membership.election().term() : NO_TERM;
    }

    /** Who leads, as far as is known here. */
    public int leader() {
        return membership.isJoining() ? Membership.NOBODY : membership.election().leader();
    }

    /** Whose checksums count: members that play and have not left. */
    public int voters() {
        return departures.present(membership.epoch().members() & ~lineup.awaiting());
    }

    /** Follows those who come and go. */
    public void follow(final long nowNs) {
        departures.watch(lineup, membership.isJoining());
        snapshots.tick(membership, nowNs);
    }

    /** Takes in a state that is sent to us. Answers true once, when it was loaded. */
    public boolean load(final long nowNs) {
        return join.load(membership, nowNs);
    }

    /** Comes in, or greets those who have not heard of us. */
    public void comeIn(final long nowNs) {
        join.tick(membership, nowNs);
    }

    /** May a frame be simulated by a process that does not play yet? */
    public boolean mayReplay(final long frame, final long nowNs) {
        return join.mayReplay(frame, membership.isJoining(), nowNs);
    }

    /**
     * A frame was simulated, or, where the game is behind, will be later.
     *
     * @return whether our inputs count from some frame on, by an order in this frame
     */
    public boolean simulated(final long frame, final boolean behind, final FrameOrders orders) {
        snapshots.simulated(frame, behind);
        join.simulated(frame);
        boolean counts = false;
        for (int rest = orders.opened(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            lineup.activate(peer);
            if (join.isAmong(1 << peer)) {
                members.countFrom(orders.opensAt(peer));
                counts = true;
            } else {
                opened(peer, orders.opensAt(peer));
            }
        }
        return counts;
    }

    /** From this frame on a newcomer's inputs count. */
    private void opened(final int peer, final long from) {
        membership.opened(peer, from);
        members.counts(peer);
        departures.taken(peer);
        watch.opened(peer, state.nowNs());
    }

    public boolean receive(final Link from, final TransferMessage message) {
        return switch (message.kind()) {
            case CHUNK -> join.receive(from, message);
            case ACK -> snapshots.receive(from, message, state.nowNs());
        };
    }

    /** A link was opened. */
    public void linked(final Link link) {
        members.opened(link);
        membership.reborn(link.peer, state.nowNs());
    }

    /**
     * A peer said goodbye. Where its inputs end is known only if it was the end of our match, or if it has said so with
     * its last input; otherwise the others have to agree on it.
     *
     * @param atTheStart nobody plays yet, and nobody joins
     * @param takesPart  whether this peer has a say
     */
    public void left(final Link link, final Goodbye goodbye, final boolean atTheStart, final boolean takesPart) {
        final boolean finished = goodbye.reason() == GoodbyeReason.FINISHED;
        final boolean known = goodbye.epochId() == epochId() || departures.received(link.peer) >= goodbye.frame();
        // Who comes late may hear it of a process that was cut off: to a newcomer the epochs say who is gone.
        if (finished && known || atTheStart) {
            departures.left(link.peer, goodbye.frame());
        }
        if (takesPart) {
            membership.left(link.peer, goodbye.epochId(), state.nowNs());
            if (finished && !known) {
                membership.finishedWithout(link.peer, state.nowNs());
            }
        }
    }

    /**
     * Returns the id of the epoch applied last, for a goodbye. A goodbye from another epoch does not change our voters.
     */
    public long epochId() {
        return membership.epoch().id();
    }

    /** Tells what joins, cuts and waits hold. */
    public void inspect(final Inspector by) {
        membership.inspect(by);
        by.holds("members whose inputs do not count", lineup.awaiting(), 0);
        by.holds("a frame that a promise forbids to play", lineup.fence(), Long.MAX_VALUE);
        snapshots.inspect(by);
        join.inspect(by);
        waits.inspect(by);
    }
}
