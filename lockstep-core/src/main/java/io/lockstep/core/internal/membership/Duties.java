package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Election;
import io.lockstep.election.Quorum;
import java.util.Arrays;

/**
 * What the leader owes the match, by what this member sees itself. A leader that leaves it undone is followed no
 * longer, however well it answers otherwise: its lease ends, so that this member stands and votes. One member alone
 * deposes nobody by that, because the others keep their leases. The leader is followed again as soon as the duty is
 * done, or when no quorum has agreed for a while.
 */
final class Duties {

    /**
     * Nanoseconds in which a leader begins to cut who is lost, and as many again to decide: it loses a peer about when
     * the others do, and a round takes two seconds for one that does not answer, twice at most.
     */
    static final long CUT_NS = CutCheck.ROUND_NS;
    /** Nanoseconds for all else. Nobody stands still for it, and a donor that gives nothing is changed after three. */
    static final long OTHER_NS = 10_000_000_000L;
    /** Nanoseconds in which this member looks for others who agree; they see the same within a second or two. */
    private static final long DOUBT_NS = 5_000_000_000L;
    /** Nanoseconds that one look counts at most: this process may have slept, and not the leader. */
    private static final long STEP_NS = 100_000_000L;
    /** So many leaders in a row may be doubted; one may be at fault, the next ones not be able to do it. */
    private static final int DOUBTS = 3;
    /** Nanoseconds after which one more may be: a duty that nobody can do costs an election a minute. */
    private static final long DOUBT_BACK_NS = 60_000_000_000L;
    /** Nanoseconds: a newcomer says several times a second that it has caught up. */
    private static final long READY_NS = 1_000_000_000L;
    /** Nanoseconds: while play stands still for longer, no order that travels with an input is carried out. */
    private static final long STALLED_NS = 1_000_000_000L;

    private enum Duty {
        /** To cut who is lost, has departed or is voted out, and to free who is held back by a promise. */
        CUT(CUT_NS),
        /** To be in the newest epoch, and to play; else to hand over. */
        LEAD(OTHER_NS),
        /** To name a state and a donor to who wants to come in. */
        INVITE(OTHER_NS),
        /** To take in who has caught up. */
        ADMIT(OTHER_NS),
        /** To order that the inputs of a member count. */
        ACTIVATE(OTHER_NS),
        /** To have states made equal, or the match ended, as the policy says. */
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
    /** For how long this leader has left each duty undone while it was heard. */
    private final long[] undoneNs = new long[Duty.VALUES.length];
    private final long[] readyNs = new long[Message.MAX_PLAYERS];
    private int leader = Election.NOBODY;
    private long term;
    private long lookedNs;
    private long doubtedNs;
    /** When the last of the doubts that were used up is given back. */
    private long spentUntilNs = Long.MIN_VALUE / 2;
    private boolean unrepaired;
    /** The leader's last order to give somebody a state. */
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

    /** Lets time pass. */
    void tick() {
        final long stepNs = Math.min(state.nowNs() - lookedNs, STEP_NS);
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

    /** Another leader, or the same one once more, has all the time that there is. */
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
        int lost = voters.departed() & epoch.members() & ~(1 << leader);
        for (int rest = epoch.members() & ~(lost | 1 << self | 1 << leader); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final boolean isLost = state.isLost(peer) && isLostByMost(peer);
            lost |= isLost || isVotedOut(peer, Election.NOBODY) ? 1 << peer : 0;
        }
        return (lost != 0 || promise.ballot() > epoch.ballot()) && epoch.canBeFollowed()
            && voters.decides(epoch.members() & ~lost);
    }

    /** Have more than half of those lost it who are there and play, this member included and the leader not? */
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

    /** Do all who are there want a member out, but itself and one that need not want it? */
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

    /** Who wants to come in, and can be reached; of those who have caught up, if they said so lately. */
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

    /** Of a newcomer this counts, too: of four the two others are no quorum without it. */
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

    /** An order has come to give a newcomer a state. The same one again serves only while that is under way. */
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

    /** A newcomer says that it has caught up. */
    void ready(final int from) {
        readyNs[from] = state.nowNs();
    }

    /** Sets whether states differ, and nothing was ordered for that. */
    void unrepaired(final boolean is) {
        unrepaired = is;
    }
}
