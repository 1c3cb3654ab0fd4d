package io.lockstep.core.internal.seats;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.Quorum;

/** Who is in the match and whose inputs count, bit n for peer n, and how far this peer may play by what it promised. */
public final class Lineup {

    private final int self;
    private final int seats;
    private final TwoPeerPolicy policy;
    private final FrameOrders orders;
    private int members;
    private int awaiting;
    private long fence = Long.MAX_VALUE;
    private boolean promised;

    public Lineup(final MatchSettings settings, final FrameOrders orders) {
        this.orders = orders;
        self = settings.self();
        seats = settings.seating().peers();
        policy = settings.rules().twoPeerPolicy();
    }

    /** The peers there are seats for. */
    public int seats() {
        return seats;
    }

    /** Members of the epoch; while joining, whoever the leader says they are. */
    public int members() {
        return members;
    }

    public void members(final int now) {
        members = now;
    }

    public boolean isMember(final int peer) {
        return (members & 1 << peer) != 0;
    }

    /** Members whose inputs do not count yet. */
    public int awaiting() {
        return awaiting;
    }

    public void awaiting(final int peers) {
        awaiting = peers;
    }

    /** Do a member's inputs count? */
    public boolean isActive(final int peer) {
        return (awaiting & 1 << peer) == 0;
    }

    /** Do our own inputs count? They do not while we join. */
    public boolean isActive() {
        return isActive(self);
    }

    /** A member's inputs count from now on. */
    public void activate(final int peer) {
        awaiting &= ~(1 << peer);
    }

    /** The frame that is not to be played: a promise keeps us from it. */
    public long fence() {
        return fence;
    }

    /**
     * Sets how far this peer may play.
     *
     * @param frame the first frame that it may not play
     * @param open  whether there may be an epoch, by a promise of this peer, that it has not applied
     */
    public void fence(final long frame, final boolean open) {
        fence = frame;
        promised = open;
    }

    /**
     * Returns whether this peer knows what the orders of a frame come to. An order may let a process in that is a
     * member of an epoch which this peer has promised and not applied: until it has, it cannot tell.
     */
    public boolean mayObey(final long frame) {
        return !promised || !orders.admitStranger(frame);
    }

    /** Of two, may the other one go on without us, and what it has played is the match? */
    public boolean followsTheOther() {
        return policy == TwoPeerPolicy.REJOIN && Integer.bitCount(members) == 2 && isActive()
            && Quorum.tieBreaker(members) != 1 << self;
    }
}
