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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nobody leads without the votes of a quorum, and no peer alone changes the term by more than one. */
class MandateTest {

    private static final long MS = 1_000_000L;
    private static final int SELF = 1;
    private static final int LIAR = 3;

    private final FakeHost host = new FakeHost();
    private Membership membership;
    private long nowNs = 5_000_000_000L;

    /** Peer 0 leads term 0 of four. */
    @BeforeEach
    void start() {
        start(0b1111);
    }

    private void start(final int lineUp) {
        membership = new Membership(SELF, 7, ElectionConfig.defaults(), TwoPeerPolicy.REJOIN, host);
        membership.start(99, lineUp, host.incarnations, nowNs);
        tick();
        host.calls.clear();
    }

    private void tick() {
        nowNs += MS;
        membership.tick(nowNs, 0, 0, 0);
    }

    private void says(final int peer, final long term, final int supports, final long frame) {
        says(peer, term, supports, frame, false);
    }

    private void says(final int peer, final long term, final int supports, final long frame, final boolean leads) {
        membership.receive(peer, new MembershipMessage().reset(Kind.STATUS).term(term).seat(supports).leads(leads)
            .epochId(membership.epoch().id()).frame(peer, frame), nowNs);
    }

    private void assertLeads(final int peer, final long term) {
        assertEquals(peer, membership.election().leader());
        assertEquals(term, membership.election().term());
    }

    @Test
    void shouldFollowNobodyWhoClaimsALeadWithoutVotes() {
        says(LIAR, 1, LIAR, 100, true);
        membership.heardLeader(LIAR, 1, nowNs);
        assertFalse(membership.receive(LIAR, new MembershipMessage().reset(Kind.PREPARE).term(1)
            .ballot(1 << EpochRecord.ROUND_BITS).epochId(membership.epoch().id()), nowNs));
        assertLeads(0, 0);
        says(2, 1, LIAR, 100);
        membership.heardLeader(LIAR, 1, nowNs);
        assertFalse(membership.election().leader() == LIAR, "two of four without the lowest");
        says(0, 1, LIAR, 100);
        membership.heardLeader(LIAR, 1, nowNs);
        assertLeads(LIAR, 1);
    }

    /** It needs to hear no more than one of the two others, as it voted itself. */
    @Test
    void shouldCountTheVoteThatItGave() {
        leaderIsSilent();
        says(2, 0, 0, 100);
        membership.receive(2, new RequestVote().candidate(2).term(1), nowNs);
        assertEquals(1, membership.election().term());
        assertEquals(2, membership.election().supports());
        membership.heardLeader(2, 1, nowNs);
        assertEquals(-1, membership.election().leader());
        says(LIAR, 1, 2, 100);
        membership.heardLeader(2, 1, nowNs);
        assertLeads(2, 1);
    }

    /** Who handed over to it, voted for it, and left. Peer 3 never voted: it was elected before its question came. */
    @Test
    void shouldCountTheVoteOfWhoHasLeftSince() {
        says(2, 0, 0, 100);
        says(0, 1, 2, 100);
        membership.receive(2, new RequestVote().candidate(2).term(1), nowNs);
        assertEquals(2, membership.election().supports());
        membership.left(0, membership.epoch().id(), nowNs);
        membership.heardLeader(2, 1, nowNs);
        assertLeads(2, 1);
    }

    @Test
    void shouldCountNoVoteForWhoHasLeftBeforeItGaveOne() {
        says(2, 0, 0, 100);
        leaderIsSilent();
        membership.receive(2, new RequestVote().candidate(2).term(1), nowNs);
        membership.left(0, membership.epoch().id(), nowNs);
        membership.heardLeader(2, 1, nowNs);
        assertEquals(-1, membership.election().leader(), "two of the three who stay, and two of four");
    }

    /** Its last status was lost with its link, and nobody repeats it. */
    @Test
    void shouldNotWaitForTheVoteOfWhoHasLeft() {
        membership.left(0, membership.epoch().id(), nowNs);
        nowNs += 3_000 * MS;
        says(LIAR, 1, 2, 100);
        says(2, 1, 2, 100, true);
        assertLeads(2, 1);
    }

