package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what changes at once with an epoch, a goodbye or another process on a seat, and what begins anew. */
class EpochChangeTest extends OneCut {

    private static final int LOST = 0b10000;
    private static final int SIX = 0b111111;
    private static final int JOINER = 3;

    private MembershipMessage last(final int to, final Kind kind) {
        final List<MembershipMessage> sent = host.sent(to, kind);
        return sent.get(sent.size() - 1);
    }

    @Test
    void shouldTellAtOnceThatAnEpochHoldsHere() {
        start(1, 0b11111);
        assertTrue(receive(0, prepare(1, LOST)));
        pass(0, 0);
        host.sent.clear();
        assertTrue(receive(0, cut(without(1, LOST, 100))));
        pass(0, 0);
        assertEquals(1, host.sent(2, Kind.STATUS).size());
        assertEquals(1, last(2, Kind.STATUS).epoch());
    }

    @Test
    void shouldTellAtOnceThatItsEpochIsEstablished() {
        start(1, 0b11111);
        assertTaken(without(1, LOST, 100), LOST);
        pass(0, 0);
        host.sent.clear();
        receive(2, status().established(true));
        pass(0, 0);
        assertEquals(1, host.sent(2, Kind.STATUS).size());
        assertTrue(last(2, Kind.STATUS).established());
    }

    @Test
    void shouldSendANewEpochAtOnceToWhoIsOut() {
        start(0, 0b1111);
        receive(1, status().members(0b1000));
        receive(2, status().members(0b1000));
        pass(0b1000, 0);
        receive(1, report(0b1000));
        receive(2, report(0b1000));
        pass(0b1000, 0);
        assertEquals(1, host.sent(3, Kind.CUT).size());
        assertEquals(0b0111, last(3, Kind.CUT).members());
        assertEquals(List.of(), host.sent(0, Kind.CUT));
    }

    /** The others follow nobody, and do not say that they ever followed peer 0. */
    private void loseTheLeader() {
        for (int peer = 2; peer < 6; peer++) {
            receive(peer, status().seat(peer));
        }
        pass(0b0001, 0);
        assertEquals(Membership.NOBODY, membership.election().leader());
        pass(0, 0);
        membership.heardLeader(0, 0, nowNs);
    }

    /** All members of the epoch followed it in that term. */
    @Test
    void shouldFollowTheProposerOfItsEpochAgainWithoutVotes() {
        start(1, SIX);
        assertTaken(without(1, 0b100000, 100), 0b100000);
        loseTheLeader();
        assertEquals(0, membership.election().leader());
    }

