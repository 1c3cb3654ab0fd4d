package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;

/** The membership of one peer on a manual clock, in a match that has just begun. Peer 0 leads term 0. */
abstract class OneMember {

    static final long MS = 1_000_000L;

    final FakeHost host = new FakeHost();
    Membership membership;
    long nowNs = 5_000_000_000L;

    final void start(final int self, final int lineUp, final TwoPeerPolicy policy) {
        membership = new Membership(self, 7, ElectionConfig.defaults(), policy, host);
        membership.start(99, lineUp, host.incarnations, nowNs);
        pass(0, 0);
        host.sent.clear();
        host.calls.clear();
        host.beside.clear();
    }

    /** Lets a millisecond pass. */
    final void pass(final int suspects, final long stalledMs) {
        nowNs += MS;
        membership.tick(nowNs, suspects, stalledMs * MS, 0);
    }

    final boolean receive(final int from, final MembershipMessage message) {
        return membership.receive(from, message, nowNs);
    }

    final MembershipMessage status() {
        return new MembershipMessage().reset(Kind.STATUS).term(membership.election().term())
            .epoch(membership.epoch().number()).epochId(membership.epoch().id());
    }

    final MembershipMessage prepare(final long ballot, final int suspects) {
        return new MembershipMessage().reset(Kind.PREPARE).term(ballot >>> EpochRecord.ROUND_BITS).leads(true)
            .ballot(ballot).epoch(membership.epoch().number()).epochId(membership.epoch().id()).mask(suspects);
    }

    final MembershipMessage report(final long ballot, final int suspect, final long received) {
        return new MembershipMessage().reset(Kind.REPORT).ballot(ballot).epoch(membership.epoch().number())
            .epochId(membership.epoch().id()).mask(1 << suspect).frame(suspect, received);
    }

    /** The answer of a member to the round that was promised last: it has every input up to frame 100. */
    final MembershipMessage report(final int suspects) {
        final MembershipMessage report = new MembershipMessage().reset(Kind.REPORT).ballot(membership.promised())
            .epoch(membership.epoch().number()).epochId(membership.epoch().id()).mask(suspects);
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            report.frame(Integer.numberOfTrailingZeros(rest), 100);
        }
        return report;
    }
}
