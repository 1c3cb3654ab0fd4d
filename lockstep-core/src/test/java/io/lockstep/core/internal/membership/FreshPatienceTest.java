package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.Role;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer has its full time again for each answer that it owes, and a member for each epoch that it forwards (C5). */
class FreshPatienceTest extends OneMember {

    private static final int LOST = 0b10000;
    private static final int STATUS_MS = 100;
    /** Time, in milliseconds, in which a member has to answer a round, and in which it has to forward an epoch. */
    private static final int ANSWER_MS = 2000;
    private static final int FORWARD_MS = 5000;
    /** Time, in milliseconds, between two answers of a member. */
    private static final int CLAIM_MS = 60;

    /** Time passes, and some peers say ten times a second in which epoch they are and whom they have lost. */
    private void hear(final int peers, final MembershipMessage status, final int suspects, final int ms) {
        for (int passed = 0; passed < ms; passed++) {
            for (int peer = 1; peer < 4 && passed % STATUS_MS == 0; peer++) {
                if ((peers & 1 << peer) != 0) {
                    receive(peer, status);
                }
            }
            pass(suspects, 0);
        }
    }

    /** Peer 4 of five is lost, and peer 3 has not answered the leader's round about it for so long. */
    private void awaitPeerThree(final int ms) {
        host.seats = 0b11111;
        start(0, 0b11111, TwoPeerPolicy.CONTINUE_ALL);
        hear(0b1110, status().members(LOST), LOST, 2);
        receive(1, report(LOST));
        receive(2, report(LOST));
        hear(0b1110, status().members(LOST), LOST, ms);
        assertEquals(0b11111, membership.epoch().members());
    }

    /** The leader hears nobody for a while, and is then elected for another term. */
    private void leadAnotherTerm() {
        while (membership.election().leads()) {
            pass(LOST, 0);
        }
        while (!membership.election().leads()) {
            pass(LOST, 0);
            final long term = membership.election().term();
            for (int peer = 1; peer < 4; peer++) {
                receive(peer, status().members(LOST));
                membership.receive(peer, new VoteResponse().voter(peer).term(term + 1).preVote(true).granted(true),
                    nowNs);
                membership.receive(peer, new VoteResponse().voter(peer).term(term).granted(true), nowNs);
            }
        }
    }

    /** In the shorter time peer 3 still owes its answer when the term ends; in the longer one it counts as lost. */
    @ParameterizedTest
    @ValueSource(ints = {ANSWER_MS / 2, ANSWER_MS - STATUS_MS})
    void shouldAwaitAnAnswerAsLongAgainInAnotherTerm(final int ms) {
        awaitPeerThree(ms);
        leadAnotherTerm();
        pass(LOST, 0);
        final long ballot = membership.promised();
        receive(1, report(LOST));
        receive(2, report(LOST));
        hear(0b1110, status().members(LOST), LOST, ANSWER_MS - STATUS_MS);
        assertEquals(ballot, membership.promised(), "peer 3 may still answer");
        hear(0b1110, status().members(LOST), LOST, 2 * STATUS_MS);
        assertEquals(ballot + 1, membership.promised(), "a round without peer 3 begins");
    }

    /** All answer, and peer 2 says each time that it has inputs of the lost peer that the leader lacks. */
    private void claim(final int times) {
        for (int i = 0; i < times; i++) {
            receive(1, report(LOST));
            receive(2, report(membership.promised(), 4, 130));
            receive(3, report(LOST));
            hear(0b1110, status().members(LOST), LOST, CLAIM_MS);
        }
    }

    /** Nobody has asked peer 2 for anything since: what it hands on with its first answer may be lost. */
    @Test
    void shouldWaitAsLongInAnotherTermForWhatAMemberSaysThatItHas() {
        awaitPeerThree(ANSWER_MS - STATUS_MS);
        claim(20);
        leadAnotherTerm();
        assertEquals(List.of(), host.calls);
        pass(LOST, 0);
        claim(30);
        assertEquals(List.of(), host.calls);
        claim(10);
        assertEquals(List.of("2 lied: FALSE_REPORT"), host.calls);
    }

    @Test
    void shouldNotLoseAtOnceWhoComesBackAfterItAnsweredNothing() {
        awaitPeerThree(ANSWER_MS - STATUS_MS);
        hear(0b1110, status().members(LOST), LOST, 2 * STATUS_MS);
        receive(1, report(0b11000));
        receive(2, report(0b11000));
        pass(LOST, 0);
        assertEquals(0b00111, membership.epoch().members());
        admitPeerThree();
        final long ballot = membership.promised();
        hear(0b1110, status(), 0, ANSWER_MS);
        assertEquals(ballot, membership.promised());
        assertEquals(0b01111, membership.epoch().members());
    }

    /** Another process takes the seat of peer 3, and has caught up. */
    private void admitPeerThree() {
        host.incarnations[3]++;
        membership.reborn(3, nowNs);
        receive(1, status());
        receive(2, status());
        receive(3, new MembershipMessage().reset(Kind.STATUS).joining(true));
        pass(0, 0);
        assertTrue(receive(3, new MembershipMessage().reset(Kind.READY).joining(true).established(true)
            .epochId(membership.epoch().id()).frame(3, 130)));
        pass(0, 0);
        receive(1, report(0));
        receive(2, report(0));
        receive(3, report(0).joining(true));
        pass(0, 0);
        assertEquals(0b01111, membership.epoch().members());
    }

    /** Peer 2 says that it is in a later epoch, and does not forward it; the leader is silent. */
    private void withhold(final int number, final int ms) {
        hear(0b0100, status().epoch(number).epochId(77), 0, ms);
    }

    private void assertWaits(final boolean waits) {
        assertEquals(waits ? Role.FOLLOWER : Role.PRE_CANDIDATE, membership.election().role());
    }

    @Test
    void shouldWaitAsLongForAnEpochAsALeaderHasForACut() {
        start(1, 0b1111, TwoPeerPolicy.CONTINUE_ALL);
        withhold(1, FORWARD_MS - 1);
        assertWaits(true);
        withhold(1, 1);
        assertWaits(false);
    }

    @Test
    void shouldWaitAsLongForTheNextEpochThatAMemberForwards() {
        start(1, 0b1111, TwoPeerPolicy.CONTINUE_ALL);
        withhold(1, FORWARD_MS - STATUS_MS);
        assertWaits(true);
        hear(0, status(), 0, FORWARD_MS / 2);
        assertWaits(false);
        withhold(1, FORWARD_MS - STATUS_MS);
        assertWaits(true);
        withhold(1, 2 * STATUS_MS);
        assertWaits(false);
    }

    /** Peer 2 is two epochs ahead; the first of them comes from the leader, which is silent then. */
    @Test
    void shouldWaitAsLongForTheNextEpochAfterOneCame() {
        start(1, 0b1111, TwoPeerPolicy.CONTINUE_ALL);
        withhold(2, FORWARD_MS - STATUS_MS);
        assertWaits(true);
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), 1, 0b0111, membership.voters().active());
        next.close(3, 100);
        next.conclude(true);
        host.report(next, 0b1111, 0b1000);
        assertTrue(receive(0, prepare(1, 0b1000)));
        final MembershipMessage cut = new MembershipMessage().reset(Kind.CUT);
        next.writeTo(cut);
        receive(0, cut);
        assertEquals(1, membership.epoch().number());
        withhold(2, FORWARD_MS - STATUS_MS);
        assertWaits(true);
        withhold(2, 2 * STATUS_MS);
        assertFalse(membership.election().role() == Role.FOLLOWER, "it waits no longer");
    }
}
