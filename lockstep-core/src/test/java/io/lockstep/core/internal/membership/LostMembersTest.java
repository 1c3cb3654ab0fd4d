package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where enough are left to decide, nobody stands still for those who are not. Peer 0 leads term 0 in each of these. */
class LostMembersTest extends OneMember {

    private static final int STATUS_MS = 100;
    /** Time, in milliseconds, in which two that have just become a pair do not decide by their policy. */
    private static final int PAIRED_MS = 500;

    private void tick(final int suspects, final int times) {
        for (int i = 0; i < times; i++) {
            nowNs += MS;
            membership.tick(nowNs, suspects, 0, 0);
        }
    }

    /** Another process has taken a seat. */
    private void restarted(final int peer) {
        host.incarnations[peer]++;
        membership.reborn(peer, nowNs);
    }

    private MembershipMessage status(final int suspects) {
        return new MembershipMessage().reset(Kind.STATUS).term(membership.election().term())
            .epoch(membership.epoch().number()).epochId(membership.epoch().id()).members(suspects);
    }

    private static MembershipMessage joiner() {
        return new MembershipMessage().reset(Kind.STATUS).joining(true);
    }

    private boolean wouldVote(final int candidate) {
        host.sent.clear();
        membership.receive(candidate, new RequestVote().candidate(candidate).term(1).preVote(true), nowNs);
        return host.sent.stream().anyMatch(sent -> sent.message() instanceof VoteResponse answer && answer.granted());
    }

    @Test
    void shouldAskForReportsAndGiveThemOnBothLanes() {
        start(0, 0b111, TwoPeerPolicy.CONTINUE_ALL);
        receive(1, status(0b100));
        tick(0b100, 1);
        assertTrue(host.beside.contains(Kind.PREPARE));
        start(1, 0b111, TwoPeerPolicy.CONTINUE_ALL);
        receive(0, new MembershipMessage().reset(Kind.PREPARE).term(0).leads(true).ballot(1)
            .epochId(membership.epoch().id()).mask(0b100));
        assertEquals(List.of(Kind.REPORT), host.beside);
    }

    @Test
    void shouldSayOnBothLanesWhomItHasLost() {
        start(1, 0b111, TwoPeerPolicy.CONTINUE_ALL);
        tick(0, 600);
        assertFalse(host.beside.contains(Kind.STATUS));
        tick(0b001, 1);
        assertTrue(host.beside.contains(Kind.STATUS));
    }

    /** A round without peer 4, to which peers 1 and 2 have answered, and peer 3 has not, for so long. */
    private void awaitPeerThree(final int lastWord, final int ms) {
        start(0, 0b11111, TwoPeerPolicy.CONTINUE_ALL);
        for (int peer = 1; peer < 4; peer++) {
            receive(peer, status(0b10000));
        }
        tick(0b10000, 1);
        receive(3, status(0b10011));
        receive(3, status(lastWord));
        receive(1, report(0b10000));
        receive(2, report(0b10000));
        tick(0b10000, ms);
        receive(1, status(0b10000));
        receive(2, status(0b10000));
    }

    @Test
    void shouldNotAwaitAnAnswerOfWhoseLastWordIsThatItHearsNothing() {
        awaitPeerThree(0b10011, 499);
        final long ballot = membership.promised();
        tick(0b10000, 3);
        assertEquals(ballot + 1, membership.promised());
        receive(1, report(0b11000));
        receive(2, report(0b11000));
        tick(0b10000, 1);
        assertEquals(0b00111, membership.epoch().members());
    }

    /** Its last word may be one of those that do not arrive. */
    @Test
    void shouldNotAwaitAnAnswerOfWhomItHasLostItself() {
        awaitPeerThree(0b10000, 499);
        final long ballot = membership.promised();
        tick(0b11000, 3);
        assertEquals(ballot + 1, membership.promised());
        receive(1, report(0b11000));
        receive(2, report(0b11000));
        tick(0b11000, 1);
        assertEquals(0b00111, membership.epoch().members());
    }

