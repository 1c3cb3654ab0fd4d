package io.lockstep.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ElectionLeadingTest {

    private static final long MS = Bench.MS;

    @Test
    void shouldStartWithTheLeaderAllKnowOf() {
        assertTrue(Bench.of(0, 3).election.leads());
        assertEquals(Role.FOLLOWER, Bench.of(2, 3).election.role());
        assertEquals(0, Bench.of(2, 3).election.leader());
        assertEquals(0, Bench.of(2, 3).election.counters().leadershipChanges());
    }

    @Test
    void shouldStepDownWhenItHearsNoQuorumForOneTimeout() {
        final Bench bench = Bench.of(0, 5).pass(500 * MS);
        bench.election.heard(1, bench.now);
        bench.election.heard(2, bench.now);
        assertTrue(bench.pass(595 * MS).election.leads());
        assertFalse(bench.pass(5 * MS).election.leads());
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Election.NOBODY, bench.election.leader());
    }

    @Test
    void shouldStepDownWhenThoseItHearsDoNotAcknowledgeItsLead() {
        final Bench bench = Bench.of(0, 3);
        bench.election.doubted(0b010);
        assertTrue(bench.pass(MS).election.leads());
        bench.election.doubted(0b110);
        assertFalse(bench.pass(MS).election.leads());
    }

    @Test
    void shouldBeTheLastToStandAfterItSteppedDown() {
        final Bench bench = Bench.of(0, 3);
        bench.election.stepDown(bench.now);
        assertEquals(Role.FOLLOWER, bench.pass(Bench.LONGEST).election.role());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(100 * MS).election.role());
    }

    @Test
    void shouldRefuseToSayItWouldVoteWhileItLeadsAQuorum() {
        final Bench bench = Bench.of(0, 3).pass(500 * MS);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        assertEquals("no would 1 in 0", bench.sent());
        bench.now += Bench.LONGEST;
        bench.electorate.set(0b11110111, new int[0], 0);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        assertEquals("yes would 1 in 1", bench.sent());
    }

    @Test
    void shouldFollowWhoeverLeadsAHigherTerm() {
        final Bench bench = Bench.of(0, 3);
        bench.election.heardLeader(2, 1, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(2, bench.election.leader());
        assertEquals(1, bench.election.term());
        assertEquals(1, bench.election.counters().leadershipChanges());
        bench.election.heardLeader(2, 1, bench.now);
        assertEquals(1, bench.election.counters().leadershipChanges());
    }

    @Test
    void shouldNeverChangeTheLeaderOfATerm() {
        final Bench leader = Bench.of(0, 3);
        leader.election.heardLeader(1, 0, leader.now);
        assertTrue(leader.election.leads());
        assertEquals(1, leader.election.counters().twinLeaders());
        final Bench follower = Bench.of(2, 3).pass(Bench.LEASE);
        follower.election.heardLeader(1, 0, follower.now);
        assertEquals(0, follower.election.leader());
        follower.election.onRequestVote(1, 1, true, true, follower.now);
        assertEquals("yes would 1 in 1", follower.sent());
        assertEquals(1, follower.election.counters().twinLeaders());
    }

    @Test
    void shouldReturnToALeaderItHearsAgain() {
        final Bench bench = Bench.of(1, 3).pass(Bench.LEASE + 20 * MS);
        bench.election.heardLeader(0, 0, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        final Bench candidate = Bench.of(1, 3).candidate(2);
        candidate.election.heardLeader(2, 1, candidate.now);
        assertEquals(Role.FOLLOWER, candidate.election.role());
        assertEquals(2, candidate.election.leader());
    }

    @Test
    void shouldEndTheLeaseOfALeaderThatIsLostAndBeginItAnew() {
        final Bench bench = Bench.of(1, 3);
        bench.election.leaderLost(bench.now);
        assertEquals(Election.NOBODY, bench.election.leader());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(5 * Bench.MS).election.role());
        bench.election.heardLeader(0, 0, bench.now);
        assertEquals(0, bench.election.leader());
        assertEquals(Role.FOLLOWER, bench.election.role());
    }

    @Test
    void shouldNotTakeItselfForALostLeader() {
        final Bench bench = Bench.of(0, 3);
        bench.election.leaderLost(bench.now);
        assertEquals(Role.LEADER, bench.election.role());
    }

    @Test
    void shouldTellALeaderOfAnOldTermWhichTermItIs() {
        final Bench bench = Bench.of(1, 3).candidate(2);
        bench.sent();
        bench.election.heardLeader(0, 0, bench.now);
        bench.election.heardLeader(0, 0, bench.now);
        assertEquals("no 0 in 1", bench.sent());
        assertEquals(2, bench.election.counters().staleLeaders());
        final Bench leader = Bench.of(0, 3);
        leader.election.onVoteResponse(1, 1, false, false, leader.now);
        assertFalse(leader.election.leads());
    }

    @Test
    void shouldCallItsSuccessorUntilItStands() {
        final Bench bench = Bench.of(0, 3);
        assertTrue(bench.election.transferTo(2, bench.now));
        bench.pass(50 * MS);
        assertEquals("lead 2 after 0, lead 2 after 0", bench.sent());
        assertTrue(bench.election.leads());
        bench.election.onRequestVote(2, 1, false, true, bench.now);
        assertEquals("yes 2 in 1", bench.sent());
        assertEquals("", bench.pass(100 * MS).sent());
    }

    @Test
    void shouldLeadOnWhenItsSuccessorDoesNotStand() {
        final Bench bench = Bench.of(0, 3);
        assertTrue(bench.election.transferTo(2, bench.now));
        for (int i = 0; i < 30; i++) {
            bench.pass(20 * MS).election.heard(1, bench.now);
        }
        bench.sent();
        bench.pass(200 * MS);
        assertEquals("", bench.sent());
        assertTrue(bench.election.leads());
    }

    @Test
    void shouldHandOverOnlyToAnotherMemberWhileItLeads() {
        final Bench bench = Bench.of(0, 3);
        assertFalse(bench.election.transferTo(0, bench.now));
        assertFalse(bench.election.transferTo(3, bench.now));
        assertFalse(bench.election.transferTo(-1, bench.now));
        assertFalse(bench.election.transferTo(32, bench.now));
        assertFalse(Bench.of(1, 3).election.transferTo(2, 0));
        assertEquals("", bench.sent());
    }

    @Test
    void shouldStandAtOnceWhenItsLeaderSaysSo() {
        final Bench bench = Bench.of(2, 3);
        bench.election.onTransfer(1, 0, bench.now);
        bench.election.onTransfer(0, 1, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        bench.election.onTransfer(0, 0, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
        assertEquals("vote 0 in 1, vote 1 in 1", bench.sent());
        assertEquals(2, bench.election.counters().refusedTransfers());
    }

    @Test
    void shouldGoOutWithTheEpochAndNeitherVoteNorStand() {
        final Bench bench = Bench.of(0, 3);
        bench.electorate.set(0b110, new int[0], 0);
        bench.election.membersChanged(bench.now);
        assertEquals(Role.OUT, bench.election.role());
        assertEquals(Election.NOBODY, bench.election.leader());
        bench.election.onRequestVote(1, 1, false, true, bench.now);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        bench.pass(5_000 * MS);
        assertEquals("", bench.sent());
        bench.election.heardLeader(1, 1, bench.now);
        assertEquals(1, bench.election.leader());
        assertEquals(Role.OUT, bench.election.role());
        bench.electorate.set(0b111, new int[0], 0);
        bench.election.membersChanged(bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
    }

    @Test
    void shouldStandInTurnWhenTheLeaderIsNoMemberAnyMore() {
        final Bench bench = Bench.of(1, 3);
        bench.electorate.set(0b110, new int[0], 0);
        bench.election.membersChanged(bench.now);
        assertEquals(1, bench.election.term());
        assertTrue(bench.election.leads());
        final Bench other = Bench.of(2, 3);
        other.electorate.dead(0b001);
        other.election.membersChanged(other.now);
        assertEquals(Election.NOBODY, other.election.leader());
        assertEquals(Role.PRE_CANDIDATE, other.pass(50 * MS).election.role());
        assertEquals("would 1 in 1", other.sent());
    }

    @Test
    void shouldCountItsVotesAgainWhenTheEpochChanges() {
        final Bench bench = Bench.of(1, 6).candidate(0);
        bench.election.onVoteResponse(2, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 1, false, true, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
        bench.electorate.set(0b001110, new int[0], 0);
        bench.election.membersChanged(bench.now);
        assertTrue(bench.election.leads());
    }
}