    /** Peer 0 elects peer 2 and dies before its status comes; peer 3 has not voted either. */
    @Test
    void shouldVoteForALeaderWhoseVoterDied() {
        leaderIsSilent();
        says(2, 0, 0, 100);
        says(3, 0, 0, 100);
        membership.receive(3, new RequestVote().candidate(3).term(1).preVote(true), nowNs);
        membership.receive(2, new VoteResponse().voter(2).term(1), nowNs);
        assertEquals(1, membership.election().term());
        assertEquals(SELF, membership.election().supports());
        membership.heardLeader(2, 1, nowNs);
        assertEquals(2, membership.election().supports());
        assertEquals(Membership.NOBODY, membership.election().leader(), "two of four without the lowest");
        says(3, 1, 2, 100);
        membership.heardLeader(2, 1, nowNs);
        assertLeads(2, 1);
        membership.receive(3, new RequestVote().candidate(3).term(1), nowNs);
        assertEquals(2, membership.election().supports());
    }

    private void leaderIsSilent() {
        nowNs += 1_000 * MS;
        assertFalse(membership.election().isLed(nowNs));
    }

    @Test
    void shouldTakeNoNoticeOfWhoAsksForVotesWhileItsLeaderIsHeard() {
        membership.heardLeader(0, 0, nowNs);
        assertFalse(membership.receive(2, new RequestVote().candidate(2).term(1), nowNs));
        says(2, 1, 2, 100);
        assertLeads(0, 0);
        leaderIsSilent();
        assertTrue(membership.receive(2, new RequestVote().candidate(2).term(1), nowNs));
        assertEquals(1, membership.election().term());
    }

    /** It hands over: the one who asks for votes is who it wants. */
    @Test
    void shouldGoWhereItsLeaderHasGone() {
        says(2, 0, 0, 100);
        membership.heardLeader(0, 0, nowNs);
        says(0, 1, 2, 100);
        assertTrue(membership.receive(2, new RequestVote().candidate(2).term(1), nowNs));
        assertEquals(1, membership.election().term());
        assertEquals(2, membership.election().supports());
    }

    /** Its votes were lost, and it could never follow who has not come to its term. */
    @Test
    void shouldGoToTheTermOfWhoCannotFollowThoughItLeads() {
        membership = new Membership(0, 7, ElectionConfig.defaults(), TwoPeerPolicy.REJOIN, host);
        membership.start(99, 0b1111, host.incarnations, nowNs);
        for (int peer = 1; peer < 4; peer++) {
            membership.heard(peer, nowNs);
        }
        assertTrue(membership.election().isLed(nowNs));
        assertTrue(membership.receive(LIAR, new RequestVote().candidate(LIAR).term(1), nowNs));
        assertEquals(1, membership.election().term());
    }

    /** The fourth word in a row is one too many, and five seconds later it is not. */
    @Test
    void shouldGoByOnePeersWordAFewTimesInARow() {
        leaderIsSilent();
        for (int term = 1; term <= 5; term++) {
            nowNs += 1_000 * MS;
            membership.receive(LIAR, new RequestVote().candidate(LIAR).term(term), nowNs);
        }
        assertEquals(4, membership.election().term());
        nowNs += 5_000 * MS;
        membership.receive(LIAR, new RequestVote().candidate(LIAR).term(5), nowNs);
        assertEquals(5, membership.election().term());
    }

    /** Five seconds after the first of four words there is one again. */
    @ParameterizedTest
    @CsvSource({"1999, 4", "2000, 5"})
    void shouldGoByOnePeersWordAgainFiveSecondsAfterTheFirst(final int lastMs, final int reached) {
        leaderIsSilent();
        for (int term = 1; term <= 4; term++) {
            membership.receive(LIAR, new RequestVote().candidate(LIAR).term(term), nowNs);
            assertEquals(term, membership.election().term());
            nowNs += (term < 4 ? 1_000 : lastMs) * MS;
        }
        membership.receive(LIAR, new RequestVote().candidate(LIAR).term(5), nowNs);
        assertEquals(reached, membership.election().term());
    }