    @Test
    void shouldNotFollowTheProposerOfItsEpochAgainAfterAFalseCut() {
        start(1, SIX);
        assertTaken(without(1, 0b100000, 100), 0b100000);
        assertFalse(decided(without(2, LOST, 90), LOST));
        assertEquals(Membership.NOBODY, membership.election().leader());
        membership.heardLeader(0, 0, nowNs);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    @Test
    void shouldNotFollowALeaderAgainThatHasProposedNothingAndHasNoVotes() {
        start(1, SIX);
        loseTheLeader();
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    /** The word of peer 2 was about the epoch before. */
    @Test
    void shouldForgetWhoSaidThatItIsOutWhenAnotherEpochHolds() {
        start(1, 0b11111);
        membership.finishedWithout(2, nowNs);
        assertTaken(without(1, LOST, 100), LOST);
        receive(2, status().established(true));
        membership.finishedWithout(0, nowNs);
        assertEquals(List.of(), host.calls);
        membership.finishedWithout(2, nowNs);
        assertEquals(List.of("evicted"), host.calls);
    }

    @Test
    void shouldForgetWhoSaidThatItIsOutWhenAnotherProcessTakesASeat() {
        start(1, 0b1111);
        membership.finishedWithout(2, nowNs);
        restarted(3);
        membership.finishedWithout(0, nowNs);
        assertEquals(List.of(), host.calls);
        membership.finishedWithout(2, nowNs);
        assertEquals(List.of("evicted"), host.calls);
    }

    /** Peer 2 was heard so long ago that it denies nothing any more. */
    @Test
    void shouldTellWhoIsSilentByTheTimeOfTheCall() {
        start(1, 0b1111);
        receive(2, status());
        pass(0, 1500);
        membership.finishedWithout(3, nowNs);
        assertEquals(List.of(), host.calls);
        nowNs += PeerViews.FRESH_NS;
        membership.finishedWithout(3, nowNs);
        assertEquals(List.of("evicted"), host.calls);
    }

    @Test
    void shouldRenewTheLeaseByTheTimeAtWhichTheLeaderIsHeard() {
        start(1, 0b1111);
        nowNs += 300 * MS;
        membership.heardLeader(0, 0, nowNs);
        assertTrue(membership.election().isLed(nowNs + 300 * MS));
    }

    @Test
    void shouldSayWhatItTakesAndWhatItIgnores() {
        start(1, 0b1111);
        assertTrue(membership.receive(2, new VoteResponse().voter(2).term(0), nowNs));
        assertTrue(receive(4, new MembershipMessage().reset(Kind.STATUS).joining(true)));
        assertTrue(receive(2, status()));
        assertEquals(0, membership.refused());
    }

    @Test
    void shouldNeverSuspectItself() {
        start(1, 0b1111);
        pass(0b1010, 0);
        assertEquals(0b1000, last(0, Kind.STATUS).members());
    }

    /** On a slow line the leader has four round trips to be heard. */
    @Test
    void shouldFollowALeaderLongerOnASlowLine() {
        start(1, 0b1111);
        nowNs += MS;
        membership.heardLeader(0, 0, nowNs);
        membership.tick(nowNs, 0, 0, 2_000 * MS);
        assertTrue(membership.election().isLed(nowNs + 1_999 * MS));
        assertFalse(membership.election().isLed(nowNs + 2_000 * MS));
    }

    /** The other one of two may be there again a moment later, and is told who leads. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldLeadABranchFromItsFirstInstant(final int self) {
        host.seats = 0b110;
        start(self, 0b110);
        final int other = 3 - self;
        while (membership.epoch().number() == 0) {
            pass(1 << other, 0);
        }
        assertEquals(1 << self, membership.epoch().members());
        assertEquals(self, membership.election().leader());
        assertEquals(Role.LEADER, membership.election().role());
        assertEquals(membership.epoch().term(), membership.election().term());
    }

    @Test
    void shouldStandInNoElectionOfTheTermThatItsBranchBegins() {
        start(1, 0b11);
        while (membership.epoch().number() == 0) {
            final long before = membership.election().counters().electionsStarted();
            pass(0b01, 0);
            assertEquals(before, membership.election().counters().electionsStarted());
        }
    }

    /** Peers 1 and 2 have it, and the other two of four said goodbye in the epoch before. */
    @Test
    void shouldFindAnEpochEstablishedBecauseOfAGoodbye() {
        start(1, 0b1111);
        final long first = membership.epoch().id();
        membership.left(3, first, nowNs);
        assertTrue(receive(0, prepare(1, 0b1000)));
        assertTrue(receive(2, cut(without(1, 0b1000, 100))));
        assertFalse(membership.epoch().isEstablished());
        membership.left(0, first, nowNs);
        assertTrue(membership.epoch().isEstablished());
    }

    @Test
    void shouldAskForVotesAtOnceWhenTheLeaderSaysGoodbye() {
        start(1, 0b1111);
        membership.left(0, membership.epoch().id(), nowNs);
        assertEquals(Membership.NOBODY, membership.election().leader());
        assertTrue(host.sent.stream().anyMatch(sent -> sent.to() == 2 && sent.message() instanceof RequestVote));
    }

    /** The peer before it in order has fifty milliseconds to stand. */
    @Test
    void shouldCountItsTurnFromTheTimeOfTheGoodbye() {
        start(2, 0b1111);
        nowNs += 1_000 * MS;
        membership.left(0, membership.epoch().id(), nowNs);
        pass(0, 0);
        assertEquals(Role.FOLLOWER, membership.election().role());
        for (int ms = 0; ms < 50; ms++) {
            pass(0, 0);
        }
        assertEquals(Role.PRE_CANDIDATE, membership.election().role());
    }

    @Test
    void shouldSeeThatNobodyLeadsAsSoonAsAnotherProcessTakesASeat() {
        start(1, 0b1111);
        nowNs += 1_000 * MS;
        restarted(3);
        assertEquals(Role.PRE_CANDIDATE, membership.election().role());
    }

    /** It needs the lowest of two, which counts as heard from now on. */
    @Test
    void shouldLeadOnAfterItHasTakenInTheLowest() {
        start(1, 0b10);
        receive(0, new MembershipMessage().reset(Kind.STATUS).joining(true));
        pass(0, 0);
        assertTrue(receive(0, new MembershipMessage().reset(Kind.READY).joining(true).established(true)
            .epochId(membership.epoch().id()).frame(0, 130)));
        pass(0, 0);
        assertTrue(receive(0, new MembershipMessage().reset(Kind.REPORT).joining(true)
            .ballot(last(0, Kind.PREPARE).ballot())));
        pass(0, 0);
        assertEquals(0b11, membership.epoch().members());
        pass(0, 0);
        assertTrue(membership.election().leads());
    }

    private void restarted(final int peer) {
        host.incarnations[peer]++;
        membership.reborn(peer, nowNs);
    }

    /** Peers 0 and 3 are dead, and their successors want in; that of peer 2 may know of more. */
    @Test
    void shouldNotDecideForTheDeadFromTheInstantAnotherOneDies() {
        start(1, 0b1111);
        for (final int peer : new int[] {0, 3}) {
            restarted(peer);
            receive(peer, new MembershipMessage().reset(Kind.STATUS).joining(true));
        }
        pass(0, 0);
        assertTrue(membership.voters().decides(0b0110), "all that live");
        restarted(2);
        assertFalse(membership.voters().decides(0b0110));
    }

    /** This peer joins, and is taken in by an epoch of this term. */
    private void admitted(final long term, final int proposer, final int leader) {
        membership = new Membership(JOINER, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.join();
        final EpochRecord first = new EpochRecord();
        first.first(99, 0b111);
        for (int peer = 0; peer < 3; peer++) {
            first.incarnation(peer, host.incarnations[peer]);
        }
        assertTrue(receive(0, new MembershipMessage().reset(Kind.JOIN).epochId(first.id()).members(0b111)
            .mask(0b010).seat(JOINER).frame(JOINER, 130).incarnation(JOINER, host.incarnations[JOINER])));
        final long ballot = term << EpochRecord.ROUND_BITS | 1;
        if (proposer != Membership.NOBODY) {
            assertTrue(receive(proposer, prepare(ballot, 0)));
        }
        if (leader != Membership.NOBODY) {
            assertTrue(receive(leader, status().term(term).leads(true)));
        }
        final EpochRecord next = new EpochRecord();
        next.follow(first, ballot, 0b111, 0b111);
        next.admit(JOINER, host.incarnations[JOINER]);
        next.conclude(false);
        assertTrue(receive(0, cut(next)));
        assertFalse(membership.isJoining());
        assertEquals(term, membership.election().term());
        host.calls.clear();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void shouldFollowTheProposerOfTheEpochThatTookItIn(final int proposer) {
        admitted(1, proposer, Membership.NOBODY);
        assertEquals(proposer, membership.election().leader());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, Membership.NOBODY})
    void shouldFollowWhoSaysThatItLeadsTheTermOfTheEpochThatTookItIn(final int leader) {
        admitted(1, Membership.NOBODY, leader);
        assertEquals(leader, membership.election().leader());
    }

    /** It could not know how many terms there have been before. */
    @Test
    void shouldFindTheTermsPossibleThatFollowTheOneItWasTakenInBy() {
        admitted(50_000, 0, Membership.NOBODY);
        receive(0, status().term(50_001).seat(0).leads(true));
        assertEquals(List.of(), host.calls);
        receive(0, status().term(70_000).seat(0).leads(true));
        assertEquals(List.of("0 lied: IMPOSSIBLE_TERM"), host.calls);
    }

    @Test
    void shouldNotStandAtTheInstantItIsTakenIn() {
        admitted(1, 0, Membership.NOBODY);
        receive(0, status());
        assertTrue(receive(0, new MembershipMessage().reset(Kind.TRANSFER).term(1)));
        assertEquals(1, membership.election().term());
        assertEquals(Role.FOLLOWER, membership.election().role());
    }
}
