package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.election.Role;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which questions and answers about votes are sent, to whom and how often; this is peer 1 of four. */
class VotingTest extends OneCut {

    private static final long TRIP_MS = 120;

    private long questions(final int to) {
        return host.sent.stream().filter(sent -> sent.to() == to && sent.message() instanceof RequestVote).count();
    }

    private long answers(final int to) {
        return host.sent.stream().filter(sent -> sent.to() == to && sent.message() instanceof VoteResponse).count();
    }

    private boolean asks(final int peer, final long term, final boolean preVote) {
        return membership.receive(peer, new RequestVote().candidate(peer).term(term).preVote(preVote), nowNs);
    }

    /** The leader falls silent, and this peer asks the others whether they would vote for it. */
    private void stand(final long slowNs) {
        start(1, 0b1111);
        while (membership.election().role() == Role.FOLLOWER) {
            host.sent.clear();
            nowNs += MS;
            membership.tick(nowNs, 0, 0, slowNs);
        }
        assertEquals(Role.PRE_CANDIDATE, membership.election().role());
    }

    @Test
    void shouldAskForVotesOnBothLanesAndSayWhereItStands() {
        stand(0);
        assertEquals(1, questions(2));
        assertTrue(host.votesBeside.contains(2));
        assertEquals(1, host.sent(2, Kind.STATUS).size());
    }

    /** A copy on the lane that repairs its losses waits for a round trip. */
    @Test
    void shouldRepeatAQuestionOnceARoundTripAndMoreOftenBesideThat() {
        stand(4 * TRIP_MS * MS);
        host.sent.clear();
        host.votesBeside.clear();
        for (int ms = 1; ms < TRIP_MS; ms++) {
            nowNs += MS;
            membership.tick(nowNs, 0, 0, 4 * TRIP_MS * MS);
        }
        assertEquals(0, questions(2));
        assertEquals(2, host.votesBeside.stream().filter(peer -> peer == 2).count());
        for (int ms = 0; ms < 50; ms++) {
            nowNs += MS;
            membership.tick(nowNs, 0, 0, 4 * TRIP_MS * MS);
        }
        assertEquals(1, questions(2));
    }

    /** A question comes each fifty milliseconds. */
    @Test
    void shouldRepeatAQuestionAtTheInstantTheRoundTripIsOver() {
        stand(4 * 100 * MS);
        host.sent.clear();
        for (int ms = 0; ms < 100; ms++) {
            nowNs += MS;
            membership.tick(nowNs, 0, 0, 4 * 100 * MS);
        }
        assertEquals(1, questions(2));
    }

    @Test
    void shouldAskForTheVotesThemselvesAsSoonAsAQuorumWouldGiveThem() {
        stand(4 * TRIP_MS * MS);
        host.sent.clear();
        for (final int peer : new int[] {2, 2, 3}) {
            assertTrue(membership.receive(peer, new VoteResponse().voter(peer).term(1).preVote(true).granted(true),
                nowNs));
        }
        assertEquals(Role.CANDIDATE, membership.election().role());
        assertEquals(1, questions(2), "another question");
    }

    /** Each of these says that it would vote, which moves nobody. */
    @Test
    void shouldTakeAnyNumberOfPromisesOfVotes() {
        start(1, 0b1111);
        for (int times = 0; times < 10; times++) {
            assertTrue(membership.receive(2, new VoteResponse().voter(2).term(1).preVote(true).granted(true), nowNs));
        }
        assertEquals(0, membership.election().term());
        assertEquals(0, membership.refused());
    }

    @Test
    void shouldAskForVotesAtOnceWhenTheLeaderHandsOver() {
        start(1, 0b1111);
        assertTrue(receive(0, new MembershipMessage().reset(Kind.TRANSFER).term(0)));
        assertEquals(Role.CANDIDATE, membership.election().role());
        assertEquals(1, questions(2));
    }

    @Test
    void shouldAnswerOnBothLanes() {
        start(1, 0b1111);
        asks(2, 1, true);
        assertEquals(1, answers(2));
        assertEquals(List.of(2), host.votesBeside);
    }

    /** A peer that slept finds hundreds of copies. */
    @Test
    void shouldAnswerTheSameQuestionOnceInTwentyMilliseconds() {
        start(1, 0b1111);
        asks(2, 1, true);
        nowNs += 19 * MS;
        asks(2, 1, true);
        assertEquals(1, answers(2));
        nowNs += MS;
        asks(2, 1, true);
        assertEquals(2, answers(2));
    }

