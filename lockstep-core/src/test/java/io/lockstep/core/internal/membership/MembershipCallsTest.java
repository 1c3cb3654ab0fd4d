package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests calls of the session, ends of a match, the part of a joiner, and cuts that members forward. */
class MembershipCallsTest extends OneMember {

    private static final int STRANGER = 5;

    private void start(final int self, final int lineUp) {
        start(self, lineUp, TwoPeerPolicy.HALT);
    }

    private EpochRecord next(final EpochRecord parent, final long ballot, final int lost) {
        final EpochRecord next = new EpochRecord();
        next.follow(parent, ballot, membership.epoch().members() & ~(1 << lost), membership.voters().active());
        next.close(lost, host.received[lost]);
        next.conclude(true);
        host.report(next, membership.epoch().members(), 1 << lost);
        return next;
    }

    private EpochRecord next(final long ballot, final int lost) {
        return next(membership.epoch(), ballot, lost);
    }

    private static MembershipMessage cut(final EpochRecord epoch) {
        final MembershipMessage message = new MembershipMessage().reset(Kind.CUT);
        epoch.writeTo(message);
        return message;
    }

    private MembershipMessage last(final int to, final Kind kind) {
        final List<MembershipMessage> sent = host.sent(to, kind);
        return sent.get(sent.size() - 1);
    }

    @Test
    void shouldAskTheOthersToDropAMemberUntilAnotherProcessTakesItsSeat() {
        start(1, 0b1111);
        membership.voteOut(STRANGER);
        pass(0, 0);
        assertEquals(List.of(), host.sent(0, Kind.STATUS), "no member");
        membership.voteOut(2);
        membership.voteOut(3);
        pass(0, 0);
        assertEquals(0b1100, last(0, Kind.STATUS).mask(), "at once");
        host.incarnations[2]++;
        membership.reborn(2, nowNs);
        pass(0, 0);
        assertEquals(0b1000, last(0, Kind.STATUS).mask());
    }

    @Test
    void shouldAskNoLongerToDropAMemberThatIsOut() {
        start(1, 0b1111);
        membership.voteOut(3);
        assertTrue(receive(0, prepare(1, 0b1000)));
        assertTrue(receive(0, cut(next(1, 3))));
        host.sent.clear();
        pass(0, 0);
        assertEquals(1, host.sent(0, Kind.STATUS).size(), "that the epoch holds here is said at once");
        assertEquals(0, last(0, Kind.STATUS).mask());
    }

    @Test
    void shouldHandTheLeadToAMemberOnly() {
        start(0, 0b111);
        assertFalse(membership.transferTo(STRANGER));
        assertEquals(List.of(), host.sent);
        receive(2, status());
        assertTrue(membership.transferTo(2));
        for (int i = 0; i < 300; i++) {
            pass(0, 0);
        }
        assertFalse(host.sent(2, Kind.TRANSFER).isEmpty());
        assertEquals(List.of(), host.sent(1, Kind.TRANSFER));
        start(1, 0b111);
        assertFalse(membership.transferTo(2), "peer 0 leads");
        assertEquals(List.of(), host.sent(2, Kind.TRANSFER));
    }

    @Test
    void shouldHandTheLeadOverWhenAllOthersVoteTheLeaderOut() {
        start(0, 0b111);
        receive(1, status().mask(0b001));
        pass(0, 0);
        assertEquals(List.of(), host.sent(1, Kind.TRANSFER), "one of two others");
        receive(2, status().mask(0b001));
        pass(0, 0);
        assertEquals(1, host.sent(1, Kind.TRANSFER).size());
    }

    @Test
    void shouldSpareAMemberOnlyIfTheOthersAreAQuorum() {
        start(0, 0b1111);
        assertTrue(membership.canSpare(0));
        pass(0b1000, 0);
        assertTrue(membership.canSpare(1), "half of four with the lowest");
        assertFalse(membership.canSpare(0), "half of four without the lowest");
        start(0, 0b11);
        assertTrue(membership.canSpare(0), "the policy says what follows");
    }

    @Test
    void shouldKnowTheFrameOfAMemberInThisEpochOnly() {
        start(1, 0b111);
        receive(2, status().frame(2, 77));
        assertEquals(77, membership.frameOf(2));
        membership.reborn(2, nowNs);
        assertEquals(0, membership.frameOf(2), "of the process before");
        receive(2, status().epochId(12).frame(2, 78));
        assertEquals(0, membership.frameOf(2), "in another epoch");
        membership = new Membership(1, 7, ElectionConfig.defaults(), TwoPeerPolicy.HALT, host);
        membership.join();
        receive(2, status().epochId(12).frame(2, 79));
        assertEquals(79, membership.frameOf(2), "a joiner is in no epoch");
    }

