package io.lockstep.core.internal.membership;

import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.Election;
import io.lockstep.election.Quorum;

/**
 * What a peer does that has lost the only other member of its epoch. No vote can settle that, so it was agreed before
 * the match. Does nothing where the other is proven dead or has left: then the survivor decides alone.
 */
final class PairRule {

    /** The round of the ballot in which a peer decides alone: the first one of the next term. */
    private static final long FIRST_ROUND = 1;
    /** By then a new process, and everybody else there is, has said whether it joins and which epoch it knows. */
    private static final long SHAKE_NS = PeerViews.FRESH_NS;

    /** The two have just agreed on being two; what they lacked of each other before that is on its way. */
    private static final long PAIRED_NS = 500_000_000L;

    private final LocalState state;
    private final Voters voters;
    private final Election election;
    private final TwoPeerPolicy policy;
    private final MembershipHost host;
    private final int self;
    private final EpochRecord epoch;
    private final EpochRecord alone = new EpochRecord();
    private long aliveNs = Long.MIN_VALUE / 2;
    private long pairedNs = Long.MIN_VALUE / 2;
    private long pairedIn;
    private boolean awaits;

    PairRule(final LocalState state, final Voters voters, final Election election, final TwoPeerPolicy policy,
             final MembershipHost host) {
        this.state = state;
        this.voters = voters;
        this.election = election;
        this.policy = policy;
        this.host = host;
        self = state.self();
        epoch = state.epoch();
    }

    /** Would a cut of these be one side's own decision, beside which the other side may take its own? */
    boolean isBranch(final int suspects) {
        return policy == TwoPeerPolicy.CONTINUE_ALL && Integer.bitCount(epoch.members()) == 2
            && (suspects & ~voters.excused()) != 0;
    }

    /** Does all that is due; returns the epoch in which this peer goes on alone, to be adopted, or null. */
    EpochRecord tick() {
        final int other = epoch.members() & ~(1 << self);
        if (Integer.bitCount(epoch.members()) != 2 || !epoch.has(self) || !host.isActive(self)) {
            // A newcomer whose inputs do not count yet has no match of its own to go on with.
            return null;
        }
        if (policy == TwoPeerPolicy.HALT && (voters.gone() & other) != 0
            && !host.hasEnded(Integer.numberOfTrailingZeros(other))) {
            // A leaver marks its last input. The other one said goodbye without that: it has halted.
            host.halted();
            return null;
        }
        if (pairedIn != epoch.id()) {
            pairedIn = epoch.id();
            pairedNs = state.nowNs();
        }
        if ((voters.departed() & other) == 0) {
            aliveNs = state.nowNs();
        }
        // A new process has shown up on its seat: perhaps everybody attends soon, and then no policy is needed.
        final boolean shaking = (voters.departed() & other) != 0 && state.nowNs() - aliveNs < SHAKE_NS;
        if ((state.suspects() & other) == 0 || (voters.excused() & other) != 0 || shaking
            || state.nowNs() - pairedNs < PAIRED_NS) {
            awaits = false;
            return null;
        }
        final boolean tieBreaker = Quorum.tieBreaker(epoch.members()) == 1 << self;
        if (policy == TwoPeerPolicy.HALT) {
            host.halted();
        } else if (!tieBreaker && policy == TwoPeerPolicy.CONTINUE_TIEBREAK) {
            host.minority();
        } else if (!tieBreaker && policy == TwoPeerPolicy.REJOIN) {
            // The other one may have decided alone, and says so when it is heard; until then nothing is decided here.
            if (!awaits) {
                awaits = true;
                host.awaits(Integer.numberOfTrailingZeros(other));
            }
        } else if (!tieBreaker && policy == TwoPeerPolicy.CONTINUE_ALL && mayDecideAlone()) {
            return alone(Integer.numberOfTrailingZeros(other));
        }
        return null;
    }

    /** Where the epoch of two is not established, those before it have a say, and they know better than a policy. */
    private boolean mayDecideAlone() {
        for (int i = 0; i < epoch.chainCount(); i++) {
            if (!Quorum.reached(epoch.chain()[i], 1 << self, voters.goneIn(i))) {
                return false;
            }
        }
        return epoch.canBeFollowed();
    }

    private EpochRecord alone(final int other) {
        final long term = election.term() + 1;
        alone.follow(epoch, term << EpochRecord.ROUND_BITS | FIRST_ROUND, 1 << self, voters.active());
        alone.close(other, host.received(other));
        alone.branch(true);
        alone.conclude(true);
        // The policy stands in for the quorum that cannot be had: nobody else is asked, now or later.
        alone.establish();
        return alone;
    }
}