    /** A clock may be below zero. */
    @Test
    void shouldGoByTheFirstWordOfAPeer() {
        nowNs = -60_000 * MS;
        start();
        leaderIsSilent();
        assertTrue(membership.receive(LIAR, new RequestVote().candidate(LIAR).term(1), nowNs));
        assertEquals(1, membership.election().term());
    }

    /** It has come there by the first copy, and its answer may be lost. */
    @Test
    void shouldTakeTheSameQuestionOfItsTermAgain() {
        leaderIsSilent();
        assertTrue(membership.receive(LIAR, new RequestVote().candidate(LIAR).term(1), nowNs));
        assertTrue(membership.receive(LIAR, new RequestVote().candidate(LIAR).term(1), nowNs));
        assertEquals(0, membership.refused());
    }

    /** Nobody leads, and peer 2 says that the others have voted for it; peer 0 is heard and has not. */
    @Test
    void shouldNotCountItselfAmongTheSilent() {
        start(0b0111);
        says(0, 0, 0, 100);
        loseLeader();
        nowNs += 1_900 * MS;
        says(0, 0, 0, 100);
        nowNs += 100 * MS;
        says(2, 1, 2, 100, true);
        assertFalse(membership.election().leader() == 2);
    }

    private void loseLeader() {
        nowNs += MS;
        membership.tick(nowNs, 0b0001, 0, 0);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    /** Peer 0 has left, and was the last that was known to lead. */
    @ParameterizedTest
    @CsvSource({"1999, -1", "2000, 2"})
    void shouldNotWaitForTheVotesOfTheSilentAfterTwoSecondsWithoutALeader(final int ms, final int leader) {
        membership.left(0, membership.epoch().id(), nowNs);
        nowNs += ms * MS;
        says(LIAR, 1, 2, 100);
        says(2, 1, 2, 100, true);
        assertEquals(leader, membership.election().leader());
    }

    @Test
    void shouldCountTheWordOfTheLastOneAmongAQuorumThatNamesATerm() {
        says(0, 7, 2, 100);
        assertLeads(0, 0);
        says(2, 7, 2, 100);
        assertEquals(7, membership.election().term(), "half of four with the lowest");
    }

    /** It follows peer 2 in term 1, which has moved on. */
    @Test
    void shouldGoWhereAnyLeaderHasGone() {
        leaderIsSilent();
        says(0, 1, 2, 100);
        says(LIAR, 1, 2, 100);
        says(2, 1, 2, 100, true);
        assertLeads(2, 1);
        says(2, 2, LIAR, 100);
        assertEquals(2, membership.election().term());
    }

    /** All hear it, and the votes of peer 3 are lost again and again. */
    @ParameterizedTest
    @CsvSource({"9999, false", "10000, true"})
    void shouldStepDownOnOnePeersWordOnceInTenSeconds(final int ms, final boolean again) {
        leadOfFour();
        final long first = nowNs;
        assertTrue(membership.receive(LIAR, new RequestVote().candidate(LIAR).term(1), nowNs));
        assertEquals(1, membership.election().term());
        leadAgain();
        final long term = membership.election().term();
        nowNs += 100 * MS;
        hearAll();
        assertFalse(membership.receive(LIAR, new RequestVote().candidate(LIAR).term(term + 1), nowNs));
        assertTrue(membership.election().leads());
        nowNs = first + ms * MS;
        hearAll();
        assertEquals(again, membership.receive(LIAR, new RequestVote().candidate(LIAR).term(term + 1), nowNs));
        assertEquals(again ? term + 1 : term, membership.election().term());
    }

    private void hearAll() {
        for (int peer = 1; peer < 4; peer++) {
            membership.heard(peer, nowNs);
        }
    }

    private void leadAgain() {
        for (int i = 0; i < 2_000 && !membership.election().leads(); i++) {
            tick();
            hearAll();
            for (int peer = 1; peer < 3; peer++) {
                final long term = membership.election().term();
                membership.receive(peer, new VoteResponse().voter(peer).term(term + 1).preVote(true).granted(true),
                    nowNs);
                membership.receive(peer, new VoteResponse().voter(peer).term(membership.election().term())
                    .granted(true), nowNs);
            }
        }
        assertTrue(membership.election().leads());
    }

    /** The match is a millisecond old, which is the shortest duration of a term. */
    @Test
    void shouldNameWhoSpeaksOfATermThatTheMatchCannotHaveComeTo() {
        says(LIAR, 10_001, LIAR, 100);
        assertEquals(List.of(), host.calls);
        says(LIAR, 10_002, LIAR, 100);
        assertEquals(List.of("3 lied: IMPOSSIBLE_TERM"), host.calls);
        assertLeads(0, 0);
    }

    /** The others are where they were, in frames that they cannot have played before the claim. */
    @Test
    void shouldNameWhoLeadsWithoutVotes() {
        start(0b11111);
        says(LIAR, 1, LIAR, 100, true);
        for (final int peer : new int[] {0, 2, 4, 0, 2, 4}) {
            says(peer, 0, 0, peer == 0 ? 90 : 100);
        }
        assertEquals(List.of(), host.calls, "that may be older than the claim");
        says(2, 0, 0, 101);
        says(0, 0, 0, 101);
        assertEquals(List.of(), host.calls, "one of the two may lie, and have voted for it");
        says(4, 0, 0, 101);
        assertEquals(List.of("3 lied: LEAD_WITHOUT_VOTES"), host.calls.stream().distinct().toList());
    }

    /** With the tie-breaker's vote it leads four. So the tie-breaker alone could have it named, and follow it. */
    @Test
    void shouldNameNobodyOnTheWordOfOneWhoMayHaveVoted() {
        says(LIAR, 1, LIAR, 100, true);
        says(2, 0, 0, 101);
        says(0, 0, 0, 101);
        assertEquals(List.of(), host.calls);
    }

    /** It votes for one, and leads the same term with the votes of others: who voted for the one may follow it. */
    @Test
    void shouldNameNobodyWhoseVotersFollowAnotherThatVotedTwice() {
        start(0b111111);
        leaderIsSilent();
        says(3, 0, 0, 100);
        membership.receive(3, new RequestVote().candidate(3).term(1), nowNs);
        assertEquals(3, membership.election().supports());
        says(2, 1, 0, 100);
        says(4, 1, 0, 100);
        says(0, 1, 0, 100, true);
        assertLeads(0, 1);
        says(3, 1, 3, 100, true);
        for (final int peer : new int[] {0, 2, 4, 5}) {
            says(peer, 1, 0, 101);
        }
        assertEquals(List.of(), host.calls);
    }

    /** It goes on in the term that it had left, or follows another one in the term that it leads. */
    @ParameterizedTest
    @CsvSource({"0, 3", "1, 2"})
    void shouldNameWhoSaysItselfThatItDoesNotLead(final long term, final int supports) {
        says(LIAR, 1, LIAR, 100, true);
        says(LIAR, term, supports, 100);
        assertEquals(List.of(), host.calls, "that may be older than the claim");
        says(LIAR, term, supports, 101);
        assertEquals(List.of("3 lied: LEAD_WITHOUT_VOTES"), host.calls);
    }

    /** A quorum acknowledged it no more. */
    @Test
    void shouldNotNameWhoLeadsNoMore() {
        says(LIAR, 1, LIAR, 100, true);
        says(LIAR, 1, LIAR, 101);
        says(LIAR, 2, 2, 102);
        assertEquals(List.of(), host.calls);
    }

    /** The others play on without its inputs, so that their frames tell nothing of when they said it. */
    @Test
    void shouldNameNobodyWhileItsOwnInputsDoNotCount() {
        start(0b11111);
        host.inactive = 1 << SELF;
        says(LIAR, 1, LIAR, 100, true);
        says(2, 0, 0, 200);
        says(0, 0, 0, 200);
        says(4, 0, 0, 200);
        host.inactive = 0;
        says(2, 0, 0, 201);
        says(0, 0, 0, 201);
        says(4, 0, 0, 201);
        assertEquals(List.of(), host.calls);
    }

    @Test
    void shouldHearNoDenialFromAnotherEpoch() {
        start(0b11111);
        says(LIAR, 1, LIAR, 100, true);
        for (final int peer : new int[] {0, 2, 4}) {
            membership.receive(peer, new MembershipMessage().reset(Kind.STATUS).epochId(1).frame(peer, 101), nowNs);
        }
        assertEquals(List.of(), host.calls);
    }

    /** A new process has taken the seat of who voted. */
    @Test
    void shouldHearNoDenialFromAnotherProcess() {
        start(0b11111);
        says(LIAR, 1, LIAR, 100, true);
        host.incarnations[0]++;
        host.incarnations[2]++;
        host.incarnations[4]++;
        says(2, 0, 0, 101);
        says(0, 0, 0, 101);
        says(4, 0, 0, 101);
        assertEquals(List.of(), host.calls);
    }

    @Test
    void shouldNotNameWhoHasTheVotesOfAQuorum() {
        start(0b11111);
        says(LIAR, 1, LIAR, 100, true);
        says(2, 0, 0, 101);
        says(0, 1, LIAR, 101);
        says(4, 1, LIAR, 102);
        assertEquals(List.of(), host.calls);
    }

    @Test
    void shouldGoToNoTermFarAheadOnOneWord() {
        for (int i = 0; i < 3000; i++) {
            says(LIAR, 200, LIAR, 100);
            membership.receive(LIAR, new RequestVote().candidate(LIAR).term(100), nowNs);
            membership.receive(LIAR, new VoteResponse().voter(LIAR).term(100).granted(true), nowNs);
            membership.receive(LIAR, new VoteResponse().voter(LIAR).term(100), nowNs);
            membership.heardLeader(0, 0, nowNs);
            tick();
        }
        assertLeads(0, 0);
    }

    /** It was cut off while the others voted several times. */
    @Test
    void shouldCatchUpWithTheTermOfAQuorum() {
        says(2, 7, 2, 100);
        assertLeads(0, 0);
        says(LIAR, 9, 2, 100);
        assertLeads(0, 0);
        says(0, 7, 2, 100);
        assertEquals(7, membership.election().term());
        says(LIAR, 7, 2, 100);
        says(2, 7, 2, 100, true);
        assertLeads(2, 7);
    }

    /** Of four two are gone, and the other one has voted with them. */
    @Test
    void shouldCatchUpWithTheLastOtherOnceNobodyLeads() {
        membership.receive(0, new MembershipMessage().reset(Kind.STATUS).epochId(membership.epoch().id()), nowNs);
        nowNs += 3_000 * MS;
        membership.tick(nowNs, 0b1001, 0, 0);
        says(2, 5, 2, 100);
        assertEquals(5, membership.election().term());
    }

    /** Each of its words asks for a vote; between two of them there is time for another one to win. */
    @Test
    void shouldNotBeTakenFromTermToTermByOnePeer() {
        for (int i = 0; i < 3000; i++) {
            membership.receive(LIAR, new RequestVote().candidate(LIAR).term(membership.election().term() + 1), nowNs);
            nowNs += MS;
        }
        assertTrue(membership.election().term() <= 3, () -> "term " + membership.election().term());
    }

    /** It corrected us when the line between us worked again, and stands a moment later because we said that it may. */
    @Test
    void shouldVoteForWhomItHasToldSoHoweverSoonAfterAnotherWord() {
        leaderIsSilent();
        membership.receive(2, new VoteResponse().voter(2).term(1).preVote(true), nowNs);
        assertEquals(1, membership.election().term());
        nowNs += 50 * MS;
        says(2, 1, 2, 100);
        membership.receive(2, new RequestVote().candidate(2).term(2).preVote(true), nowNs);
        nowNs += 50 * MS;
        assertTrue(membership.receive(2, new RequestVote().candidate(2).term(2), nowNs));
        assertEquals(2, membership.election().term());
        assertEquals(2, membership.election().supports());
    }

    /** It asks beforehand each time, as an honest one would. */
    @Test
    void shouldVoteForOnePeerAFewTimesInARowAtMost() {
        leaderIsSilent();
        says(LIAR, 0, LIAR, 100);
        for (int i = 0; i < 3000; i++) {
            final long next = membership.election().term() + 1;
            membership.receive(LIAR, new RequestVote().candidate(LIAR).term(next).preVote(true), nowNs);
            membership.receive(LIAR, new RequestVote().candidate(LIAR).term(next), nowNs);
            nowNs += MS;
        }
        assertEquals(4, membership.election().term());
    }

    /** It stepped down, and sends us the rest of a state that it began to send before. */
    @Test
    void shouldFollowNobodyWhoSaysThatItLeadsNoMore() {
        says(0, 0, 0, 100, true);
        assertLeads(0, 0);
        says(0, 0, 0, 101);
        assertEquals(-1, membership.election().leader());
        assertTrue(membership.receive(0, new RequestVote().candidate(0).term(1), nowNs));
        assertEquals(0, membership.election().supports());
        assertEquals(1, membership.election().term());
    }

    /** What it said as a candidate came late: by the slower of two lanes, or behind its windows. */
    @Test
    void shouldFollowWhoLeadsThoughAnOlderWordOfItComesLater() {
        membership.heardLeader(0, 0, nowNs);
        says(0, 0, 0, 100);
        assertLeads(0, 0);
        says(0, 0, 0, 100, true);
        says(0, 0, 0, 100);
        membership.heardLeader(0, 0, nowNs);
        assertLeads(0, 0);
    }

    private void promise(final long ballot) {
        assertTrue(membership.receive(0, new MembershipMessage().reset(Kind.PREPARE).ballot(ballot)
            .epochId(membership.epoch().id()).mask(1 << LIAR), nowNs));
    }

    /** Nothing is played; the leader is heard or sleeps. */
    private void standStill(final int ms, final boolean heard) {
        for (int i = 0; i < ms; i++) {
            nowNs += MS;
            if (heard) {
                membership.heardLeader(0, 0, nowNs);
            }
            membership.tick(nowNs, 0, 6_000 * MS, 0);
        }
    }

    /** All have promised, and nothing is decided: they stand still for nobody. */
    @Test
    void shouldFollowALeaderNoLongerThatDecidesNothing() {
        promise(1);
        standStill(4_900, true);
        promise(2);
        assertLeads(0, 0);
        standStill(200, true);
        assertEquals(-1, membership.election().leader());
    }

    /** What it asks for when it is back takes as long as ever. */
    @Test
    void shouldNotHoldItsSleepAgainstALeader() {
        promise(1);
        standStill(1_000, true);
        standStill(5_000, false);
        promise(2);
        standStill(3_000, true);
        assertLeads(0, 0);
        standStill(1_000, true);
        assertEquals(-1, membership.election().leader(), "it had five seconds in all");
    }

    /** Peer 0, which leads, hears all others; some of them ask for votes. */
    private void doubt(final int ms, final int doubters) {
        for (int i = 0; i < ms; i++) {
            tick();
            for (int peer = 1; peer < 4; peer++) {
                membership.heard(peer, nowNs);
                if (i % 50 == 0 && (doubters & 1 << peer) != 0) {
                    membership.receive(peer, new RequestVote().candidate(peer).preVote(true)
                        .term(membership.election().term() + 1), nowNs);
                }
            }
        }
    }

    private void leadOfFour() {
        membership = new Membership(0, 7, ElectionConfig.defaults(), TwoPeerPolicy.REJOIN, host);
        membership.start(99, 0b1111, host.incarnations, nowNs);
    }

    /** They follow it no more, and find no quorum to elect another one with while it refuses them its vote. */
    @Test
    void shouldLeadNoLongerThoseWhoKeepAskingForVotes() {
        leadOfFour();
        doubt(5_000, 0b0110);
        assertLeads(0, 0);
        doubt(1_900, 0b1110);
        assertLeads(0, 0);
        doubt(200, 0b1110);
        assertFalse(membership.election().leads());
    }

    @Test
    void shouldLeadOnWhoFallSilentAfterTheyAskedForVotes() {
        leadOfFour();
        doubt(1_900, 0b1110);
        doubt(5_000, 0);
        assertLeads(0, 0);
    }

    /** Each question but the first comes so long after the one before. */
    @ParameterizedTest
    @CsvSource({"999, false", "1000, true"})
    void shouldLeadOnThoseWhoAskForVotesOnceASecond(final int everyMs, final boolean leads) {
        leadOfFour();
        for (int ms = 0; ms < 4_000; ms++) {
            tick();
            hearAll();
            for (int peer = 1; peer < 4 && ms % everyMs == 0; peer++) {
                membership.receive(peer, new RequestVote().candidate(peer).preVote(true).term(1), nowNs);
            }
        }
        assertEquals(leads, membership.election().leads());
    }

    @ParameterizedTest
    @CsvSource({"1999, true", "2000, false"})
    void shouldLeadNoLongerAtTheEndOfTwoSecondsInWhichAllAsk(final int lastMs, final boolean leads) {
        leadOfFour();
        for (int ms = 0; ms <= lastMs; ms++) {
            hearAll();
            for (int peer = 1; peer < 4 && (ms % 500 == 0 || ms == lastMs); peer++) {
                membership.receive(peer, new RequestVote().candidate(peer).preVote(true).term(1), nowNs);
            }
            membership.tick(nowNs, 0, 0, 0);
            nowNs += MS;
        }
        assertEquals(leads, membership.election().leads());
    }

    /** The last question of peer 3 is so old when the other two have asked for two seconds. */
    @ParameterizedTest
    @CsvSource({"999, false", "1000, true"})
    void shouldLeadOnIfOneHasNotAskedForASecond(final int oldMs, final boolean leads) {
        leadOfFour();
        final int last = 3_000;
        for (int ms = 0; ms <= last + oldMs; ms++) {
            hearAll();
            for (int peer = 1; peer < 4; peer++) {
                final int since = ms - (peer < LIAR ? last + oldMs - 2_000 : 0);
                if (since >= 0 && since % 500 == 0 && (peer < LIAR || ms <= last)) {
                    membership.receive(peer, new RequestVote().candidate(peer).preVote(true).term(1), nowNs);
                }
            }
            membership.tick(nowNs, 0, 0, 0);
            nowNs += MS;
        }
        assertEquals(leads, membership.election().leads());
    }

    /** A clock may be below zero. */
    @Test
    void shouldLeadNoLongerThoseWhoKeepAskingForVotesByAnyClock() {
        nowNs = -60_000 * MS;
        leadOfFour();
        doubt(2_100, 0b1110);
        assertFalse(membership.election().leads());
    }

    /** Of those who asked before, two have just given it their votes. */
    @Test
    void shouldLeadThoseWhoVoteForItWhateverTheyAskedBefore() {
        leadOfFour();
        doubt(2_100, 0b1110);
        for (int i = 0; i < 2_000 && !membership.election().leads(); i++) {
            tick();
            final boolean preVote = membership.election().role() == Role.PRE_CANDIDATE;
            final long asked = membership.election().term() + (preVote ? 1 : 0);
            for (int peer = 1; peer < 3; peer++) {
                membership.heard(peer, nowNs);
                membership.receive(peer, new VoteResponse().voter(peer).term(asked).preVote(preVote).granted(true),
                    nowNs);
            }
        }
        assertLeads(0, 1);
        doubt(100, 0);
        assertLeads(0, 1);
    }
}