    /** Peer 1 stood still with all others; what it sends now that it need not is half a round trip away. */
    @Test
    void shouldNotLeaveOutWhoHasAnsweredAsSoonAsThoseAreOutForWhomItStoodStill() {
        start(0, 0b1111, TwoPeerPolicy.CONTINUE_ALL);
        receive(1, status(0b1000));
        receive(2, status(0b1010));
        tick(0b1010, 1);
        receive(1, report(0b1010));
        tick(0b1010, 1);
        receive(1, report(0b1000));
        receive(2, report(0b1000));
        tick(0b1010, 1);
        assertEquals(0b0111, membership.epoch().members());
        final long ballot = membership.promised();
        receive(2, status(0b0010));
        tick(0b0010, 498);
        assertEquals(ballot, membership.promised());
        receive(2, status(0b0010));
        tick(0b0010, 3);
        assertEquals(ballot + 1, membership.promised());
    }

    @Test
    void shouldNotAwaitAnAnswerOfWhoDoesNotPlayYet() {
        awaitPeerThree(0b10000, 499);
        final long ballot = membership.promised();
        host.inactive = 0b01000;
        tick(0b10000, 3);
        assertEquals(ballot + 1, membership.promised());
    }

    /** A round without peer 5, to which peers 3 and 4 owe an answer; peer 4 is lost by all as well after so long. */
    private void loseFiveAndThenFour(final int afterMs) {
        start(0, 0b111111, TwoPeerPolicy.CONTINUE_ALL);
        for (int peer = 1; peer < 5; peer++) {
            receive(peer, status(0b100000));
        }
        tick(0b100000, 1);
        receive(1, report(0b100000));
        receive(2, report(0b100000));
        hear(0b100000, afterMs);
        for (int peer = 1; peer < 4; peer++) {
            receive(peer, status(0b110000));
        }
    }

    /** Time passes, and peers 1 to 4 say ten times a second whom they have lost. */
    private void hear(final int suspects, final int ms) {
        for (int left = ms; left > 0; left -= STATUS_MS) {
            for (int peer = 1; peer < 5; peer++) {
                receive(peer, status(suspects));
            }
            tick(suspects, Math.min(left, STATUS_MS));
        }
    }

    /** Each round would give peer 3 two seconds more, and members follow for five a leader that decides nothing. */
    @Test
    void shouldNotAwaitAnAnswerAsLongAgainInTheNextRound() {
        loseFiveAndThenFour(1500);
        tick(0b110000, 1);
        final long ballot = membership.promised();
        receive(1, report(0b110000));
        receive(2, report(0b110000));
        hear(0b110000, 495);
        assertEquals(ballot, membership.promised());
        tick(0b110000, 10);
        assertEquals(ballot + 1, membership.promised());
        receive(1, report(0b111000));
        receive(2, report(0b111000));
        tick(0b110000, 1);
        assertEquals(0b000111, membership.epoch().members());
    }

    /** Its line is slow: the answer was under way when the next round began. */
    @Test
    void shouldAwaitAnotherAnswerOfWhoHasAnsweredTheRoundBeforeOnce() {
        loseFiveAndThenFour(1500);
        final MembershipMessage late = report(0b100000);
        tick(0b110000, 1);
        receive(3, late);
        final long ballot = membership.promised();
        receive(1, report(0b110000));
        receive(2, report(0b110000));
        for (int i = 0; i < 19; i++) {
            receive(3, late);
            hear(0b110000, STATUS_MS);
        }
        assertEquals(ballot, membership.promised());
        receive(3, late);
        tick(0b110000, STATUS_MS + 1);
        assertEquals(ballot + 1, membership.promised());
    }

    /** What peer 4 has missed until it was lost is no reason to leave it out when it has come back. */
    @Test
    void shouldAwaitAnAnswerOfWhoIsNoLongerLost() {
        loseFiveAndThenFour(1500);
        receive(3, report(0b100000));
        tick(0b110000, 1);
        receive(3, report(0b110000));
        receive(1, report(0b110000));
        receive(1, status(0b100000));
        receive(2, status(0b100000));
        tick(0b100000, 1);
        final long ballot = membership.promised();
        for (int peer = 1; peer < 4; peer++) {
            receive(peer, report(0b100000));
        }
        receive(4, status(0b100000));
        hear(0b100000, 1990);
        assertEquals(ballot, membership.promised());
    }