    @Test
    void shouldBelieveAQuorumThatEndedTheMatchWithoutThisPeer() {
        start(1, 0b1111);
        membership.finishedWithout(STRANGER, nowNs);
        membership.finishedWithout(0, nowNs);
        membership.finishedWithout(2, nowNs);
        membership.finishedWithout(2, nowNs);
        assertEquals(List.of("evicted"), host.calls.stream().distinct().toList(), "half of four with the lowest");
        start(0, 0b1111);
        membership.finishedWithout(1, nowNs);
        membership.finishedWithout(2, nowNs);
        assertEquals(List.of(), host.calls, "half of four without the lowest");
    }

    @Test
    void shouldBelieveOneMemberThatTheMatchHasEndedWhileNothingMovesAndNobodyDeniesIt() {
        start(1, 0b1111);
        pass(0, 999);
        membership.finishedWithout(3, nowNs);
        assertEquals(List.of(), host.calls);
        pass(0, 1000);
        membership.finishedWithout(STRANGER, nowNs);
        assertEquals(List.of(), host.calls, "no member");
        receive(2, status());
        membership.finishedWithout(3, nowNs);
        assertEquals(List.of(), host.calls, "peer 2 is there");
        membership.finishedWithout(2, nowNs);
        assertEquals(List.of("evicted"), host.calls);
    }

    @ParameterizedTest
    @EnumSource(TwoPeerPolicy.class)
    void shouldLeaveToThePolicyOfTwoWhetherBothMayEndTheirMatch(final TwoPeerPolicy policy) {
        start(1, 0b11, policy);
        pass(0, 1500);
        membership.finishedWithout(0, nowNs);
        final EpochRecord without = next(1, 1);
        without.establish();
        receive(0, cut(without));
        assertEquals(policy != TwoPeerPolicy.CONTINUE_ALL, host.calls.contains("evicted"));
    }

    @Test
    void shouldNotBelieveTheHigherPeerOfTwoEitherThatTheMatchHasEnded() {
        start(0, 0b11, TwoPeerPolicy.CONTINUE_ALL);
        pass(0, 1500);
        membership.finishedWithout(1, nowNs);
        assertFalse(host.calls.contains("evicted"));
    }

    @Test
    void shouldSendTheNewestEpochToAMemberThatIsBehind() {
        start(1, 0b11111);
        final MembershipMessage old = status();
        assertTrue(receive(0, prepare(1, 0b10000)));
        assertTrue(receive(0, cut(next(1, 4))));
        host.sent.clear();
        receive(2, old);
        assertEquals(1, host.sent(2, Kind.CUT).size());
        receive(3, status());
        assertEquals(List.of(), host.sent(3, Kind.CUT));
    }

    @Test
    void shouldCountAForwardedCutOfThisEpochAsAppliedThere() {
        start(1, 0b11111);
        assertTrue(receive(0, prepare(1, 0b10000)));
        final EpochRecord next = next(1, 4);
        assertTrue(receive(0, cut(next)));
        assertFalse(membership.epoch().isEstablished(), "two of five have it");
        assertTrue(receive(2, cut(next)));
        assertTrue(membership.epoch().isEstablished());
    }

    @Test
    void shouldEndAsAMinorityAfterAMinuteWithoutAQuorumInWhichItWasAwake() {
        start(1, 0b111);
        for (int ms = 0; ms < 30_000; ms++) {
            pass(0b101, 0);
        }
        nowNs += 40_000 * MS;
        for (int ms = 0; ms < 29_900; ms++) {
            pass(0b101, 0);
        }
        assertFalse(host.calls.contains("minority"), "nobody could come back while this process slept");
        for (int ms = 0; ms < 102; ms++) {
            pass(0b101, 0);
        }
        assertTrue(host.calls.contains("minority"));
    }

