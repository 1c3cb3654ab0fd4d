package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which duties a leader owes, and at which instant it is doubted; this is peer 1, and peer 0 leads term 0. */
class OwedDutiesTest extends OneCut {

    private static final int STEP_MS = 20;
    private static final int CUT_MS = (int) (Duties.CUT_NS / MS);
    private static final int OTHER_MS = (int) (Duties.OTHER_NS / MS);
    private static final int DOUBT_MS = 5000;
    private static final int MINUTE_MS = 60_000;
    private static final int DEAD = 0b1000;

    private int leader;
    private int suspects;
    /** The members that each follower says that it has lost. */
    private final int[] lost = new int[4];
    /** The members that are voted out by the others. */
    private int votes;
    private int stalledMs;
    /** A process that says that it joins, or nobody. */
    private int joiner = Membership.NOBODY;

    private MembershipMessage says(final int peer) {
        return status().members(lost[peer]).mask(votes).seat(leader).leads(peer == leader);
    }

    /** Lets time pass in which the first four members are heard. */
    private void pass(final int ms) {
        for (int passed = 0; passed < ms; passed += STEP_MS) {
            nowNs += STEP_MS * MS;
            for (int peer = 0; peer < 4; peer++) {
                if (membership.epoch().has(peer) && peer != 1 && peer != joiner) {
                    receive(peer, says(peer).term(leader == 0 ? 0 : 1));
                }
            }
            membership.heardLeader(leader, leader == 0 ? 0 : 1, nowNs);
            if (joiner != Membership.NOBODY) {
                receive(joiner, new MembershipMessage().reset(Kind.STATUS).joining(true));
            }
            membership.tick(nowNs, suspects, stalledMs * MS, 0);
        }
    }