    @Test
    void shouldAwaitAnAnswerOfWhoHearsAgain() {
        awaitPeerThree(0b10000, 499);
        final long ballot = membership.promised();
        tick(0b10000, 100);
        assertEquals(ballot, membership.promised());
        receive(3, report(0b10000));
        tick(0b10000, 1);
        assertEquals(0b01111, membership.epoch().members());
    }

    @Test
    void shouldFreeThoseWhomAPromiseHoldsBackThoughTheyMakeNoProgress() {
        start(0, 0b11111, TwoPeerPolicy.CONTINUE_ALL);
        receive(1, status(0b11100));
        receive(2, status(0b11000).ballot(1));
        tick(0b11100, 1);
        final MembershipMessage prepare = host.sent(2, Kind.PREPARE).get(0);
        assertEquals(0b11000, prepare.mask(), "too few are left without it, and it is heard");
        receive(1, report(0b11000));
        receive(2, report(0b11000));
        tick(0b11100, 1);
        assertEquals(0b00111, membership.epoch().members());
    }

    @Test
    void shouldNotDecideForWhoIsProvenDeadBeforeItsSuccessorHasSpoken() {
        host.seats = 0b11;
        start(1, 0b11, TwoPeerPolicy.CONTINUE_TIEBREAK);
        tick(0, 1000);
        restarted(0);
        tick(0, 1);
        assertFalse(membership.election().leads());
        receive(0, joiner());
        tick(0, 1);
        assertTrue(membership.election().leads());
    }

    @Test
    void shouldWaitForWhoIsProvenDeadToSpeakBeforeThePolicyDecides() {
        host.seats = 0b111;
        start(1, 0b11, TwoPeerPolicy.CONTINUE_TIEBREAK);
        restarted(0);
        tick(0b01, 1900);
        assertEquals(List.of(), host.calls);
        receive(2, joiner());
        receive(0, joiner());
        tick(0b01, 1);
        assertTrue(membership.election().leads());
        tick(0b01, 3000);
        assertTrue(host.calls.contains("minority"), "they have fallen silent");
    }

    /** Messages that they lacked of each other in the epoch before may still be on their way. */
    @Test
    void shouldApplyATwoPeerPolicyOnlyHalfASecondAfterThereAreTwo() {
        start(1, 0b11, TwoPeerPolicy.CONTINUE_TIEBREAK);
        tick(0b01, PAIRED_MS - 1);
        assertEquals(List.of(), host.calls);
        tick(0b01, 1);
        assertEquals(List.of("minority"), host.calls);
    }

    /** Who answered may have decided something newer before it died: model Epochs, obituary-round-goes-on. */
    @Test
    void shouldNotCountTheAnswerOfAProcessThatAnotherHasReplaced() {
        host.seats = 0b111;
        start(1, 0b11, TwoPeerPolicy.CONTINUE_TIEBREAK);
        restarted(0);
        receive(2, joiner());
        receive(0, joiner());
        tick(0b01, 2);
        receive(2, report(0).joining(true));
        restarted(2);
        receive(0, report(0).joining(true));
        tick(0b01, 1);
        assertEquals(0b11, membership.epoch().members(), "its successor has promised nothing");
        receive(2, joiner());
        tick(0b01, 1);
        receive(0, report(0).joining(true));
        receive(2, report(0).joining(true));
        tick(0b01, 1);
        assertEquals(0b10, membership.epoch().members());
    }

    @Test
    void shouldCountAmongThoseThatHaveAppliedAnEpochWhoSaidGoodbyeInIt() {
        start(0, 0b11111, TwoPeerPolicy.CONTINUE_ALL);
        receive(1, status(0b11000));
        receive(2, status(0b11000));
        tick(0b11000, 1);
        receive(1, report(0b11000));
        receive(2, report(0b11000));
        tick(0b11000, 1);
        assertEquals(0b00111, membership.epoch().members());
        receive(1, status(0));
        assertFalse(membership.epoch().isEstablished());
        membership.left(2, membership.epoch().id(), nowNs);
        assertTrue(membership.epoch().isEstablished(), "three of five have been in it");
    }

