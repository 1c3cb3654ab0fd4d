package io.lockstep.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ElectionVotingTest {

    private static final long MS = Bench.MS;

    @Test
    void shouldStandFirstWhenItIsTheSuccessor() {
        final Bench bench = Bench.of(1, 4).pass(Bench.LEASE - 5 * MS);
        assertEquals("", bench.sent());
        bench.pass(5 * MS);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        assertEquals("would 0 in 1, would 2 in 1, would 3 in 1", bench.sent());
        assertEquals(0, bench.election.term());
        assertEquals(0, bench.election.leader());
    }

    @Test
    void shouldStandAStepLaterForEachSuccessorBeforeIt() {
        final Bench bench = Bench.of(3, 4).pass(Bench.LEASE + 95 * MS);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(5 * MS).election.role());
    }

    @Test
    void shouldNotWaitForSuccessorsProvenDead() {
        final Bench bench = Bench.of(3, 4);
        bench.electorate.dead(0b0110);
        bench.election.membersChanged(bench.now);
        assertEquals(Role.PRE_CANDIDATE, bench.pass(Bench.LEASE).election.role());
        assertEquals("would 0 in 1", bench.sent());
    }

    @Test
    void shouldRaiseTheTermOnlyWhenAQuorumWouldVote() {
        final Bench bench = Bench.of(1, 5).pass(Bench.LEASE);
        bench.sent();
        bench.election.onVoteResponse(2, 1, true, true, bench.now);
        bench.election.onVoteResponse(2, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 7, true, true, bench.now);
        assertEquals(0, bench.election.term());
        bench.election.onVoteResponse(3, 1, true, true, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
        assertEquals(1, bench.election.term());
        assertEquals("vote 0 in 1, vote 2 in 1, vote 3 in 1, vote 4 in 1", bench.sent());
    }

    @Test
    void shouldLeadAsSoonAsTheVotesDecide() {
        final Bench bench = Bench.of(1, 5).pass(Bench.LEASE);
        bench.election.onVoteResponse(2, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 1, true, true, bench.now);
        bench.election.onVoteResponse(4, 1, false, true, bench.now);
        assertFalse(bench.election.leads());
        bench.election.onVoteResponse(2, 1, false, true, bench.now);
        assertTrue(bench.election.leads());
        assertEquals(1, bench.election.leader());
        assertEquals(1, bench.election.counters().leadershipChanges());
        assertEquals(1, bench.election.counters().electionsStarted());
    }

    @Test
    void shouldVoteOnceInEachTermAndSayItAgain() {
        final Bench bench = Bench.of(3, 4).pass(Bench.LEASE);
        bench.election.onRequestVote(1, 1, false, true, bench.now);
        bench.election.onRequestVote(2, 1, false, true, bench.now);
        bench.election.onRequestVote(1, 1, false, true, bench.now);
        assertEquals("yes 1 in 1, no 2 in 1, yes 1 in 1", bench.sent());
        bench.election.onRequestVote(2, 2, false, true, bench.now);
        assertEquals("yes 2 in 2", bench.sent());
        assertEquals(1, bench.election.counters().refusedVotes());
    }

    @Test
    void shouldNotGiveAVoteToWhoeverSitsWhereItsCandidateSat() {
        final Bench bench = Bench.of(3, 4).pass(Bench.LEASE);
        bench.election.onRequestVote(1, 1, false, true, bench.now);
        bench.electorate.dead(0b0010);
        bench.election.membersChanged(bench.now);
        bench.electorate.set(0b1111, new int[0], 0);
        bench.election.membersChanged(bench.now);
        bench.sent();
        bench.election.onRequestVote(1, 1, false, true, bench.now);
        assertEquals("no 1 in 1", bench.sent());
    }

    @Test
    void shouldNotVoteInTheTermItStartedWith() {
        final Bench bench = new Bench(2, 0b111);
        bench.election.start(5, Election.NOBODY, bench.now);
        bench.election.onRequestVote(0, 5, false, true, bench.now);
        bench.election.onRequestVote(0, 6, false, true, bench.now);
        assertEquals("no 0 in 5, yes 0 in 6", bench.sent());
    }

    @Test
    void shouldNotVoteForWhoHasAppliedLess() {
        final Bench bench = Bench.of(3, 4).pass(Bench.LEASE);
        bench.election.onRequestVote(1, 1, true, false, bench.now);
        bench.election.onRequestVote(1, 1, false, false, bench.now);
        assertEquals("no would 1 in 0, no 1 in 1", bench.sent());
        bench.election.onRequestVote(2, 1, false, true, bench.now);
        assertEquals("yes 2 in 1", bench.sent());
    }

    @Test
    void shouldRefuseToSayItWouldVoteWhileItHearsItsLeader() {
        final Bench bench = Bench.of(2, 3).pass(390 * MS);
        bench.election.heardLeader(0, 0, bench.now);
        bench.pass(390 * MS);
        bench.election.heard(0, bench.now);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        assertEquals("no would 1 in 0", bench.sent());
        bench.pass(10 * MS);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        bench.election.onRequestVote(1, 0, true, true, bench.now);
        assertEquals("yes would 1 in 1, no would 1 in 0", bench.sent());
        assertEquals(0, bench.election.term());
    }

    @Test
    void shouldAskAgainWithinAStepOfTheEndOfALease() {
        final Bench bench = Bench.of(1, 3).pass(Bench.LEASE);
        bench.election.onVoteResponse(2, 0, true, false, bench.now);
        bench.sent();
        bench.pass(50 * MS);
        assertEquals("would 0 in 1, would 2 in 1", bench.sent());
    }

    @Test
    void shouldRepeatRequestsToWhoeverDidNotAnswer() {
        final Bench bench = Bench.of(1, 5).pass(Bench.LEASE);
        bench.election.onVoteResponse(2, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 1, false, true, bench.now);
        bench.election.onVoteResponse(4, 1, false, false, bench.now);
        bench.sent();
        bench.pass(50 * MS);
        assertEquals("vote 0 in 1, vote 2 in 1", bench.sent());
    }

    @Test
    void shouldAskBeforehandAgainWhenACandidacyIsOver() {
        final Bench bench = Bench.of(1, 3).candidate(2).pass(Bench.LONGEST);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        assertEquals(1, bench.election.term());
        assertTrue(bench.sent().contains("would 2 in 2"));
        assertEquals(1, bench.election.counters().electionsStarted());
    }

    @Test
    void shouldLetABetterSuccessorTryAloneWhenNobodyWon() {
        final Bench bench = Bench.of(2, 4).candidate(3);
        bench.election.onVoteResponse(1, 1, true, true, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
        bench.election.onVoteResponse(1, 1, false, false, bench.now);
        bench.election.onVoteResponse(3, 1, false, true, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role(), "the last one might still answer");
        while (bench.election.role() == Role.CANDIDATE) {
            bench.election.heard(0, bench.now);
            bench.election.heard(1, bench.now);
            bench.pass(5 * MS);
        }
        assertEquals(Role.FOLLOWER, bench.pass(Bench.LEASE / 2 - 5 * MS).election.role(), "two round trips");
        assertEquals(Role.PRE_CANDIDATE, bench.pass(5 * MS).election.role());
    }

    /** Without an order the two would stand at the same time again and again. */
    @Test
    void shouldTryAgainBehindAFormerLeaderThatStandsAsWell() {
        final Bench bench = Bench.of(1, 3).candidate(2);
        bench.election.onRequestVote(0, 1, false, true, bench.now);
        bench.election.onVoteResponse(0, 1, false, false, bench.now);
        bench.election.onVoteResponse(2, 1, false, false, bench.now);
        assertEquals(Role.FOLLOWER, bench.pass(Bench.LEASE / 4 + Bench.LEASE / 2 - 5 * MS).election.role());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(55 * MS).election.role());
    }

    @Test
    void shouldNotWaitForTheVotesOrTheTurnOfTheSilent() {
        final Bench bench = Bench.of(3, 5).candidate(4);
        bench.election.onVoteResponse(1, 1, true, true, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
        bench.election.onVoteResponse(4, 1, false, false, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role(), "1 might still answer, and 2 is not long silent");
        bench.pass(Bench.LONGEST / 4);
        assertEquals(Role.FOLLOWER, bench.election.role(), "0 and 2 are");
        bench.election.heard(4, bench.now);
        bench.pass(Bench.LEASE / 4 + 50 * MS + Bench.LEASE / 2);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role(), "after 1, but not after 2");
    }

    @Test
    void shouldLetABetterSuccessorStandFirstWhenBothHaveAskedBeforehand() {
        final Bench bench = Bench.of(2, 4).pass(Bench.LEASE + 50 * MS);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        bench.pass(Bench.LONGEST);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        bench.election.onVoteResponse(1, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 1, true, true, bench.now);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role(), "1 may stand in two round trips");
        bench.pass(Bench.LEASE / 2 - 5 * MS);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        assertEquals(Role.CANDIDATE, bench.pass(5 * MS).election.role(), "it asks but does not");
    }

    /** They hear nobody and ask again and again. All their turns together are longer than a candidacy. */
    @Test
    void shouldStandInTheEndThoughFiveBetterSuccessorsAskForEver() {
        final Bench bench = Bench.of(6, 9);
        for (int step = 0; step < 100 && bench.election.role() != Role.CANDIDATE; step++) {
            bench.pass(50 * MS);
            for (int better = 1; better <= 5; better++) {
                bench.election.onRequestVote(better, 1, true, true, bench.now);
            }
            for (final int voter : new int[] {4, 5, 7, 8}) {
                bench.election.onVoteResponse(voter, 1, true, true, bench.now);
            }
        }
        assertEquals(Role.CANDIDATE, bench.election.role());
    }

    @Test
    void shouldGiveUpAtOnceWhenItCannotWinAnyMore() {
        final Bench bench = Bench.of(1, 3).candidate(2);
        bench.election.onVoteResponse(0, 1, false, false, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
        bench.election.onVoteResponse(2, 1, false, false, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(200 * MS).election.role());
    }

    @Test
    void shouldFollowAHigherTermFromAnAnswerOrARequest() {
        final Bench bench = Bench.of(1, 3).candidate(2);
        bench.election.onVoteResponse(2, 3, false, false, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(3, bench.election.term());
        bench.election.onRequestVote(2, 5, false, false, bench.now);
        assertEquals(5, bench.election.term());
        bench.election.onRequestVote(2, 9, true, true, bench.now);
        assertEquals(5, bench.election.term());
        bench.election.observeTerm(8, bench.now);
        assertEquals(8, bench.election.term());
        bench.election.observeTerm(7, bench.now);
        assertEquals(8, bench.election.term());
    }

    @Test
    void shouldGiveWayToABetterSuccessorButOnce() {
        final Bench bench = Bench.of(2, 4).pass(Bench.LEASE + 50 * MS);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        bench.election.onRequestVote(3, 1, true, true, bench.now);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(Bench.LONGEST).election.role());
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
    }

    @Test
    void shouldGiveWayAgainInALaterElection() {
        final Bench bench = Bench.of(2, 4).pass(Bench.LEASE + 50 * MS);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        bench.election.heardLeader(0, 1, bench.now);
        bench.pass(Bench.LEASE + 50 * MS);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        bench.election.onRequestVote(1, 2, true, true, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
    }

    @Test
    void shouldVoteButNotStandWhileItMayNot() {
        final Bench bench = Bench.of(1, 3);
        bench.election.mayStand(false);
        bench.pass(5_000 * MS);
        assertEquals("", bench.sent());
        bench.election.onRequestVote(2, 1, false, true, bench.now);
        assertEquals("yes 2 in 1", bench.sent());
        bench.election.mayStand(true);
        bench.pass(Bench.LONGEST);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        bench.election.mayStand(false);
        assertEquals(Role.FOLLOWER, bench.election.role());
    }

    @Test
    void shouldWaitLongerOnASlowLine() {
        final Bench bench = Bench.of(1, 3);
        bench.election.suspicion(1_000 * MS);
        assertEquals(Role.FOLLOWER, bench.pass(995 * MS).election.role());
        bench.election.onRequestVote(2, 1, true, true, bench.now);
        assertEquals("no would 2 in 0", bench.sent());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(5 * MS).election.role());
    }

    @Test
    void shouldLeadByItselfWhenItAloneDecides() {
        final Bench alone = new Bench(3, 0b1000);
        alone.election.start(4, Election.NOBODY, alone.now);
        alone.pass(5 * MS);
        assertTrue(alone.election.leads());
        assertEquals(5, alone.election.term());
        final Bench tieBreaker = new Bench(0, 0b11);
        tieBreaker.election.start(0, 1, tieBreaker.now);
        assertFalse(tieBreaker.pass(Bench.LEASE - 5 * MS).election.leads());
        assertTrue(tieBreaker.pass(5 * MS).election.leads());
        assertEquals("", tieBreaker.sent());
    }
}