    @Test
    void shouldAnswerAnotherQuestionAtOnce() {
        start(1, 0b1111);
        receive(2, status());
        nowNs += 1_000 * MS;
        asks(2, 1, true);
        asks(2, 1, false);
        assertEquals(2, answers(2));
        assertEquals(2, membership.election().supports());
    }

    /** A clock may be below zero, and the question be of the first term. */
    @Test
    void shouldAnswerTheFirstQuestionByAnyClock() {
        nowNs = -60_000 * MS;
        start(1, 0b1111);
        assertTrue(asks(2, 0, false));
        assertEquals(1, answers(2));
    }

    @Test
    void shouldTellAtOnceForWhomItHasVoted() {
        start(1, 0b1111);
        receive(2, status());
        nowNs += 1_000 * MS;
        asks(2, 1, false);
        pass(0, 0);
        host.sent.clear();
        pass(0, 0);
        assertEquals(List.of(), host.sent(3, Kind.STATUS), "it is said");
        asks(2, 2, true);
        asks(2, 2, false);
        pass(0, 0);
        assertEquals(1, host.sent(3, Kind.STATUS).size());
        assertEquals(2, host.sent(3, Kind.STATUS).get(0).seat());
        assertEquals(2, host.sent(3, Kind.STATUS).get(0).term());
    }

    /** A candidate has to be in this epoch or in a later one. */
    @ParameterizedTest
    @CsvSource({"0, 0, true", "0, 7, false", "1, 7, true"})
    void shouldPromiseItsVoteToWhoIsUpToDate(final long number, final long other, final boolean granted) {
        start(1, 0b1111);
        receive(2, status().epoch(number).epochId(other == 0 ? membership.epoch().id() : other));
        nowNs += 1_000 * MS;
        asks(2, 1, false);
        assertEquals(granted, membership.election().supports() == 2);
    }

    /** It leads no more, and does not know it. */
    @Test
    void shouldTellTheLeaderOfAnOlderTermAtOnce() {
        start(1, 0b1111);
        receive(2, status());
        nowNs += 1_000 * MS;
        asks(2, 1, false);
        assertEquals(1, membership.election().term());
        membership.heardLeader(0, 0, nowNs);
        assertEquals(1, answers(0));
    }

    /** The status of another voter is lost with that one. */
    @Test
    void shouldTellALeaderAtOnceThatItVotesForIt() {
        start(1, 0b1111);
        receive(2, status());
        nowNs += 1_000 * MS;
        membership.receive(3, new VoteResponse().voter(3).term(1), nowNs);
        assertEquals(1, membership.election().term());
        membership.heardLeader(2, 1, nowNs);
        assertEquals(2, membership.election().supports());
        assertEquals(1, answers(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {0b0100, 0b1000})
    void shouldFollowNoLeaderLongerThatItHasLost(final int suspects) {
        start(1, 0b1111);
        electTwo();
        pass(suspects, 0);
        assertEquals(suspects == 0b0100 ? Membership.NOBODY : 2, membership.election().leader());
    }

    /** All others vote it out, and the one that it hands over to does not stand. */
    @Test
    void shouldHandOverAgainASecondLater() {
        start(0, 0b111);
        for (int ms = 0; ms <= 1000; ms++) {
            receive(1, status().mask(0b001));
            receive(2, status().mask(0b001));
            if (ms >= 999) {
                host.sent.clear();
            }
            pass(0, 0);
            assertEquals(ms == 1000 ? 1 : 0, ms < 999 ? 0 : host.sent(1, Kind.TRANSFER).size());
        }
    }

    /** It has asked for two seconds as if nobody led, and then asks no more; it counts as deaf for a while. */
    @ParameterizedTest
    @CsvSource({"2499, true", "2500, false"})
    void shouldAskWhomAPeerHasLostThatHasBeenSilentAboutVotesForLong(final int ms, final boolean deaf) {
        start(0, 0b1111);
        for (int asked = 0; asked <= 40; asked++) {
            asks(2, 1, true);
            receive(1, status());
            receive(2, status());
            if (asked < 40) {
                for (int passed = 0; passed < 50; passed++) {
                    pass(0, 0);
                }
            }
        }
        for (int passed = 1; passed < ms; passed++) {
            if (passed % 100 == 0) {
                receive(1, status());
                receive(2, status());
            }
            pass(0, 0);
        }
        receive(1, status().members(0b1000));
        pass(0b1000, 0);
        assertEquals(deaf, host.beside.contains(Kind.PREPARE));
    }
}
