package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who leaves is not waited for any more, once it is known to decide nothing. */
class LeavingMembersTest {

    private static final long MS = 1_000_000L;
    private static final long ROUND = 1;

    private final FakeHost host = new FakeHost();
    private Membership membership;
    private long nowNs = 5_000_000_000L;

    private void start(final int self, final int lineUp, final TwoPeerPolicy policy) {
        host.seats = lineUp;
        membership = new Membership(self, 7, ElectionConfig.defaults(), policy, host);
        membership.start(99, lineUp, host.incarnations, nowNs);
        tick(0, 1);
        host.sent.clear();
        host.beside.clear();
    }

    private void tick(final int suspects, final int times) {
        for (int i = 0; i < times; i++) {
            nowNs += MS;
            membership.tick(nowNs, suspects, 0, 0);
        }
    }

    private void saysGoodbye(final int peer) {
        host.unlinked |= 1 << peer;
        membership.left(peer, membership.epoch().id(), nowNs);
    }

    /** Others have agreed on going on without somebody, and one of them says so; 0 leads and is not heard. */
    private boolean cut(final int from, final int without) {
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), ROUND, membership.epoch().members() & ~(1 << without),
            membership.voters().active());
        next.close(without, host.received[without]);
        next.conclude(true);
        host.report(next, membership.epoch().members(), 1 << without);
        membership.receive(0, new MembershipMessage().reset(Kind.PREPARE).term(0).leads(true).ballot(ROUND)
            .epochId(membership.epoch().id()).mask(1 << without), nowNs);
        final MembershipMessage cut = new MembershipMessage().reset(Kind.CUT).term(0);
        next.writeTo(cut);
        return membership.receive(from, cut, nowNs);
    }

    @ParameterizedTest
    @EnumSource(TwoPeerPolicy.class)
    void shouldGoOnAloneOnceTheOtherOfTwoSaidGoodbye(final TwoPeerPolicy policy) {
        start(1, 0b11, policy);
        host.ended = 0b01;
        saysGoodbye(0);
        tick(0b01, 1200);
        assertEquals(0b10, membership.epoch().members(), policy::name);
        assertFalse(membership.epoch().isBranch());
        assertTrue(membership.epoch().isEstablished());
        assertEquals(1, membership.election().leader());
        assertEquals(List.of(), host.calls);
    }

    /** It may act on: model Epochs, leave-fin. */
    @Test
    void shouldNotTakeWhoMarkedItsLastInputAndFellSilentForGone() {
        start(1, 0b11, TwoPeerPolicy.CONTINUE_TIEBREAK);
        host.ended = 0b01;
        tick(0b01, 1200);
        assertEquals(0b11, membership.epoch().members());
        assertFalse(membership.voters().decides(0b10));
        assertTrue(host.calls.contains("minority"), "it has the say that its tie gives it");
    }

    @Test
    void shouldDecideByPolicyWhenTheOtherOfTwoFellSilentBeforeItsGoodbye() {
        start(1, 0b11, TwoPeerPolicy.CONTINUE_ALL);
        host.ended = 0b01;
        tick(0b01, 1200);
        assertEquals(0b10, membership.epoch().members());
        assertTrue(membership.epoch().isBranch(), "the other one may have gone on, too");
    }

    @Test
    void shouldNotTakeTheGoodbyeOfANewProcessForThatOfTheMemberBefore() {
        start(1, 0b11, TwoPeerPolicy.CONTINUE_TIEBREAK);
        host.incarnations[0]++;
        membership.reborn(0, nowNs);
        saysGoodbye(0);
        assertFalse(membership.voters().decides(0b10), "the member may have decided before it died");
        assertEquals(0, membership.voters().gone());
    }

    /** It applied none after that, and decides nothing. */
    @Test
    void shouldNotWaitInALaterEpochForWhoSaidGoodbyeInTheOneBefore() {
        start(1, 0b111, TwoPeerPolicy.CONTINUE_TIEBREAK);
        final long first = membership.epoch().id();
        assertTrue(cut(0, 2));
        assertEquals(0b011, membership.epoch().members());
        membership.left(0, first, nowNs);
        assertTrue(membership.voters().decides(0b10));
    }

    @Test
    void shouldTakeNoGoodbyeOfAnEpochThatItWasNeverIn() {
        start(1, 0b11, TwoPeerPolicy.CONTINUE_TIEBREAK);
        membership.left(0, membership.epoch().id() + 1, nowNs);
        assertFalse(membership.voters().decides(0b10), "it may have decided what we do not know");
    }

    /** What it decided in the epoch before may live on with others: model Epochs, leave-anywhere. */
    @Test
    void shouldWaitAmongThePredecessorsForWhoSaidGoodbyeInALaterEpoch() {
        start(1, 0b11111, TwoPeerPolicy.CONTINUE_TIEBREAK);
        assertTrue(cut(0, 4));
        assertFalse(membership.epoch().isEstablished());
        membership.left(0, membership.epoch().id(), nowNs);
        assertFalse(membership.voters().decides(0b00110), "two of five, though all of four but who has left");
        assertTrue(membership.voters().decides(0b01110));
    }

    /** A new process may sit there and play with others: model Epochs, leave-unattended. */
    @Test
    void shouldWaitForTheSeatOfWhoLeftBeforeItDecidesForTheDead() {
        start(2, 0b111, TwoPeerPolicy.CONTINUE_TIEBREAK);
        saysGoodbye(0);
        host.incarnations[1]++;
        membership.reborn(1, nowNs);
        membership.receive(1, new MembershipMessage().reset(Kind.STATUS).joining(true), nowNs);
        tick(0, 1);
        assertFalse(membership.voters().decides(0b100));
        host.unlinked = 0;
        host.incarnations[0]++;
        membership.reborn(0, nowNs);
        membership.receive(0, new MembershipMessage().reset(Kind.STATUS).joining(true), nowNs);
        tick(0, 1);
        assertTrue(membership.voters().decides(0b100));
    }

    /** Another epoch may take its place: model Epochs, leave-unestablished. */
    @Test
    void shouldNotGoBeyondALastInputBeforeTheEpochIsEstablished() {
        start(1, 0b1111, TwoPeerPolicy.CONTINUE_TIEBREAK);
        assertTrue(cut(2, 3));
        assertEquals(Long.MAX_VALUE, host.fence);
        host.ended = 0b0001;
        host.received[0] = 130;
        tick(0, 1);
        assertEquals(130, host.fence);
        membership.receive(0, new MembershipMessage().reset(Kind.STATUS).epoch(membership.epoch().number())
            .epochId(membership.epoch().id()), nowNs);
        assertTrue(membership.epoch().isEstablished());
        tick(0, 1);
        assertEquals(Long.MAX_VALUE, host.fence);
    }

    /** All that the newcomer waits for may be who leaves: model Epochs, leave-admits. */
    @Test
    void shouldAdmitNobodyAfterItsOwnLastInput() {
        start(0, 0b0011, TwoPeerPolicy.CONTINUE_ALL);
        host.seats = 0b0111;
        final MembershipMessage ready = new MembershipMessage().reset(Kind.READY).joining(true).established(true)
            .epochId(membership.epoch().id()).seat(2).incarnation(2, host.incarnations[2]);
        membership.receive(2, new MembershipMessage().reset(Kind.STATUS).joining(true), nowNs);
        tick(0, 1);
        host.ended = 0b0001;
        membership.receive(2, ready.frame(2, 90), nowNs);
        tick(0, 1);
        assertFalse(host.beside.contains(Kind.PREPARE));
        host.ended = 0;
        tick(0, 1);
        assertTrue(host.beside.contains(Kind.PREPARE));
    }
}
