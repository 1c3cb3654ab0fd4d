package io.lockstep.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ElectionBadInputTest {

    private static final int[] STRANGERS = {1, 3, 7, 31, 32, 33, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};

    @Test
    void shouldIgnoreWhoIsNoMember() {
        final Bench bench = Bench.of(1, 3).pass(Bench.LEASE);
        bench.sent();
        for (final int from : STRANGERS) {
            talk(bench, from, 1);
        }
        assertEquals("", bench.sent());
        assertEquals(0, bench.election.term());
        assertEquals(Role.PRE_CANDIDATE, bench.election.role());
        assertEquals(7L * STRANGERS.length, bench.election.counters().strangers());
    }

    @Test
    void shouldIgnoreTheSeatOfAMemberProvenDead() {
        final Bench bench = Bench.of(1, 5);
        bench.electorate.dead(0b00100);
        bench.election.membersChanged(bench.now);
        bench.pass(Bench.LEASE).sent();
        talk(bench, 2, 1);
        assertEquals("", bench.sent());
        assertEquals(0, bench.election.term());
        assertEquals(7, bench.election.counters().strangers());
    }

    @Test
    void shouldNotHearAQuorumInStrangers() {
        final Bench bench = Bench.of(0, 3);
        for (int i = 0; i < 120; i++) {
            bench.pass(5 * Bench.MS).election.heard(3, bench.now);
        }
        assertEquals(Role.FOLLOWER, bench.election.role());
    }

    @Test
    void shouldRefuseTermsThatJump() {
        final long[] jumps = {-1, Long.MIN_VALUE, Election.MAX_TERM_STEP + 1, Election.MAX_TERM, Election.MAX_TERM + 1,
            Long.MAX_VALUE};
        final Bench bench = Bench.of(1, 3).pass(Bench.LEASE);
        bench.sent();
        for (final long jump : jumps) {
            bench.election.heardLeader(2, jump, bench.now);
            bench.election.onRequestVote(2, jump, false, true, bench.now);
            bench.election.onRequestVote(2, jump, true, true, bench.now);
            bench.election.onVoteResponse(2, jump, false, true, bench.now);
            bench.election.onVoteResponse(2, jump, false, false, bench.now);
            bench.election.observeTerm(jump, bench.now);
        }
        assertEquals(0, bench.election.term());
        assertEquals("", bench.sent());
        assertEquals(6L * jumps.length, bench.election.counters().termJumps());
        bench.election.observeTerm(Election.MAX_TERM_STEP, bench.now);
        assertEquals(Election.MAX_TERM_STEP, bench.election.term());
    }

    @Test
    void shouldNotStandWhenTermsAreUsedUp() {
        final Bench bench = new Bench(0, 0b1);
        bench.election.start(Election.MAX_TERM, Election.NOBODY, bench.now);
        bench.pass(5_000 * Bench.MS);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(Election.MAX_TERM, bench.election.term());
    }

    @Test
    void shouldIgnoreVotesNobodyAskedFor() {
        final Bench bench = Bench.of(1, 3);
        bench.election.onVoteResponse(0, 1, true, true, bench.now);
        bench.election.onVoteResponse(2, 1, true, true, bench.now);
        bench.election.onVoteResponse(0, 0, false, true, bench.now);
        bench.election.onVoteResponse(2, 0, false, true, bench.now);
        assertEquals(Role.FOLLOWER, bench.election.role());
        assertEquals(0, bench.election.term());
    }

    @Test
    void shouldNotCountVotesOfAnOldTerm() {
        final Bench bench = Bench.of(1, 3).candidate(2).pass(Bench.LONGEST);
        bench.election.onVoteResponse(2, 2, true, true, bench.now);
        assertEquals(2, bench.election.term());
        bench.election.onVoteResponse(2, 1, false, true, bench.now);
        assertEquals(Role.CANDIDATE, bench.election.role());
        bench.election.onVoteResponse(2, 2, false, true, bench.now);
        assertTrue(bench.election.leads());
    }

    @Test
    void shouldRefuseWrongArguments() {
        final Electorate electorate = new Electorate();
        final ElectionConfig config = ElectionConfig.defaults();
        assertThrows(IllegalArgumentException.class, () -> new Election(config, -1, 0, electorate, null));
        assertThrows(IllegalArgumentException.class, () -> new Election(config, 32, 0, electorate, null));
        final Election election = Bench.of(0, 2).election;
        assertThrows(IllegalArgumentException.class, () -> election.start(-1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> election.start(Election.MAX_TERM + 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> election.start(0, 32, 0));
        assertThrows(IllegalArgumentException.class, () -> election.start(0, -2, 0));
    }

    @Test
    void shouldRefuseTimesThatDoNotFit() {
        new ElectionConfig(200, 400, 401, 400);
        assertThrows(IllegalArgumentException.class, () -> new ElectionConfig(0, 400, 600, 50));
        assertThrows(IllegalArgumentException.class, () -> new ElectionConfig(200, 399, 600, 50));
        assertThrows(IllegalArgumentException.class, () -> new ElectionConfig(200, 400, 400, 50));
        assertThrows(IllegalArgumentException.class, () -> new ElectionConfig(200, 400, 600, 0));
        assertThrows(IllegalArgumentException.class, () -> new ElectionConfig(200, 400, 600, 401));
        assertThrows(IllegalArgumentException.class,
            () -> new ElectionConfig(200, 400, ElectionConfig.MAX_TIMEOUT_NS + 1, 50));
        assertThrows(IllegalArgumentException.class, () -> new ElectionConfig(Long.MAX_VALUE, 400, 600, 50));
    }

    private static void talk(final Bench bench, final int from, final long term) {
        bench.election.heard(from, bench.now);
        bench.election.heardLeader(from, term, bench.now);
        bench.election.onRequestVote(from, term, true, true, bench.now);
        bench.election.onRequestVote(from, term, false, true, bench.now);
        bench.election.onVoteResponse(from, term, true, true, bench.now);
        bench.election.onVoteResponse(from, term, false, true, bench.now);
        bench.election.onTransfer(from, 0, bench.now);
    }
}