    /** Lets a time pass that the leader has for a duty, and in whose last step this peer doubts it. */
    private void assertDoubtedAfter(final int ms) {
        pass(ms - STEP_MS);
        assertEquals(leader, membership.election().leader());
        pass(STEP_MS);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    private void assertFollowedFor(final int ms) {
        for (int passed = 0; passed < ms; passed += STEP_MS) {
            pass(STEP_MS);
            assertEquals(leader, membership.election().leader());
        }
    }

    /** This peer and the others have lost a member. */
    private void lose(final int peers) {
        suspects = peers;
        for (int peer = 0; peer < lost.length; peer++) {
            lost[peer] = peer == leader ? 0 : peers;
        }
    }

    @Test
    void shouldDoubtALeaderAtTheEndOfItsTimeForACut() {
        start(1, 0b1111);
        lose(DEAD);
        assertDoubtedAfter(CUT_MS);
    }

    /** A clock may be below zero, as that of {@link System#nanoTime()} has no fixed origin. */
    @Test
    void shouldDoubtALeaderInTimeByAClockBelowZero() {
        nowNs = -MINUTE_MS * MS;
        start(1, 0b1111);
        lose(DEAD);
        pass(CUT_MS - STEP_MS);
        assertEquals(leader, membership.election().leader());
        pass(10 * STEP_MS);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    /** The first step begins the time for which this leader is heard. */
    @Test
    void shouldCountALostMemberOnceTheLeaderWasHeardForTheDropTimeout() {
        start(1, 0b1111);
        host.dropTimeoutNs = 3 * CUT_MS * MS;
        lose(DEAD);
        assertDoubtedAfter(4 * CUT_MS - STEP_MS);
    }

    @Test
    void shouldTrustALeaderAgainAtTheEndOfADoubt() {
        start(1, 0b1111);
        lose(DEAD);
        assertDoubtedAfter(CUT_MS);
        pass(DOUBT_MS);
        assertEquals(Membership.NOBODY, membership.election().leader());
        pass(STEP_MS);
        assertEquals(leader, membership.election().leader());
    }

    /** A doubt takes a step more, in which the leader is heard again. */
    @Test
    void shouldDoubtALeaderForTheFourthTimeAMinuteAfterTheFirst() {
        start(1, 0b1111);
        lose(DEAD);
        assertDoubtedAfter(CUT_MS);
        pass(MINUTE_MS - STEP_MS);
        assertEquals(leader, membership.election().leader());
        pass(STEP_MS);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    @Test
    void shouldDoubtALeaderThatCutsNoDeadMember() {
        start(1, 0b1111);
        host.incarnations[3]++;
        membership.reborn(3, nowNs);
        assertDoubtedAfter(CUT_MS);
    }

    @Test
    void shouldOweNoCutOfItselfForWhichAllOthersVote() {
        start(1, 0b1111);
        membership.voteOut(1);
        votes = 0b0010;
        assertFollowedFor(2 * OTHER_MS);
    }

    @Test
    void shouldGiveALeaderTheLongerTimeToHandOverWhenAllOthersVoteItOut() {
        start(1, 0b1111);
        electTwo();
        leader = 2;
        membership.voteOut(2);
        votes = 0b0100;
        pass(OTHER_MS - 100);
        assertEquals(leader, membership.election().leader());
        pass(200);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    @Test
    void shouldOweNoCutThatLeavesNoQuorum() {
        start(1, 0b11111);
        lose(0b11100);
        assertFollowedFor(2 * CUT_MS);
    }

    /** Two of the three that are heard have lost it, not counting the leader. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void shouldNotAskTheLeaderWhomTheMajorityHasLost(final int leads) {
        start(1, 0b11111);
        if (leads == 2) {
            electTwo();
            leader = 2;
        }
        lose(0b10000);
        lost[3] = 0;
        pass(CUT_MS + 100);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    @Test
    void shouldOweNothingToAProcessThatHasNoSeatInTheMatch() {
        start(1, 0b0111);
        joiner = 5;
        assertFollowedFor(2 * OTHER_MS);
    }

    /** The seat is that of a member until that one is cut. */
    @Test
    void shouldOweNoInvitationToAProcessOnTheSeatOfAMember() {
        start(1, 0b1111);
        joiner = 3;
        assertFollowedFor(2 * OTHER_MS);
    }

    private void invite(final long frame) {
        receive(0, new MembershipMessage().reset(Kind.JOIN).epochId(membership.epoch().id()).members(0b0111)
            .mask(0b0100).seat(3).frame(3, frame).incarnation(3, host.incarnation(3)));
    }

    private void ready() {
        receive(3, new MembershipMessage().reset(Kind.READY).joining(true).established(true)
            .epochId(membership.epoch().id()).frame(3, 100));
    }

    /** It says that it is ready once a second, and may not be any more at the end of each second. */
    @ParameterizedTest
    @ValueSource(ints = {1000 - STEP_MS, 1000})
    void shouldOweAnAdmissionAsLongAsAJoinerSaysThatItIsReady(final int everyMs) {
        start(1, 0b0111);
        joiner = 3;
        for (int ms = 0; ms < OTHER_MS + 2000; ms += everyMs) {
            invite(100 + ms);
            pass(everyMs);
            ready();
        }
        assertEquals(everyMs == 1000, membership.election().leader() == leader);
    }

    /** A clock may be below zero. */
    @Test
    void shouldOweNoAdmissionToWhoNeverWasReady() {
        nowNs = -10 * OTHER_MS * MS;
        start(1, 0b0111);
        joiner = 3;
        for (int ms = 0; ms < 2 * OTHER_MS; ms += 1000) {
            invite(100 + ms);
            assertFollowedFor(1000);
        }
    }

    /** The state of this frame is still to come. */
    @Test
    void shouldFollowOnWhileTheFrameOfTheOrderedStateIsTheNextOne() {
        start(1, 0b0111);
        joiner = 3;
        host.frame = 100;
        for (int ms = 0; ms < 2 * OTHER_MS; ms += 1000) {
            invite(100);
            assertFollowedFor(1000);
        }
    }

    @Test
    void shouldDoubtALeaderThatNeverActivatesThisMember() {
        start(1, 0b1111);
        host.inactive = 0b0010;
        assertDoubtedAfter(OTHER_MS);
    }

    @ParameterizedTest
    @ValueSource(ints = {999, 1000})
    void shouldOweNoActivationInAStallOfASecond(final int stall) {
        start(1, 0b1111);
        stalledMs = stall;
        host.inactive = 0b0100;
        pass(OTHER_MS + 100);
        assertEquals(stall == 1000, membership.election().leader() == leader);
    }

    /** Its datagrams come, and say that it leads. */
    @Test
    void shouldDoubtALeaderThatNeverSaysInWhichEpochItIs() {
        start(1, 0b1111);
        passLed(OTHER_MS - 200, 0);
        assertEquals(0, membership.election().leader());
        passLed(400, 0);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }
}
