package io.lockstep.core.membership;

import io.lockstep.election.Quorum;

/**
 * What a peer does that has lost the only other member of its epoch. No vote can settle that, so it was agreed before
 * the match. Does nothing where the other is proven dead or has left: then the survivor decides alone.
 */
final class PairRule {

    /** Long enough for every round of a term: no ballot of the peer we lost comes near. */
    private static final long FIRST_ROUND = 1;
    /** A new process has said by then whether it wants to be taken in and what it knows; as have all others there. */
    private static final long SHAKE_NS = PeerViews.FRESH_NS;

    /** The two have just agreed on being two; what they lacked of each other before that is on its way. */
    private static final long PAIRED_NS = 500_000_000L;

    private final Membership membership;
    private final MembershipHost host;
    private final int self;
    private final TwoPeerPolicy policy;
    private final Epoch alone = new Epoch();
    private long aliveNs = Long.MIN_VALUE / 2;
    private long pairedNs = Long.MIN_VALUE / 2;
    private long pairedIn;
    private boolean awaits;

    PairRule(final Membership membership, final MembershipHost host, final int self, final TwoPeerPolicy policy) {
        this.membership = membership;
        this.host = host;
        this.self = self;
        this.policy = policy;
    }

    /** Would a cut of these be one side's own decision, beside which the other side may take its own? */
    boolean isBranch(final int suspects) {
        final Epoch epoch = membership.epoch();
        return policy == TwoPeerPolicy.CONTINUE_ALL && Integer.bitCount(epoch.members()) == 2
            && (suspects & ~membership.voters().excused()) != 0;
    }

    void tick() {
        final Epoch epoch = membership.epoch();
        final int other = epoch.members() & ~(1 << self);
        if (Integer.bitCount(epoch.members()) != 2 || !epoch.has(self) || !host.isActive(self)) {
            // Who was taken in and does not count yet has no match of its own to go on with.
            return;
        }
        if (policy == TwoPeerPolicy.HALT && (membership.voters().gone() & other) != 0
            && !host.hasEnded(Integer.numberOfTrailingZeros(other))) {
            // It did not leave, or its last input would have said so: it has halted.
            host.halted();
            return;
        }
        if (pairedIn != epoch.id()) {
            pairedIn = epoch.id();
            pairedNs = membership.nowNs();
        }
        if ((membership.departed() & other) == 0) {
            aliveNs = membership.nowNs();
        }
        // A new process has shown up on its seat: perhaps everybody attends soon, and then no policy is needed.
        final boolean shaking = (membership.departed() & other) != 0 && membership.nowNs() - aliveNs < SHAKE_NS;
        if ((membership.suspects() & other) == 0 || (membership.voters().excused() & other) != 0 || shaking
            || membership.nowNs() - pairedNs < PAIRED_NS) {
            awaits = false;
            return;
        }
        final boolean tieBreaker = Quorum.tieBreaker(epoch.members()) == 1 << self;
        if (policy == TwoPeerPolicy.HALT) {
            host.halted();
        } else if (!tieBreaker && policy == TwoPeerPolicy.CONTINUE_TIEBREAK) {
            host.minority();
        } else if (!tieBreaker && policy == TwoPeerPolicy.REJOIN) {
            // What it has decided alone it will tell when it is heard; until then nothing is decided here.
            if (!awaits) {
                awaits = true;
                host.awaits(Integer.numberOfTrailingZeros(other));
            }
        } else if (!tieBreaker && policy == TwoPeerPolicy.CONTINUE_ALL && mayDecideAlone(epoch)) {
            goOnAlone(epoch, Integer.numberOfTrailingZeros(other));
        }
    }

    /** Where the epoch of two is not established, those before it have a say, and they know better than a policy. */
    private boolean mayDecideAlone(final Epoch epoch) {
        for (int i = 0; i < epoch.chainCount(); i++) {
            if (!Quorum.reached(epoch.chain()[i], 1 << self, membership.voters().goneIn(i))) {
                return false;
            }
        }
        return epoch.canBeFollowed();
    }

    private void goOnAlone(final Epoch epoch, final int other) {
        final long term = membership.election().term() + 1;
        alone.follow(epoch, term << Membership.ROUND_BITS | FIRST_ROUND, 1 << self,
            membership.active());
        alone.close(other, host.received(other));
        alone.branch(true);
        alone.conclude(true);
        // The policy stands in for the quorum that cannot be had: nobody else is asked, now or later.
        alone.establish();
        membership.adopt(alone, 0);
        membership.election().start(term, self, membership.nowNs());
    }
}