    @Test
    void shouldAwaitTheInputsThatARoundHasHeardOf() {
        start(0, 0b1111);
        host.received[3] = 105;
        receive(1, status().members(0b1000));
        receive(2, status().members(0b1000));
        pass(0b1000, 0);
        final long ballot = last(1, Kind.PREPARE).ballot();
        assertEquals(105, membership.awaitedUntil(3));
        assertEquals(0, membership.awaitedUntil(2));
        assertEquals(0b0110, membership.witnessesOf(3), "nobody has answered");
        assertTrue(receive(2, report(ballot, 3, 107)));
        assertEquals(0b0110, membership.witnessesOf(3), "peer 1 may have them, too");
        assertTrue(receive(1, report(ballot, 3, 103)));
        assertEquals(107, membership.awaitedUntil(3));
        assertEquals(0b0100, membership.witnessesOf(3));
        host.received[3] = 107;
        pass(0b1000, 0);
        assertEquals(107, host.applied.closedAt(3));
        assertEquals(0, membership.awaitedUntil(3), "it is settled");
    }

    /** A joiner knows this epoch by the order to send it a state. */
    private EpochRecord join(final int self, final int members) {
        membership = new Membership(self, 7, ElectionConfig.defaults(), TwoPeerPolicy.HALT, host);
        membership.join();
        final EpochRecord first = new EpochRecord();
        first.first(99, members);
        for (int peer = 0; peer < Integer.SIZE - Integer.numberOfLeadingZeros(members); peer++) {
            first.incarnation(peer, host.incarnations[peer]);
        }
        assertTrue(receive(0, new MembershipMessage().reset(Kind.JOIN).epochId(first.id()).members(members)
            .mask(1 << 1).seat(self).frame(self, 130).incarnation(self, host.incarnations[self])));
        assertTrue(host.calls.contains("observe"), "it seals as the members do");
        host.sent.clear();
        host.calls.clear();
        return first;
    }

    private EpochRecord admitting(final EpochRecord parent, final long ballot, final int joiner) {
        final EpochRecord next = new EpochRecord();
        next.follow(parent, ballot, parent.members(), parent.members());
        next.admit(joiner, host.incarnations[joiner]);
        next.conclude(false);
        return next;
    }

    @Test
    void shouldPromiseAJoinersPartInEachRoundAndFollowItsProposer() {
        final EpochRecord first = join(3, 0b111);
        assertTrue(receive(0, prepare(2, 0)));
        final MembershipMessage answer = last(0, Kind.REPORT);
        assertTrue(answer.joining());
        assertEquals(2, answer.ballot());
        assertEquals(first.id(), answer.epochId());
        assertEquals(0, answer.framesMask());
        host.sent.clear();
        assertFalse(receive(0, prepare(1, 0)), "an older round");
        assertEquals(List.of(), host.sent);
        assertTrue(receive(0, prepare(2, 0)), "the answer may be lost");
        assertEquals(1, host.sent(0, Kind.REPORT).size());
        receive(0, cut(admitting(first, 1, 3)));
        assertTrue(membership.isJoining(), "an older cut");
        assertTrue(receive(0, cut(admitting(first, 2, 3))));
        assertFalse(membership.isJoining());
        assertEquals(0, membership.election().leader());
        assertEquals(0b1111, membership.epoch().members());
    }

    @Test
    void shouldLearnTheSealOfAnEpochThatDoesNotTakeItIn() {
        final EpochRecord first = join(3, 0b111);
        final EpochRecord other = admitting(first, 1, 4);
        assertTrue(receive(1, cut(other)));
        assertEquals(List.of("observe"), host.calls);
        assertTrue(membership.isJoining());
        assertEquals(other.id(), membership.epoch().id());
    }

    private MembershipMessage ready() {
        return new MembershipMessage().reset(Kind.READY).joining(true).established(true)
            .epochId(membership.epoch().id()).frame(3, 130);
    }

    /** Peer 3 joins the match of peers 0 to 2, and has caught up. */
    private long admits(final long answerOfJoiner) {
        start(0, 0b111);
        receive(3, status().joining(true).epochId(0));
        pass(0, 0);
        assertTrue(receive(3, ready()));
        pass(0, 0);
        final long ballot = last(3, Kind.PREPARE).ballot();
        assertEquals(0, last(1, Kind.PREPARE).mask());
        assertTrue(receive(3, new MembershipMessage().reset(Kind.REPORT).joining(true)
            .ballot(ballot + answerOfJoiner)) == (answerOfJoiner == 0));
        assertTrue(receive(1, new MembershipMessage().reset(Kind.REPORT).ballot(ballot).epochId(
            membership.epoch().id())));
        assertTrue(receive(2, new MembershipMessage().reset(Kind.REPORT).ballot(ballot).epochId(
            membership.epoch().id())));
        return ballot;
    }