    @Test
    void shouldSayWhereItStandsAsSoonAsALinkIsOpen() {
        start(1, 0b111, TwoPeerPolicy.CONTINUE_ALL);
        tick(0, 1);
        restarted(0);
        tick(0, 1);
        assertEquals(1, host.sent(0, Kind.STATUS).size());
    }

    @Test
    void shouldNotFollowWhoLeadsAnEpochItIsNotIn() {
        start(0, 0b101, TwoPeerPolicy.CONTINUE_ALL);
        receive(2, status(0).term(1).epoch(1).epochId(77).leads(true));
        assertEquals(0, membership.election().term(), "it may be a branch, which we shall never be in");
        assertEquals(0, membership.election().leader());
        tick(0b100, 1000);
        assertEquals(0, membership.election().leader());
        assertEquals(0b001, membership.epoch().members());
    }

    @Test
    void shouldNotKeepToALeaderThatMakesNoProgress() {
        start(1, 0b1111, TwoPeerPolicy.CONTINUE_ALL);
        receive(2, status(0));
        membership.heardLeader(0, 0, nowNs);
        assertFalse(wouldVote(2));
        tick(0b0001, 1);
        membership.heardLeader(0, 0, nowNs);
        receive(0, status(0).leads(true));
        assertTrue(wouldVote(2));
        tick(0, 1);
        membership.heardLeader(0, 0, nowNs);
        assertEquals(0, membership.election().leader());
        assertFalse(wouldVote(2));
    }

    @Test
    void shouldNotAskWhoDoesNotPlayYetWhomItHasLost() {
        start(0, 0b1111, TwoPeerPolicy.CONTINUE_ALL);
        receive(1, status(0b1000));
        receive(2, status(0));
        tick(0b1000, 1);
        assertFalse(host.beside.contains(Kind.PREPARE), "one of two has not lost it");
        host.inactive = 0b0100;
        tick(0b1000, 1);
        assertTrue(host.beside.contains(Kind.PREPARE));
    }

    /** Peer 2 asks for votes so often, each 50 ms; it hears neither of the others. */
    private void asksForVotes(final int times, final int suspects) {
        for (int asked = 0; asked < times; asked++) {
            membership.receive(2, new RequestVote().candidate(2).term(1).preVote(true), nowNs);
            receive(1, status(suspects));
            receive(2, status(0));
            tick(suspects, 50);
        }
    }

    @Test
    void shouldNotAskWhoLongAsksForVotesAsIfNobodyLedWhomItHasLost() {
        start(0, 0b1111, TwoPeerPolicy.CONTINUE_ALL);
        asksForVotes(39, 0b1000);
        assertFalse(host.beside.contains(Kind.PREPARE), "one of two has not lost it");
        asksForVotes(1, 0b1000);
        assertTrue(host.beside.contains(Kind.PREPARE));
    }

    @Test
    void shouldNotAskWhoHasFallenSilentAskingForVotes() {
        start(0, 0b1111, TwoPeerPolicy.CONTINUE_ALL);
        asksForVotes(40, 0);
        for (int ms = 0; ms < 1500; ms += 50) {
            receive(1, status(0));
            tick(0, 50);
        }
        receive(1, status(0b1000));
        tick(0b1000, 1);
        assertTrue(host.beside.contains(Kind.PREPARE));
    }

    @Test
    void shouldNotTakeInWhoIsOutOfReachOfOurInputs() {
        start(0, 0b0011, TwoPeerPolicy.CONTINUE_ALL);
        host.frame = 500;
        receive(2, joiner());
        tick(0, 1);
        final MembershipMessage ready = new MembershipMessage().reset(Kind.READY).joining(true).established(true)
            .epochId(membership.epoch().id()).seat(2).incarnation(2, host.incarnations[2]);
        receive(2, ready.frame(2, 10));
        tick(0, 1);
        assertFalse(host.beside.contains(Kind.PREPARE));
        receive(2, ready.frame(2, 490));
        tick(0, 1);
        assertTrue(host.beside.contains(Kind.PREPARE));
    }
}
