package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.Election;
import io.lockstep.election.ElectionConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a leader that is heard but leaves a duty undone. This is peer 1 of four, and peer 0 leads term 0. */
class DutiesTest {

    private static final long MS = 1_000_000L;
    private static final int STEP_MS = 20;
    private static final int CUT_MS = (int) (Duties.CUT_NS / MS);
    private static final int OTHER_MS = (int) (Duties.OTHER_NS / MS);
    private static final int DOUBT_MS = 5000;
    private static final int DROP_MS = 15_000;
    private static final int DEAD = 0b1000;

    private final FakeHost host = new FakeHost();
    private Membership membership;
    private long nowNs = 5_000_000_000L;
    private int suspects;
    private boolean othersAgree;
    private boolean wantsIn;
    /** The members that the other members vote out, bit n for peer n. */
    private int votes;

    @BeforeEach
    void start() {
        start(0b1111);
    }

    private void start(final int lineUp) {
        membership = new Membership(1, 7, ElectionConfig.defaults(), TwoPeerPolicy.REJOIN, host);
        membership.start(99, lineUp, host.incarnations, nowNs);
        pass(STEP_MS);
    }

    private MembershipMessage status(final int lost) {
        return new MembershipMessage().reset(Kind.STATUS).epoch(membership.epoch().number())
            .epochId(membership.epoch().id()).members(lost);
    }

    /** Lets time pass in which the leader and one follower are heard; the follower does not vote. */
    private void pass(final int ms) {
        for (int passed = 0; passed < ms; passed += STEP_MS) {
            nowNs += STEP_MS * MS;
            membership.heardLeader(0, 0, nowNs);
            membership.receive(0, status(0).leads(true).mask(votes), nowNs);
            membership.receive(2, status(othersAgree ? suspects : 0).mask(votes), nowNs);
            if (wantsIn) {
                membership.receive(3, new MembershipMessage().reset(Kind.STATUS).joining(true), nowNs);
            }
            membership.tick(nowNs, suspects, 0, 0);
        }
    }

    private boolean follows() {
        return membership.election().leader() == 0;
    }

    @Test
    void shouldStopFollowingALeaderThatCutsNoLostMember() {
        suspects = DEAD;
        othersAgree = true;
        pass(CUT_MS - 100);
        assertTrue(follows());
        host.sent.clear();
        pass(200);
        assertEquals(Election.NOBODY, membership.election().leader());
        pass(1000);
        assertTrue(host.sent.stream().anyMatch(sent -> sent.message() instanceof RequestVote));
        assertTrue(wouldVote(2));
        assertFalse(wouldVote(0), "this peer does not vote for a leader that it doubts");
    }

    private boolean wouldVote(final int candidate) {
        host.sent.clear();
        membership.receive(candidate, new RequestVote().candidate(candidate).term(1).preVote(true), nowNs);
        return host.sent.stream().anyMatch(sent -> sent.message() instanceof VoteResponse answer && answer.granted());
    }

    /** A leader that has slept waits for the dead as long as the others did. */
    @Test
    void shouldGiveALeaderThatWasNotHeardTheDropTimeoutAnew() {
        host.dropTimeoutNs = DROP_MS * MS;
        suspects = DEAD;
        othersAgree = true;
        pass(DROP_MS + CUT_MS - 100);
        assertTrue(follows());
        pass(200);
        assertFalse(follows());
    }

    /** The goodbye may have been lost on the way to the leader, or have come while that slept. */
    @Test
    void shouldGiveALeaderTheDropTimeoutToMissAMemberThatHasLeft() {
        membership.left(3, membership.epoch().id(), nowNs);
        pass(2 * CUT_MS);
        assertTrue(follows());
        suspects = DEAD;
        pass(CUT_MS - 100);
        assertTrue(follows());
        pass(200);
        assertFalse(follows());
    }

    /** A leader does not cut a member that only one peer has lost. */
    @Test
    void shouldKeepFollowingIfOnlyThisPeerHasLostAMember() {
        suspects = DEAD;
        pass(4 * CUT_MS);
        assertTrue(follows());
    }

    @Test
    void shouldStopFollowingALeaderThatCutsNoMemberThatAllVoteOut() {
        votes = DEAD;
        pass(2 * CUT_MS);
        assertTrue(follows(), "this peer asks for nothing");
        votes = 0;
        membership.voteOut(3);
        pass(2 * CUT_MS);
        assertTrue(follows(), "the others do not agree");
        votes = DEAD;
        pass(CUT_MS - 100);
        assertTrue(follows());
        pass(200);
        assertFalse(follows());
    }

    @Test
    void shouldStopFollowingALeaderThatAllOthersVoteOut() {
        start(0b0111);
        membership.voteOut(0);
        pass(2 * OTHER_MS);
        assertTrue(follows(), "peer 2 does not agree");
        votes = 0b0001;
        pass(OTHER_MS - 100);
        assertTrue(follows());
        pass(200);
        assertFalse(follows());
    }