    @Test
    void shouldTakeAJoinerInThatHasPromisedInTheSameBallot() {
        final long ballot = admits(0);
        pass(0, 0);
        assertEquals(0b1111, host.applied.members());
        assertEquals(host.incarnations[3], host.applied.incarnation(3));
        assertEquals(ballot, host.applied.ballot());
        assertEquals(0, host.applied.seal(), "datagrams under way stay valid where nobody was cut");
    }

    @Test
    void shouldGoOnWithoutAJoinerThatDoesNotAnswerForASecond() {
        admits(-1);
        for (int ms = 1; ms < 1000; ms++) {
            if (ms % 100 == 0) {
                receive(1, status());
                receive(2, status());
                receive(3, status().joining(true).epochId(0));
                receive(3, ready());
            }
            pass(0, 0);
        }
        assertNull(host.applied);
        pass(0, 0);
        pass(0, 0);
        assertEquals(0b0111, host.applied.members());
    }

    @Test
    void shouldTakeAForwardedEpochWhenASecondMemberForwardsIt() {
        start(1, 0b11111);
        assertTrue(receive(0, prepare(1, 0b10000)));
        receive(0, status());
        final MembershipMessage cut = cut(next(1, 4));
        assertFalse(receive(2, cut), "its proposer is there");
        assertFalse(receive(2, cut), "one member repeats itself");
        assertNull(host.applied);
        assertTrue(receive(3, cut));
        assertEquals(cut.epochId(), host.applied.id());
    }

    /** A round about peer 2 after peer 3 was cut at frame 100. */
    private void cutTwoAfterThree() {
        start(1, 0b11111);
        assertTrue(receive(0, prepare(1, 0b01000)));
        assertTrue(receive(0, cut(next(1, 3))));
        assertTrue(receive(0, prepare(2, 0b00100)));
        host.calls.clear();
    }

    @Test
    void shouldRefuseACutThatMovesTheEndOfAnEarlierOne() {
        cutTwoAfterThree();
        final EpochRecord parent = new EpochRecord();
        parent.copy(membership.epoch());
        parent.close(3, 90);
        assertFalse(receive(0, cut(next(parent, 2, 2))));
        assertEquals(List.of("0 lied: FALSE_CUT"), host.calls);
        assertEquals(1, membership.epoch().number());
    }

    @Test
    void shouldRefuseACutThatForgetsTheEndOfAnEarlierOne() {
        cutTwoAfterThree();
        final EpochRecord parent = new EpochRecord();
        parent.copy(membership.epoch());
        final MembershipMessage bare = new MembershipMessage().reset(Kind.CUT).epoch(parent.number())
            .epochId(parent.id()).ballot(parent.ballot()).members(parent.members()).established(true);
        for (int rest = parent.members(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            bare.incarnation(peer, parent.incarnation(peer));
        }
        parent.readFrom(bare);
        assertFalse(receive(0, cut(next(parent, 2, 2))));
        assertEquals(List.of("0 lied: FALSE_CUT"), host.calls);
        assertEquals(1, membership.epoch().number());
    }

    @Test
    void shouldFollowALeaderNoLongerThatMadeAFalseCut() {
        start(1, 0b1111);
        assertTrue(receive(0, prepare(1, 0b1000)));
        final EpochRecord next = next(1, 3);
        next.close(3, 90);
        assertFalse(receive(0, cut(next)));
        assertFalse(receive(0, prepare(2, 0b1000)));
        assertEquals(1, membership.promised());
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    /** The process on the other seat attends a round, and its answers are lost. */
    @Test
    void shouldApplyNoPolicyWhileAnotherProcessOnTheSeatOfTheDeadAttends() {
        host.seats = 0b11;
        start(1, 0b11);
        for (int ms = 0; ms < 600; ms++) {
            pass(0, 0);
        }
        host.incarnations[0]++;
        membership.reborn(0, nowNs);
        for (int ms = 0; ms < 5000; ms++) {
            if (ms % 100 == 0) {
                receive(0, status().joining(true).epochId(0));
            }
            pass(0b01, 0);
        }
        assertFalse(host.calls.contains("halted"));
        assertEquals(0, membership.epoch().number(), "nobody decides without the answer");
        for (int ms = 0; ms < 2100; ms++) {
            pass(0b01, 0);
        }
        assertTrue(host.calls.contains("halted"), "it attends no more");
    }
}
