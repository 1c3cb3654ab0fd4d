package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.List;

/** One member that promises rounds and takes the cuts that come of them. */
abstract class OneCut extends OneMember {

    static final long TERM_1 = 1L << EpochRecord.ROUND_BITS;
    static final List<String> NAMED = List.of("0 lied: FALSE_CUT");

    final void start(final int self, final int lineUp) {
        start(self, lineUp, TwoPeerPolicy.CONTINUE_ALL);
    }

    /** The epoch after ours without some members, whose inputs end in a frame; all have what is here of them. */
    final EpochRecord without(final long ballot, final int lost, final long frame) {
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), ballot, membership.epoch().members() & ~lost, membership.voters().active());
        for (int rest = lost; rest != 0; rest &= rest - 1) {
            next.close(Integer.numberOfTrailingZeros(rest), frame);
        }
        next.conclude(true);
        host.report(next, membership.epoch().members(), lost);
        return next;
    }

    static MembershipMessage cut(final EpochRecord epoch) {
        final MembershipMessage message = new MembershipMessage().reset(Kind.CUT);
        epoch.writeTo(message);
        return message;
    }

    /** A round of peer 0 about some members, as this peer promises and answers it; then what comes of it. */
    final boolean decided(final EpochRecord next, final int lost) {
        assertTrue(receive(0, prepare(next.ballot(), lost)));
        host.sent.clear();
        host.calls.clear();
        return receive(0, cut(next));
    }

    /** The cut is applied at once, and nobody is called a liar. */
    final void assertTaken(final EpochRecord next, final int lost) {
        assertTrue(decided(next, lost));
        assertEquals(List.of(), host.calls);
        assertEquals(next.id(), host.applied.id());
    }

    /** The cut is refused, and its proposer is called a liar. */
    final void assertRefused(final EpochRecord next, final int lost) {
        assertFalse(decided(next, lost));
        assertEquals(NAMED, host.calls);
        assertNull(host.applied);
    }

    /** Members 0, 2 and 3 say that they are where we are, and which ones of the members they have lost. */
    final void hear(final int suspects) {
        for (final int peer : new int[] {0, 2, 3}) {
            receive(peer, status().members(suspects));
        }
    }

    /** The others elect peer 2 for term 1. */
    final void electTwo() {
        nowNs += 1_000 * MS;
        receive(0, status().seat(2).term(1));
        receive(3, status().seat(2).term(1));
        receive(2, status().seat(2).term(1).leads(true));
        assertEquals(2, membership.election().leader());
        assertEquals(1, membership.election().term());
    }

    /** Some members give this peer their votes, if it stands. */
    final void vote(final int peers) {
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final long term = membership.election().term();
            membership.receive(peer, new VoteResponse().voter(peer).term(term + 1).preVote(true).granted(true), nowNs);
            membership.receive(peer, new VoteResponse().voter(peer).term(membership.election().term()).granted(true),
                nowNs);
        }
    }

    /** Lets some time pass in which peer 0 is heard as the leader. */
    final void passLed(final int ms, final long stalledMs) {
        for (int passed = 0; passed < ms; passed++) {
            nowNs += MS;
            membership.heardLeader(0, 0, nowNs);
            membership.tick(nowNs, 0, stalledMs * MS, 0);
        }
    }
}
