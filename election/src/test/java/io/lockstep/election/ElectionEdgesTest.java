package io.lockstep.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules of the election that show only at an exact time, at a limit, or when two events coincide. */
class ElectionEdgesTest {

    private static final long MS = Bench.MS;
    /** Between two requests, or two calls of a successor. */
    private static final long REPEAT = 50 * MS;
    /** One step of 5 ms before the lowest time that is drawn. */
    private static final long ALMOST = Bench.LEASE - 5 * MS;

    private static Bench started(final int self, final int members, final long term, final int leader) {
        final Bench bench = new Bench(self, members);
        bench.election.start(term, leader, bench.now);
        return bench;
    }

    /** Passes time, and returns the first role that is not the present one. */
    private static Role next(final Bench bench) {
        final Role role = bench.election.role();
        for (int i = 0; i < 1000 && bench.election.role() == role; i++) {
            bench.pass(5 * MS);
        }
        return bench.election.role();
    }

    @Test
    void shouldCorrectTheFirstStaleLeaderAtOnceAndTheNextOneAnIntervalLater() {
        final Bench bench = started(2, 0b111, 5, Election.NOBODY);
        bench.election.heardLeader(0, 4, bench.now);
        bench.election.heardLeader(0, 4, bench.now + REPEAT - 1);
        bench.election.heardLeader(0, 4, bench.now + REPEAT);
        assertEquals("no 0 in 5, no 0 in 5", bench.sent());
    }

