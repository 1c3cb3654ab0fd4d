package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Election;
import io.lockstep.election.Quorum;
import java.util.Arrays;

/**
 * Tracks what the leader has to do for the match, judged by what this member sees itself. A member stops following a
 * leader that leaves a duty undone, even if the leader answers all messages: its lease ends, and this member stands
 * and votes. One member alone cannot depose a leader this way, because the others keep their leases. This member
 * follows the leader again once the duty is done, or if no quorum has agreed for {@link #DOUBT_NS}.
 */
final class Duties {

    /**
     * Time, in nanoseconds, in which a leader has to begin the cut of a lost peer; a begun round gets as much again.
     * A leader that did not sleep loses a peer about when the others do. A round waits two seconds for a silent member,
     * at most twice.
     */
    static final long CUT_NS = CutCheck.ROUND_NS;
    /**
     * Time, in nanoseconds, for every other duty. No member stalls meanwhile, and the leader replaces a donor that
     * sends nothing after three seconds.
     */
    static final long OTHER_NS = 10_000_000_000L;
    /**
     * Longest time, in nanoseconds, that this member doubts a leader and looks for members that agree: they see the
     * same within a second or two.
     */
    private static final long DOUBT_NS = 5_000_000_000L;
    /** Longest time, in nanoseconds, that one tick counts: after a longer gap this process slept, not the leader. */
    private static final long STEP_NS = 100_000_000L;
    /** Number of doubts in a row: the first leader may be at fault, and its successors unable to do the duty. */
    private static final int DOUBTS = 3;
    /** Time, in nanoseconds, that restores one doubt: a duty that no leader can do costs one election a minute. */
    private static final long DOUBT_BACK_NS = 60_000_000_000L;
    /**
     * Time, in nanoseconds, that a READY stays valid: a joiner that has caught up repeats it several times a second.
     */
    private static final long READY_NS = 1_000_000_000L;
    /**
     * Stall, in nanoseconds, from which no activation is owed: in a stall no command that travels with an input runs.
     */
    private static final long STALLED_NS = 1_000_000_000L;

    private enum Duty {
        /** Cut members that are dead, lost or voted out, and end a round that holds members back by a promise. */
        CUT(CUT_NS),
        /** Be in the newest epoch and play, or hand the leadership over. */
        LEAD(OTHER_NS),
        /** Name a state and a donor to each joiner. */
        INVITE(OTHER_NS),
        /** Admit each joiner that has caught up. */
        ADMIT(OTHER_NS),
        /** Order that the inputs of each admitted member count. */
        ACTIVATE(OTHER_NS),
        /** Repair differing states or end the match, as the desync policy says. */
        REPAIR(OTHER_NS);

        private static final Duty[] VALUES = values();
        private final long limitNs;

        Duty(final long limitNs) {
            this.limitNs = limitNs;
        }
    }

    private final LocalState state;
    private final PeerViews views;
    private final Voters voters;
    private final Election election;
    private final Mandate mandate;
    private final Promise promise;
    private final CutCheck check;
    private final MembershipHost host;
    private final int self;
    private final EpochRecord epoch;
    /** Time, in nanoseconds, for which this leader has left each duty undone while it was heard. */
    private final long[] undoneNs = new long[Duty.VALUES.length];
    private final long[] readyNs = new long[Message.MAX_PLAYERS];
    private int leader = Election.NOBODY;
    private long term;
    private long lookedNs;
    /** Time for which this leader has been heard without a gap, in nanoseconds. */
    private long heardNs;
    private long doubtedNs;
    /** Time at which the last used doubt is restored, in nanoseconds. */
    private long spentUntilNs = Long.MIN_VALUE / 2;
    private boolean unrepaired;
    /** Seat that the leader's last JOIN names; the joiner that gets a state. */
    private int invited = Election.NOBODY;
    private int donors;
    private long invitedTo;

    Duties(final LocalState state, final PeerViews views, final Voters voters, final Election election,
           final Mandate mandate, final Promise promise, final CutCheck check, final MembershipHost host) {
        this.state = state;
        this.views = views;
        this.voters = voters;
        this.election = election;
        this.mandate = mandate;
        this.promise = promise;
        this.check = check;
        this.host = host;
        self = state.self();
        epoch = state.epoch();
        Arrays.fill(readyNs, Long.MIN_VALUE / 2);
    }

    /** Counts the time for which each duty is left undone, and doubts or trusts the leader. */
    void tick() {
        // The first step counts from 0, and a clock may begin below it.
        final long stepNs = Math.max(0, Math.min(state.nowNs() - lookedNs, STEP_NS));
        lookedNs = state.nowNs();
        final boolean isSame = election.term() == term
            && (election.leader() == leader || mandate.isDoubted(leader, term));
        if (!isSame) {
            begin();
        }
        if (leader == Election.NOBODY || leader == self) {
            return;
        }
        final boolean isLed = mandate.isLedBy(leader);
        if (!mandate.isDoubted(leader, term)) {
            heardNs = isLed && isSame ? heardNs + stepNs : 0;
        }
        for (final Duty duty : Duty.VALUES) {
            final int i = duty.ordinal();
            undoneNs[i] = !isOwed(duty) ? 0 : isLed ? undoneNs[i] + stepNs : undoneNs[i];
        }
        if (!mandate.isDoubted(leader, term)) {
            if (isLed && isOverdue() && mayDoubt()) {
                doubtedNs = state.nowNs();
                mandate.doubt(leader, term);
            }
        } else if (!isOverdue() || state.nowNs() - doubtedNs >= DOUBT_NS) {
            begin();
        }
    }