    private void promises(final long ballot, final int lost) {
        assertTrue(membership.receive(0, new MembershipMessage().reset(Kind.PREPARE).ballot(ballot)
            .epoch(membership.epoch().number()).epochId(membership.epoch().id()).mask(lost), nowNs));
    }

    @Test
    void shouldGiveALeaderThatHasBegunARoundAsMuchTimeAgain() {
        suspects = DEAD;
        othersAgree = true;
        pass(100);
        promises(1, DEAD);
        pass(2 * CUT_MS - 200);
        assertTrue(follows());
        pass(200);
        assertFalse(follows());
    }

    @Test
    void shouldGiveNoMoreTimeForAMemberThatIsLostAfterTheLastRound() {
        start(0b11111);
        host.received[4] = 100;
        promises(1, 0b10000);
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), 1, 0b01111, membership.voters().active());
        next.close(4, 100);
        next.conclude(true);
        host.report(next, 0b11111, 0b10000);
        final MembershipMessage cut = new MembershipMessage().reset(Kind.CUT);
        next.writeTo(cut);
        assertTrue(membership.receive(0, cut, nowNs));
        suspects = DEAD;
        othersAgree = true;
        pass(CUT_MS - 100);
        assertTrue(follows());
        pass(200);
        assertFalse(follows());
    }

    @Test
    void shouldAnswerARoundOfALeaderThatItDoubts() {
        suspects = DEAD;
        othersAgree = true;
        pass(CUT_MS + 100);
        host.sent.clear();
        final long ballot = 1;
        assertTrue(membership.receive(0, new MembershipMessage().reset(Kind.PREPARE).ballot(ballot)
            .epochId(membership.epoch().id()).mask(DEAD), nowNs));
        assertEquals(ballot, membership.promised());
    }

    @Test
    void shouldFollowAgainWhenTheDutyIsDone() {
        suspects = DEAD;
        othersAgree = true;
        pass(CUT_MS + 100);
        assertFalse(follows());
        suspects = 0;
        pass(100);
        assertTrue(follows());
    }

    /** A member that finds no quorum doubts the leader three times, and then once a minute. */
    @Test
    void shouldDoubtRarelyIfNoOtherMemberDoes() {
        suspects = DEAD;
        othersAgree = true;
        for (int i = 0; i < 3; i++) {
            pass(CUT_MS + 100);
            assertFalse(follows(), "doubt " + i);
            pass(DOUBT_MS);
            assertTrue(follows(), "trust " + i);
        }
        int doubts = 0;
        for (int second = 0; second < 120; second++) {
            pass(1000);
            doubts += follows() ? 0 : 1;
        }
        assertTrue(doubts > 0 && doubts <= 18, doubts + " seconds without a leader in two minutes");
    }

    /** A process that slept does not count that time against the leader. */
    @Test
    void shouldNotCountTheTimeInWhichItSlept() {
        suspects = DEAD;
        othersAgree = true;
        pass(1000);
        nowNs += 60_000 * MS;
        pass(1000);
        assertTrue(follows());
    }

    @Test
    void shouldStopFollowingALeaderThatAdmitsNoJoiner() {
        start(0b0111);
        wantsIn = true;
        pass(OTHER_MS - 100);
        assertTrue(follows());
        pass(200);
        assertFalse(follows());
    }

    @Test
    void shouldFollowOnWhileAStateIsUnderWay() {
        start(0b0111);
        wantsIn = true;
        for (int i = 0; i < 10; i++) {
            pass(OTHER_MS / 4);
            membership.receive(0, invitation(100 + i), nowNs);
        }
        assertTrue(follows());
        // The leader repeats the order, and the joiner gets no state.
        host.frame = 1000;
        for (int i = 0; i < 5; i++) {
            membership.receive(0, invitation(109), nowNs);
            pass(OTHER_MS / 4);
        }
        assertFalse(follows());
    }

    private MembershipMessage invitation(final long frame) {
        return new MembershipMessage().reset(Kind.JOIN).epochId(membership.epoch().id()).members(0b0111).mask(0b0100)
            .seat(3).frame(3, frame).incarnation(3, host.incarnation(3));
    }

    @Test
    void shouldStopFollowingALeaderThatNeverActivatesAMember() {
        host.inactive = 0b0100;
        pass(OTHER_MS + 100);
        assertFalse(follows());
    }

    @Test
    void shouldStopFollowingALeaderThatOrdersNoRepair() {
        membership.unrepaired(true);
        pass(OTHER_MS + 100);
        assertFalse(follows());
        membership.unrepaired(false);
        pass(100);
        assertTrue(follows());
    }
}