    @Test
    void shouldStandInTurnWhenItStartsWithoutALeader() {
        final Bench bench = started(3, 0b1111, 2, Election.NOBODY).pass(145 * MS);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(5 * MS).election.role());
    }

    @Test
    void shouldStartAgainAsLeaderAndAgainWithoutOne() {
        final Bench bench = Bench.of(1, 3);
        bench.election.start(3, 1, bench.now);
        assertTrue(bench.election.leads());
        bench.election.start(4, 0, bench.now);
        bench.election.start(5, Election.NOBODY, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Election.NOBODY, bench.election.leader());
    }

    @Test
    void shouldStandWhenToldWhileItAsksBeforehand() {
        final Bench bench = Bench.of(1, 3).pass(Bench.LEASE);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        bench.election.onTransfer(0, 0, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
    }

    @Test
    void shouldNotStandWhenToldInTheLastTerm() {
        final Bench bench = started(1, 0b111, Election.MAX_TERM, 0);
        bench.election.onTransfer(0, Election.MAX_TERM, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(1, bench.election.counters().refusedTransfers());
    }

    @Test
    void shouldKeepItsVoteOrItsFreedomWhenTheEpochChanges() {
        final Bench bench = Bench.of(2, 4);
        bench.election.observeTerm(3, bench.now);
        assertTrue(bench.election.isFree());
        bench.election.membersChanged(bench.now);
        assertTrue(bench.election.isFree());
        bench.election.onRequestVote(1, 3, false, true, bench.now);
        bench.election.membersChanged(bench.now);
        bench.election.onRequestVote(1, 3, false, true, bench.now);
        assertEquals("yes 1 in 3, yes 1 in 3", bench.sent());
        assertFalse(bench.election.isFree());
    }

    @Test
    void shouldNotBeFreeInATermWhoseLeaderItKnows() {
        final Bench bench = Bench.of(2, 4);
        bench.election.heardLeader(1, 3, bench.now);
        assertFalse(bench.election.isFree());
    }

    @Test
    void shouldSayWhomItSupports() {
        final Bench bench = Bench.of(2, 4);
        assertEquals(0, bench.election.supports());
        bench.election.observeTerm(3, bench.now);
        assertEquals(2, bench.election.supports());
        bench.election.onRequestVote(1, 3, false, true, bench.now);
        assertEquals(1, bench.election.supports());
        bench.election.heardLeader(3, 3, bench.now);
        assertEquals(3, bench.election.supports());
    }

    @Test
    void shouldBeLedWhileItHearsItsLeader() {
        final Bench bench = Bench.of(2, 4);
        assertTrue(bench.election.isLed(bench.now + Bench.LEASE - 1));
        assertFalse(bench.election.isLed(bench.now + Bench.LEASE));
    }

    @Test
    void shouldNotTakeTheSameTermForAHigherOne() {
        final Bench bench = Bench.of(2, 4);
        bench.election.observeTerm(0, bench.now);
        assertEquals(0, bench.election.leader());
    }

    @Test
    void shouldBelieveTheLongestStepOfTermsFromAnyTerm() {
        final Bench bench = started(1, 0b111, Election.MAX_TERM_STEP, 0);
        bench.election.observeTerm(2 * Election.MAX_TERM_STEP, bench.now);
        assertEquals(2 * Election.MAX_TERM_STEP, bench.election.term());
        bench.election.observeTerm(3 * Election.MAX_TERM_STEP + 1, bench.now);
        assertEquals(2 * Election.MAX_TERM_STEP, bench.election.term());
    }

    @Test
    void shouldWaitBeforeItStandsInATermWithoutALeader() {
        final Bench bench = Bench.of(1, 4).pass(ALMOST);
        bench.election.observeTerm(3, bench.now);
        assertEquals(Role.FOLLOWER, bench.pass(ALMOST).election.role());
        assertEquals(Role.PRE_CANDIDATE, next(bench));
        assertEquals(1, bench.election.counters().suspicions());
    }

    @Test
    void shouldGiveUpWhenItVotesWhileItAsksBeforehand() {
        final Bench bench = Bench.of(2, 4);
        bench.election.observeTerm(3, bench.now);
        assertEquals(Role.PRE_CANDIDATE, next(bench));
        bench.election.onRequestVote(1, 3, false, true, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Role.FOLLOWER, bench.pass(ALMOST).election.role());
    }

    @Test
    void shouldGiveWayForATimeoutWhileItAsksBeforehand() {
        final Bench bench = Bench.of(3, 4).pass(Bench.LEASE + 200 * MS);
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Role.FOLLOWER, bench.pass(ALMOST).election.role());
    }

    /** The candidate may know a later leader, and give way to this peer: if both did so again, nobody would stand. */
    @Test
    void shouldGiveWayOnceAsTheFormerLeader() {
        final Bench bench = started(0, 0b111, 0, 0);
        bench.election.observeTerm(1, bench.now);
        assertEquals(Role.PRE_CANDIDATE, next(bench));
        bench.election.onRequestVote(2, 2, true, true, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Role.PRE_CANDIDATE, next(bench));
        bench.election.onRequestVote(2, 2, true, true, bench.now);
        bench.election.onVoteResponse(2, 2, true, true, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
    }

    @Test
    void shouldGiveWayForATimeoutWhileItWaitsForItsTurn() {
        final Bench bench = Bench.of(3, 4).pass(Bench.LEASE + 50 * MS);
        bench.election.onRequestVote(1, 1, true, true, bench.now);
        assertEquals(Role.FOLLOWER, bench.pass(ALMOST).election.role());
    }

    @Test
    void shouldStandInTurnWhenItsLeaderIsLost() {
        final Bench bench = Bench.of(3, 4);
        bench.election.leaderLost(bench.now);
        assertEquals(Role.FOLLOWER, bench.pass(95 * MS).election.role());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(5 * MS).election.role());
    }

    @Test
    void shouldNotWaitForTheTurnOfALostLeaderOfAnyNumber() {
        final Bench bench = Bench.of(3, 4);
        bench.election.heardLeader(2, 1, bench.now);
        assertEquals(Role.FOLLOWER, bench.pass(Bench.LEASE + 95 * MS).election.role());
        assertEquals(Role.PRE_CANDIDATE, bench.pass(5 * MS).election.role());
    }

    @Test
    void shouldGiveUpACandidacyForATimeout() {
        final Bench asking = Bench.of(1, 3).pass(Bench.LEASE);
        asking.election.stepDown(asking.now);
        assertEquals(Role.FOLLOWER, asking.election.role());
        assertEquals(Role.FOLLOWER, asking.pass(ALMOST).election.role());
        final Bench standing = Bench.of(1, 3).candidate(2);
        standing.election.stepDown(standing.now);
        assertEquals(Role.FOLLOWER, standing.election.role());
    }

    @Test
    void shouldGiveUpACandidacyOnlyWhenItMayNotStand() {
        final Bench bench = Bench.of(1, 3).candidate(2);
        bench.election.mayStand(true);
        assertEquals(Role.CANDIDATE, bench.election.role());
        bench.election.mayStand(false);
        assertEquals(Role.FOLLOWER, bench.election.role());
    }

    @Test
    void shouldAskBeforehandAtOnceWhenTheFirstSuccessorDidNotWin() {
        final Bench bench = Bench.of(1, 5).pass(Bench.LEASE);
        bench.election.onVoteResponse(2, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 1, true, true, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
        assertEquals(Role.PRE_CANDIDATE, next(bench));
    }

    @Test
    void shouldRepeatARequestOnceInAnInterval() {
        final Bench bench = Bench.of(1, 3).candidate(2);
        bench.sent();
        assertEquals("", bench.pass(REPEAT - 5 * MS).sent());
        assertEquals("vote 0 in 1, vote 2 in 1", bench.pass(REPEAT).sent());
    }

    @Test
    void shouldTryAgainAPartOfATimeoutAfterASplitVote() {
        final Bench first = Bench.of(1, 3).candidate(2);
        first.election.onVoteResponse(0, 1, false, false, first.now);
        first.election.onVoteResponse(2, 1, false, false, first.now);
        assertEquals(Role.FOLLOWER, first.election.role());
        assertEquals(Role.FOLLOWER, first.pass(95 * MS).election.role());
        assertEquals(Role.PRE_CANDIDATE, first.pass(105 * MS).election.role());
        final Bench second = Bench.of(2, 3).pass(Bench.LEASE + 100 * MS);
        second.election.onVoteResponse(1, 1, true, true, second.now);
        second.election.onVoteResponse(0, 1, false, false, second.now);
        second.election.onVoteResponse(1, 1, false, false, second.now);
        assertEquals(Role.FOLLOWER, second.election.role());
        assertEquals(Role.FOLLOWER, second.pass(295 * MS).election.role());
    }

    @Test
    void shouldLeadWhenANewEpochMakesItsVotesDecideAfterItsTime() {
        final Bench bench = Bench.of(1, 5).pass(Bench.LEASE);
        bench.election.onVoteResponse(2, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 1, true, true, bench.now);
        bench.election.onVoteResponse(2, 1, false, true, bench.now);
        bench.electorate.set(0b00111, new int[0], 0);
        bench.election.membersChanged(bench.now + Bench.LONGEST);
        assertTrue(bench.election.leads());
    }

    @Test
    void shouldCountEveryMemberAsHeardWhenItBeginsToLead() {
        final Bench bench = Bench.of(1, 5).pass(Bench.LEASE);
        bench.election.onVoteResponse(2, 1, true, true, bench.now);
        bench.election.onVoteResponse(3, 1, true, true, bench.now);
        bench.election.onVoteResponse(2, 1, false, true, bench.now);
        bench.pass(ALMOST).election.onVoteResponse(3, 1, false, true, bench.now);
        assertTrue(bench.election.leads());
        assertTrue(bench.pass(Bench.LONGEST - 5 * MS).election.leads());
        assertFalse(bench.pass(5 * MS).election.leads());
    }

    @Test
    void shouldCountItselfAmongThoseWhoHearALeader() {
        final Bench bench = Bench.of(1, 3).leader(2);
        for (int i = 0; i < 10; i++) {
            bench.pass(100 * MS).election.heard(2, bench.now);
        }
        assertTrue(bench.election.leads());
    }

    @Test
    void shouldGiveANewMemberATimeoutToBeHeardAndAnOldOneNone() {
        final Bench bench = Bench.of(0, 1);
        bench.pass(2 * Bench.LONGEST).electorate.set(0b111, new int[0], 0);
        bench.election.membersChanged(bench.now);
        assertTrue(bench.pass(Bench.LEASE).election.leads());
        bench.election.membersChanged(bench.now);
        assertTrue(bench.pass(Bench.LONGEST - Bench.LEASE - 5 * MS).election.leads());
        assertFalse(bench.pass(5 * MS).election.leads());
    }

    @Test
    void shouldCallItsSuccessorUntilTheTimeIsUpThoughTheEpochChanges() {
        final Bench bench = Bench.of(0, 3);
        assertTrue(bench.election.transferTo(2, bench.now));
        bench.election.membersChanged(bench.now);
        assertEquals("lead 2 after 0", bench.sent());
        for (int i = 0; i < 12; i++) {
            bench.election.heard(1, bench.now);
            bench.pass(REPEAT);
            assertEquals(i < 11 ? "lead 2 after 0" : "", bench.sent());
        }
    }

    @Test
    void shouldForgetASuccessorThatIsNoMemberAnyMore() {
        final Bench bench = Bench.of(0, 3);
        bench.election.transferTo(2, bench.now);
        bench.sent();
        bench.electorate.set(0b011, new int[0], 0);
        bench.election.membersChanged(bench.now);
        assertEquals("", bench.pass(2 * REPEAT).sent());
        assertTrue(bench.election.leads());
    }

    @Test
    void shouldForgetItsSuccessorWhenItLeadsNoMore() {
        final Bench bench = Bench.of(0, 3);
        bench.election.transferTo(2, bench.now);
        bench.election.heardLeader(1, 1, bench.now);
        bench.election.onTransfer(1, 1, bench.now);
        bench.election.onVoteResponse(1, 2, false, true, bench.now);
        assertTrue(bench.election.leads());
        bench.sent();
        assertEquals("", bench.pass(2 * REPEAT).sent());
    }

    @Test
    void shouldTakeAsManyPredecessorsAsItHoldsAndNameNoOther() {
        final Electorate electorate = new Electorate();
        final int[] chain = new int[Electorate.MAX_CHAIN];
        Arrays.fill(chain, 1);
        electorate.set(1, chain, Electorate.MAX_CHAIN);
        assertTrue(electorate.decides(1));
        assertThrows(IllegalArgumentException.class, () -> electorate.replacedIn(Electorate.MAX_CHAIN, 1));
        assertThrows(IllegalArgumentException.class, () -> electorate.replacedIn(-1, 1));
    }

    @Test
    void shouldAllowTheChangesOfRolesThatTheProtocolNames() {
        final String[] allowed = {"FOLLOWER PRE_CANDIDATE CANDIDATE OUT", "FOLLOWER PRE_CANDIDATE CANDIDATE OUT",
            "FOLLOWER PRE_CANDIDATE CANDIDATE LEADER OUT", "FOLLOWER LEADER OUT", "FOLLOWER LEADER OUT"};
        for (final Role role : Role.values()) {
            for (final Role next : Role.values()) {
                assertEquals(List.of(allowed[role.ordinal()].split(" ")).contains(next.name()),
                    role.mayBecome(next), () -> role + " to " + next);
            }
        }
    }
}
