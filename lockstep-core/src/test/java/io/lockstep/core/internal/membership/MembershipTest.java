package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import io.lockstep.election.Role;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one peer believes, promises and applies, whatever the others say. Peer 0 leads term 0 in each of these. */
class MembershipTest extends OneMember {

    private static final int ROUND = 1 << EpochRecord.ROUND_BITS;

    private void start(final int self, final int lineUp) {
        start(self, lineUp, TwoPeerPolicy.CONTINUE_ALL);
    }

    private MembershipMessage status(final EpochRecord epoch, final int suspects) {
        return new MembershipMessage().reset(Kind.STATUS).term(membership.election().term()).epoch(epoch.number())
            .epochId(epoch.id()).members(suspects);
    }

    /** The epoch after ours, without one member whose inputs end in a frame. */
    private EpochRecord next(final long ballot, final int lost, final long frame) {
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), ballot, membership.epoch().members() & ~(1 << lost),
            membership.voters().active());
        next.close(lost, frame);
        next.conclude(true);
        host.report(next, membership.epoch().members(), 1 << lost);
        return next;
    }

    private static MembershipMessage cut(final EpochRecord epoch) {
        final MembershipMessage message = new MembershipMessage().reset(Kind.CUT);
        epoch.writeTo(message);
        return message;
    }

    /** A round about one member, led by peer 0, as this peer promises and answers it; then what comes of it. */
    private boolean decided(final EpochRecord next, final int lost) {
        assertTrue(receive(0, prepare(next.ballot(), 1 << lost)));
        host.sent.clear();
        host.calls.clear();
        return receive(0, cut(next));
    }

    /** Nothing of what decides has changed. */
    private void assertUntouched(final int refused) {
        assertEquals(refused, membership.refused());
        assertEquals(0, membership.promised());
        assertEquals(0, membership.epoch().number());
        assertEquals(0, membership.election().term());
        assertEquals(0, membership.election().leader());
        assertEquals(Long.MAX_VALUE, host.fence);
        assertNull(host.applied);
        assertEquals(List.of(), host.calls);
        assertEquals(List.of(), host.sent);
    }

    @Test
    void shouldRefuseVotesOfNonMembersAndForgedCandidates() {
        start(1, 0b111);
        assertFalse(membership.receive(5, new RequestVote().candidate(5).term(1), nowNs));
        assertFalse(membership.receive(5, new VoteResponse().voter(5).term(0).granted(true), nowNs));
        assertFalse(membership.receive(2, new RequestVote().candidate(0).term(1), nowNs), "names another peer");
        assertFalse(membership.receive(2, new VoteResponse().voter(0).term(1).granted(true), nowNs));
        assertUntouched(4);
        assertEquals(Role.FOLLOWER, membership.election().role());
    }

    /** Who is taken in knows of it only what the others say. */
    @ParameterizedTest
    @ValueSource(longs = {1, 0xFFFF_FFFEL, 0xFFFF_FFFFL})
    void shouldLetNoEpochFollowTheLastThereIs(final long number) {
        start(0, 0b1111);
        final EpochRecord epoch = new EpochRecord();
        epoch.readFrom(cut(next(0, 3, 100)).epoch(number));
        assertEquals(number < 0xFFFF_FFFFL, epoch.canBeFollowed());
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, names = {"PREPARE", "REPORT", "CUT", "TRANSFER", "JOIN"})
    void shouldRefuseOrdersOfNonMembers(final Kind kind) {
        start(1, 0b111);
        final MembershipMessage message = kind == Kind.CUT ? cut(next(ROUND, 2, 100)) : prepare(1, 0b100);
        if (kind != Kind.CUT) {
            message.reset(kind).ballot(1).epochId(membership.epoch().id()).seat(4).mask(1).frame(4, 130)
                .incarnation(4, host.incarnations[4]);
        }
        assertFalse(receive(5, message));
        assertUntouched(1);
    }

    @Test
    void shouldRefuseOrdersOfWhoDoesNotLeadTheTerm() {
        start(1, 0b111);
        assertFalse(receive(2, prepare(1, 0b001)));
        assertFalse(receive(2, new MembershipMessage().reset(Kind.TRANSFER).term(0)));
        assertFalse(receive(2, new MembershipMessage().reset(Kind.JOIN).term(0).seat(4).mask(1).frame(4, 130)
            .incarnation(4, host.incarnations[4])));
        assertTrue(host.calls.remove("2 lied: ORDER_WITHOUT_AUTHORITY"));
        host.calls.removeIf("2 lied: ORDER_WITHOUT_AUTHORITY"::equals);
        assertUntouched(3);
        assertEquals(Role.FOLLOWER, membership.election().role(), "no candidate by a forged transfer");
    }

    @ParameterizedTest
    @ValueSource(longs = {257, 300, 1L << 40})
    void shouldRefuseTermsOutOfReach(final long term) {
        start(1, 0b111);
        assertFalse(receive(0, prepare(term << EpochRecord.ROUND_BITS | 1, 0b100)));
        assertFalse(receive(0, new MembershipMessage().reset(Kind.TRANSFER).term(term)));
        assertTrue(receive(2, status(membership.epoch(), 0).term(term).leads(true)));
        assertEquals(term > 1000, host.calls.removeIf("0 lied: IMPOSSIBLE_TERM"::equals));
        assertEquals(term > 1000, host.calls.removeIf("2 lied: IMPOSSIBLE_TERM"::equals));
        assertUntouched(2);
    }

    @Test
    void shouldRefuseReportsOfAnotherRoundAndToWhoDoesNotLead() {
        start(1, 0b111);
        assertFalse(receive(2, report(1, 2, 105)));
        assertUntouched(1);
        start(0, 0b111);
        assertFalse(receive(1, report(1, 2, 105)), "no round is under way");
        assertUntouched(1);
    }

    @Test
    void shouldPromiseNothingInAnEpochItDoesNotKnow() {
        start(1, 0b111);
        assertTrue(receive(0, prepare(1, 0b100).epoch(3).epochId(12345)));
        assertEquals(0, membership.promised());
        assertEquals(Long.MAX_VALUE, host.fence);
        assertEquals(1, host.sent(0, Kind.STATUS).size(), "so that the leader sends the newest epoch");
        assertEquals(0, host.sent(0, Kind.REPORT).size());
    }

    @Test
    void shouldSendTheNewestEpochToALeaderOfAnOlderOne() {
        start(1, 0b1111);
        host.received[3] = 90;
        final MembershipMessage old = prepare(3, 0b100);
        assertTrue(decided(next(2, 3, 90), 3));
        assertEquals(1, membership.epoch().number());
        host.sent.clear();
        assertTrue(receive(0, old));
        assertEquals(2, membership.promised(), "that of the epoch");
        assertEquals(1, host.sent(0, Kind.CUT).size());
        assertEquals(membership.epoch().id(), host.sent(0, Kind.CUT).get(0).epochId());
        assertEquals(0, host.sent(0, Kind.REPORT).size());
    }

    @Test
    void shouldRefuseAnOlderBallotThanPromised() {
        start(1, 0b111);
        final EpochRecord older = next(1, 2, 100);
        assertTrue(receive(0, prepare(2, 0b100)));
        assertEquals(2, membership.promised());
        host.sent.clear();
        assertFalse(receive(0, prepare(1, 0b100)));
        assertFalse(receive(0, cut(older)));
        assertEquals(2, membership.refused());
        assertEquals(2, membership.promised());
        assertEquals(0, membership.epoch().number());
        assertNull(host.applied);
        assertEquals(List.of(), host.sent);
    }

    @Test
    void shouldAnswerTheSameBallotAgain() {
        start(1, 0b111);
        host.received[2] = 107;
        for (int copy = 0; copy < 3; copy++) {
            assertTrue(receive(0, prepare(1, 0b100)));
        }
        final List<MembershipMessage> reports = host.sent(0, Kind.REPORT);
        assertEquals(3, reports.size());
        assertEquals(1, reports.get(2).ballot());
        assertEquals(107, reports.get(2).frame(2));
        assertEquals(0b100, reports.get(2).framesMask());
    }

    @Test
    void shouldHandTheLeaderTheInputsItLacks() {
        start(1, 0b111);
        host.received[2] = 107;
        assertTrue(receive(0, prepare(1, 0b100).frame(2, 103)));
        assertEquals(List.of("forward 2 to 0 from 103"), host.calls);
    }

    @Test
    void shouldNotLiftTheFenceBeforeAnEpochIsApplied() {
        start(1, 0b1111);
        host.received[2] = 105;
        assertTrue(receive(0, prepare(1, 0b0100)));
        assertEquals(105, host.fence);
        host.received[2] = 120;
        host.received[3] = 110;
        assertTrue(receive(0, prepare(2, 0b1000)));
        assertEquals(105, host.fence, "an older leader's cut may have been applied elsewhere");
        host.received[3] = 102;
        assertTrue(receive(0, prepare(3, 0b1100)));
        assertEquals(102, host.fence);
        for (int i = 0; i < 100; i++) {
            pass(0, 0);
            assertEquals(102, host.fence);
        }
        assertTrue(receive(0, prepare(4, 0)));
        assertEquals(102, host.fence, "a round without suspects lifts nothing by itself");
        host.received[2] = 120;
        assertTrue(decided(next(5, 2, 120), 2));
        assertEquals(1, membership.epoch().number());
        assertEquals(Long.MAX_VALUE, host.fence);
    }

    @Test
    void shouldTellTheHostFromItsPromiseToTheEpochThatSomebodyMayBeAMemberWhomItDoesNotKnow() {
        start(1, 0b1111);
        assertFalse(host.promised);
        assertTrue(receive(0, prepare(1, 0)));
        assertTrue(host.promised, "a round about nobody takes somebody in");
        pass(0, 0);
        assertTrue(host.promised);
        assertTrue(receive(0, prepare(2, 0b0100)));
        assertTrue(decided(next(2, 2, 100), 2));
        assertFalse(host.promised);
    }

    @Test
    void shouldNotFenceAPlayerWhoSaidWhichInputIsTheLast() {
        start(1, 0b111);
        host.ended = 0b100;
        assertTrue(receive(0, prepare(1, 0b100)));
        assertEquals(Long.MAX_VALUE, host.fence);
        assertEquals(1, membership.promised());
    }

    @Test
    void shouldApplyACutOnlyWhenEveryInputThatCountsIsHere() {
        start(1, 0b111);
        host.received[2] = 104;
        final EpochRecord next = next(1, 2, 107);
        assertTrue(decided(next, 2));
        assertEquals(0, membership.epoch().number());
        assertNull(host.applied);
        final MembershipMessage asks = host.sent(0, Kind.REPORT).get(0);
        assertEquals(104, asks.frame(2), "asks for the rest");
        assertEquals(1, asks.ballot());
        host.received[2] = 106;
        for (int i = 0; i < 200; i++) {
            pass(0, 0);
        }
        assertNull(host.applied);
        final List<MembershipMessage> all = host.sent(0, Kind.REPORT);
        assertTrue(all.size() >= 3 && all.size() <= 5, "asked " + all.size() + " times in 200 ms");
        assertEquals(106, all.get(all.size() - 1).frame(2));
        host.received[2] = 107;
        pass(0, 0);
        assertEquals(next.id(), host.applied.id());
        assertEquals(107, host.applied.closedAt(2));
        assertEquals(0b011, membership.epoch().members());
    }

    /** Of inputs that count in an epoch to be applied: the word of one alone is enough where no other can have them. */
    @Test
    void shouldNotCountAsAWitnessWhoSaysThatItLacksTheSameInputs() {
        start(1, 0b11111);
        host.received[2] = 104;
        assertTrue(decided(next(1, 2, 107), 2));
        assertEquals(0b11001, membership.witnessesOf(2));
        assertFalse(receive(3, report(2, 2, 104)), "of another round");
        assertTrue(receive(3, report(1, 2, 104)));
        assertTrue(receive(4, report(1, 2, 105)));
        assertEquals(0b10001, membership.witnessesOf(2));
        for (int i = 0; i < 500; i++) {
            pass(0, 0);
        }
        assertEquals(0b11001, membership.witnessesOf(2), "it may have them by now");
    }

    @Test
    void shouldGiveUpAnOfferOnceANewerBallotIsPromised() {
        start(1, 0b1111);
        host.received[2] = 104;
        assertTrue(decided(next(1, 2, 107), 2));
        assertTrue(receive(0, prepare(2, 0b0100)));
        host.received[2] = 107;
        pass(0, 0);
        assertNull(host.applied);
        assertEquals(0, membership.epoch().number());
    }

    @Test
    void shouldForwardToAMemberThatCannotApplyTheEpochYet() {
        start(1, 0b111);
        host.received[2] = 107;
        final EpochRecord next = next(1, 2, 107);
        assertTrue(decided(next, 2));
        host.calls.clear();
        assertTrue(receive(0, report(1, 2, 103)));
        assertEquals(List.of("forward 2 to 0 from 103"), host.calls);
    }

    @Test
    void shouldNotBelieveOnePeerAloneThatItIsOutWhileItGetsOn() {
        start(1, 0b1111);
        final EpochRecord without = next(1, 1, 100);
        without.establish();
        assertTrue(receive(3, cut(without)));
        pass(0, 0);
        assertEquals(List.of(), host.calls);
        assertEquals(0, membership.epoch().number());
        assertTrue(receive(2, cut(without)));
        assertEquals(List.of(), host.calls, "half of four without the lowest");
        assertTrue(receive(0, cut(without)));
        assertEquals(List.of("evicted"), host.calls, "a quorum has applied it");
    }

    @Test
    void shouldBelieveOnePeerThatItIsOutWhenItDoesNotGetOn() {
        start(1, 0b1111);
        final EpochRecord without = next(1, 1, 100);
        membership.tick(nowNs += MS, 0, 1_500 * MS, 0);
        assertTrue(receive(0, cut(without)));
        assertEquals(List.of(), host.calls, "not established: the others may decide otherwise yet");
        without.establish();
        assertTrue(receive(0, cut(without)));
        assertEquals(List.of("evicted"), host.calls);
    }

    @Test
    void shouldCutAtTheFurthestInputThatAnybodyHas() {
        start(0, 0b1111);
        host.received[3] = 105;
        receive(1, status(membership.epoch(), 0b1000));
        pass(0b1000, 0);
        assertEquals(0, host.sent(1, Kind.PREPARE).size(), "one of two others is not more than half of them");
        receive(2, status(membership.epoch(), 0b1000));
        pass(0b1000, 0);
        final MembershipMessage prepare = host.sent(1, Kind.PREPARE).get(0);
        assertEquals(105, prepare.frame(3));
        assertEquals(0b1000, prepare.mask());
        assertEquals(105, host.fence, "a leader promises first");
        assertTrue(receive(1, report(prepare.ballot(), 3, 107)));
        pass(0b1000, 0);
        assertNull(host.applied, "peer 2 has not reported");
        assertTrue(receive(2, report(prepare.ballot(), 3, 103)));
        pass(0b1000, 0);
        assertNull(host.applied, "it cannot hand on what it does not have");
        host.received[3] = 107;
        pass(0b1000, 0);
        assertEquals(107, host.applied.closedAt(3));
        assertEquals(0b0111, host.applied.members());
        assertEquals(prepare.ballot(), host.applied.ballot());
        assertEquals(1, host.sent(1, Kind.CUT).size());
        assertEquals(1, host.sent(2, Kind.CUT).size());
        assertEquals(Long.MAX_VALUE, host.fence);
    }

    @Test
    void shouldKeepAPredecessorsSayUntilTheEpochIsEstablished() {
        start(0, 0b11111);
        host.received[4] = 100;
        for (final int peer : new int[] {1, 2, 3}) {
            receive(peer, status(membership.epoch(), 0b10000));
        }
        pass(0b10000, 0);
        for (final int peer : new int[] {1, 2, 3}) {
            assertTrue(receive(peer, report(host.sent(1, Kind.PREPARE).get(0).ballot(), 4, 100)));
        }
        pass(0b10000, 0);
        final EpochRecord epoch = membership.epoch();
        assertEquals(1, epoch.number());
        assertFalse(epoch.isEstablished());
        assertEquals(1, epoch.chainCount());
        assertEquals(0b11111, epoch.chain()[0]);
        assertFalse(membership.voters().decides(0b00011), "half of four with the lowest, but two of five");
        assertTrue(membership.voters().decides(0b00111));
        receive(1, status(epoch, 0));
        assertFalse(epoch.isEstablished(), "two of five have it");
        receive(2, status(epoch, 0));
        assertTrue(epoch.isEstablished());
        assertEquals(0, epoch.chainCount());
        assertTrue(membership.voters().decides(0b00011));
    }

    @Test
    void shouldLearnFromAMemberThatItsEpochIsEstablished() {
        start(1, 0b11111);
        assertTrue(decided(next(1, 4, 100), 4));
        assertFalse(membership.epoch().isEstablished());
        receive(2, status(membership.epoch(), 0).established(true));
        assertTrue(membership.epoch().isEstablished());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldDecideAloneAfterABranchOfTwo(final int self) {
        start(self, 0b11);
        final int other = 1 - self;
        host.received[other] = 104;
        for (int i = 0; i < 1200; i++) {
            pass(1 << other, 0);
        }
        assertEquals(1 << self, membership.epoch().members());
        assertEquals(104, membership.epoch().closedAt(other));
        assertTrue(membership.epoch().isBranch());
        assertTrue(membership.epoch().isEstablished());
        assertTrue(membership.voters().decides(1 << self));
        assertEquals(self, membership.election().leader());
        nowNs += 70_000 * MS;
        pass(0, 0);
        pass(0, 0);
        assertEquals(List.of(), host.calls, "no minority");
    }

    @Test
    void shouldOnlyBeTakenInByAnEpochThatNamesThisProcess() {
        membership = new Membership(1, 7, ElectionConfig.defaults(), TwoPeerPolicy.HALT, host);
        membership.join();
        final EpochRecord first = new EpochRecord();
        first.first(99, 0b101);
        final EpochRecord other = new EpochRecord();
        other.follow(first, ROUND, 0b101, 0b101);
        assertFalse(receive(0, cut(other)), "nobody has said yet who the members are");
        assertTrue(receive(0, new MembershipMessage().reset(Kind.JOIN).epochId(first.id()).members(0b101).mask(0b100)
            .seat(1).frame(1, 130).incarnation(1, host.incarnations[1])));
        other.admit(1, host.incarnations[1] + 1);
        other.conclude(false);
        assertTrue(receive(0, cut(other)));
        assertTrue(membership.isJoining(), "that is another process of ours");
        final EpochRecord ours = new EpochRecord();
        ours.follow(first, ROUND + 1, 0b101, 0b101);
        ours.admit(1, host.incarnations[1]);
        ours.conclude(false);
        assertNotEquals(other.id(), ours.id());
        assertTrue(receive(0, cut(ours)));
        assertFalse(membership.isJoining());
        assertEquals(ours.id(), membership.epoch().id());
        assertEquals(1, membership.election().term());
        assertFalse(receive(2, new MembershipMessage().reset(Kind.VOUCH).frame(1, 5)), "it needs no vouching any more");
        assertFalse(receive(0, new MembershipMessage().reset(Kind.JOIN).term(1).epochId(first.id()).members(0b101)
            .mask(0b100).seat(1).frame(1, 130).incarnation(1, host.incarnations[1])), "nor a state");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldAllocateNothingPerTick(final int self) {
        start(self, 0b111);
        host.quiet = true;
        final MembershipMessage status = status(membership.epoch(), 0).leads(self != 0);
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 20_000; i++) {
                pass(0, 0);
                receive(1 - self, status);
                receive(2, status.leads(false));
                status.leads(self != 0);
            }
        }));
        assertEquals(0, membership.election().term(), "nothing happened");
        assertEquals(0, membership.refused());
    }
}