    /** Trusts the leader and starts the time of every duty anew. */
    private void begin() {
        mandate.trust();
        leader = election.leader();
        term = election.term();
        invited = Election.NOBODY;
        Arrays.fill(undoneNs, 0);
    }

    private boolean isOverdue() {
        for (final Duty duty : Duty.VALUES) {
            final boolean isRound = duty == Duty.CUT && check.isAskedBy(leader);
            if (undoneNs[duty.ordinal()] >= (isRound ? 2 : 1) * duty.limitNs) {
                return true;
            }
        }
        return false;
    }

    private boolean mayDoubt() {
        final long spentNs = Math.max(spentUntilNs, state.nowNs()) + DOUBT_BACK_NS;
        if (spentNs - state.nowNs() > DOUBTS * DOUBT_BACK_NS) {
            return false;
        }
        spentUntilNs = spentNs;
        return true;
    }

    private boolean isOwed(final Duty duty) {
        return switch (duty) {
            case CUT -> isCutOwed();
            case LEAD -> host.hasEnded(leader) || views.isBehind(leader, epoch) || isVotedOut(leader, leader);
            case INVITE -> wanted(Long.MAX_VALUE) != 0;
            case ADMIT -> wanted(READY_NS) != 0;
            case ACTIVATE -> state.stalledNs() < STALLED_NS && isActivationOwed();
            case REPAIR -> unrepaired;
        };
    }

    private boolean isCutOwed() {
        int lost = voters.dead() & epoch.members() & ~(1 << leader);
        for (int rest = epoch.members() & ~(lost | 1 << self | 1 << leader); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            lost |= isLost(peer) || isVotedOut(peer, Election.NOBODY) ? 1 << peer : 0;
        }
        return (lost != 0 || promise.ballot() > epoch.ballot()) && epoch.canBeFollowed()
            && voters.decides(epoch.members() & ~lost);
    }

    /**
     * Returns whether the leader must have lost a peer as well. A leader that slept through the goodbye of a peer waits
     * for that peer as long as for a dead one, from the moment it wakes.
     */
    private boolean isLost(final int peer) {
        return heardNs >= host.dropTimeoutNs() && state.isLost(peer)
            && ((voters.gone() & 1 << peer) != 0 || isLostByMost(peer));
    }

    /** Returns whether a majority of the playing members that are heard, without the leader, has lost a peer. */
    private boolean isLostByMost(final int peer) {
        int others = 1;
        int agree = 1;
        for (int rest = voters.others() & ~(1 << leader | 1 << peer); rest != 0; rest &= rest - 1) {
            final int other = Integer.numberOfTrailingZeros(rest);
            if (views.isFresh(other, state.nowNs()) && host.isActive(other)) {
                others++;
                agree += views.suspects(other, peer) ? 1 : 0;
            }
        }
        return Quorum.isMajority(agree, others);
    }

    /** Returns whether this member and all other voters, except {@code but} and the peer itself, vote a peer out. */
    private boolean isVotedOut(final int peer, final int but) {
        if ((state.votesOut() & 1 << peer) == 0) {
            return false;
        }
        for (int rest = voters.others() & ~(1 << peer); rest != 0; rest &= rest - 1) {
            final int other = Integer.numberOfTrailingZeros(rest);
            if (other != but && !views.votesOut(other, peer)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the reachable joiners; unless the argument is the maximum, only those that sent READY within that time.
     */
    private int wanted(final long readyWithinNs) {
        int wanted = 0;
        for (int rest = views.joining(host.seats() & ~(1 << self) & ~epoch.members(), state.nowNs()); rest != 0;
             rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final boolean isReady = readyWithinNs == Long.MAX_VALUE || state.nowNs() - readyNs[peer] < readyWithinNs;
            wanted |= isReady && host.linked(peer) ? 1 << peer : 0;
        }
        return wanted;
    }

    /**
     * Returns whether a member waits for its activation. Members count that are not yet active themselves: with two of
     * four inactive, the others alone are no quorum.
     */
    private boolean isActivationOwed() {
        if (!host.isActive(self)) {
            return true;
        }
        for (int rest = voters.others(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!host.isActive(peer) && views.isFresh(peer, state.nowNs()) && views.hasApplied(peer, epoch)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Records a JOIN of the leader. A repeated JOIN fulfils the duty only while the joiner still receives the state.
     */
    void invites(final int from, final MembershipMessage order) {
        if (from != leader || order.term() != term) {
            return;
        }
        final int seat = order.seat();
        final boolean isNew = invited != seat || donors != order.mask() || invitedTo != order.frame(seat);
        invited = seat;
        donors = order.mask();
        invitedTo = order.frame(seat);
        if (isNew || host.frame() <= invitedTo || views.isGivenAState(seat)) {
            undoneNs[Duty.INVITE.ordinal()] = 0;
        }
    }

    /** Records that a joiner says it has caught up. */
    void ready(final int from) {
        readyNs[from] = state.nowNs();
    }

    /** Sets whether states differ and the leader has ordered nothing about that. */
    void unrepaired(final boolean is) {
        unrepaired = is;
    }
}
