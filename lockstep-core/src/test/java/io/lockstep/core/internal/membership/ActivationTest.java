package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who orders that the inputs of 3 count, which was taken in. Peer 0 leads, and we are 1 if nothing else is said. */
class ActivationTest {

    private static final long MS = 1_000_000L;
    private static final int NEWCOMER = 3;
    private static final List<String> ORDER = List.of("activate 3");

    private final FakeHost host = new FakeHost();
    private Membership membership;
    private long nowNs = 5_000_000_000L;

    private void start(final int self) {
        membership = new Membership(self, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.start(99, 0b1111, host.incarnations, nowNs);
        host.inactive = 1 << NEWCOMER;
    }

    private void tick(final int times) {
        for (int i = 0; i < times; i++) {
            nowNs += MS;
            membership.tick(nowNs, 0, 0, 0);
        }
    }

    private void hasOurEpoch(final int peer) {
        membership.receive(peer, new MembershipMessage().reset(Kind.STATUS).epoch(membership.epoch().number())
            .epochId(membership.epoch().id()), nowNs);
    }

    private void keepsPace() {
        membership.receive(NEWCOMER, new MembershipMessage().reset(Kind.READY).established(true)
            .epochId(membership.epoch().id()).seat(NEWCOMER).frame(NEWCOMER, 100)
            .incarnation(NEWCOMER, host.incarnations[NEWCOMER]), nowNs);
    }

    private List<String> ordered() {
        return host.calls.stream().filter(call -> call.startsWith("activate")).toList();
    }

    @Test
    void shouldOrderWhatAnotherHasOrderedAndIsTrue() {
        start(1);
        hasOurEpoch(NEWCOMER);
        keepsPace();
        tick(10);
        assertEquals(List.of(), ordered(), "nobody has ordered it");
        host.ordered = 1 << NEWCOMER;
        tick(10);
        assertEquals(ORDER, ordered());
    }

    @Test
    void shouldOrderItOnceInASecond() {
        start(1);
        hasOurEpoch(NEWCOMER);
        host.ordered = 1 << NEWCOMER;
        keepsPace();
        tick(400);
        keepsPace();
        tick(400);
        assertEquals(ORDER, ordered());
    }

    @Test
    void shouldNotSayTheSameBeforeTheNewcomerIsInOurEpoch() {
        start(1);
        host.ordered = 1 << NEWCOMER;
        keepsPace();
        tick(300);
        assertEquals(List.of(), ordered());
        hasOurEpoch(NEWCOMER);
        tick(1);
        assertEquals(ORDER, ordered());
    }

    @Test
    void shouldNeedNoWordOfTheOthersWhoPlay() {
        start(1);
        host.inactive |= 1 << 2;
        host.ordered = 1 << NEWCOMER;
        hasOurEpoch(NEWCOMER);
        keepsPace();
        tick(10);
        assertEquals(List.of(), ordered(), "2 does not play yet, and may be given the order by a donor");
        host.inactive = 1 << NEWCOMER;
        tick(1);
        assertEquals(ORDER, ordered());
    }

    @Test
    void shouldNotSayTheSameBeforeTheNewcomerKeepsPaceOrHasHadTwoSeconds() {
        start(1);
        hasOurEpoch(NEWCOMER);
        tick(1);
        host.inactive = 0;
        tick(1);
        host.inactive = 1 << NEWCOMER;
        host.ordered = 1 << NEWCOMER;
        tick(1990);
        assertEquals(List.of(), ordered());
        tick(20);
        assertEquals(ORDER, ordered());
    }

    @Test
    void shouldOrderNothingAsLongAsOurOwnInputsDoNotCount() {
        start(1);
        host.inactive |= 1 << 1;
        hasOurEpoch(NEWCOMER);
        host.ordered = 1 << NEWCOMER;
        keepsPace();
        tick(10);
        assertEquals(List.of(), ordered());
    }

    @Test
    void shouldOrderItAsTheLeaderOnceAllHaveTheEpochWhateverOthersOrdered() {
        start(0);
        keepsPace();
        hasOurEpoch(1);
        hasOurEpoch(NEWCOMER);
        host.ordered = 1 << NEWCOMER;
        tick(10);
        assertEquals(List.of(), ordered(), "2 has not said that it has it");
        hasOurEpoch(2);
        host.ordered = 0;
        tick(1);
        assertEquals(ORDER, ordered());
    }

    /** A member that plays may never say that it has the line-up, and keeps no newcomer from playing. */
    @Test
    void shouldWaitTwoSecondsAtMostForWhoPlays() {
        start(0);
        tick(1);
        for (int ms = 1; ms < 2000; ms++) {
            hasOurEpoch(1);
            hasOurEpoch(NEWCOMER);
            keepsPace();
            tick(1);
        }
        assertEquals(List.of(), ordered(), "2 has not said that it has it");
        keepsPace();
        tick(1);
        assertEquals(ORDER, ordered());
    }

    @Test
    void shouldOrderItAgainASecondLater() {
        start(1);
        hasOurEpoch(NEWCOMER);
        host.ordered = 1 << NEWCOMER;
        keepsPace();
        tick(1);
        for (int ms = 1; ms < 1000; ms++) {
            keepsPace();
            tick(1);
        }
        assertEquals(ORDER, ordered());
        keepsPace();
        tick(1);
        assertEquals(List.of("activate 3", "activate 3"), ordered());
    }

    @Test
    void shouldTakeTheWordOfANewcomerForHalfASecond() {
        start(1);
        keepsPace();
        tick(499);
        hasOurEpoch(NEWCOMER);
        host.ordered = 1 << NEWCOMER;
        tick(1);
        assertEquals(List.of(), ordered(), "its word is half a second old");
        keepsPace();
        tick(499);
        assertEquals(ORDER, ordered());
    }

    @Test
    void shouldWaitTwoSecondsForANewcomerToKeepPace() {
        start(1);
        tick(1);
        hasOurEpoch(NEWCOMER);
        host.ordered = 1 << NEWCOMER;
        tick(1999);
        assertEquals(List.of(), ordered());
        tick(1);
        assertEquals(ORDER, ordered());
    }

    /** A clock may be below zero. */
    @Test
    void shouldOrderItByAnyClockAndNotBeforeTheNewcomerKeepsPace() {
        nowNs = -60_000 * MS;
        start(1);
        hasOurEpoch(NEWCOMER);
        host.ordered = 1 << NEWCOMER;
        tick(10);
        assertEquals(List.of(), ordered());
        keepsPace();
        tick(1);
        assertEquals(ORDER, ordered());
    }

    @Test
    void shouldOrderNothingForWhoIsNoMemberOrHasLeft() {
        start(1);
        host.inactive |= 1 << 5;
        host.ordered = 1 << NEWCOMER | 1 << 5;
        hasOurEpoch(NEWCOMER);
        keepsPace();
        tick(1);
        assertEquals(ORDER, ordered());
        start(1);
        hasOurEpoch(NEWCOMER);
        host.calls.clear();
        membership.left(NEWCOMER, membership.epoch().id(), nowNs);
        tick(2500);
        assertEquals(List.of(), ordered());
    }

    /** Peer 1 is the lowest, and leads. */
    @Test
    void shouldNotWaitForItsOwnWordAsTheLeader() {
        membership = new Membership(1, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.start(99, 0b1110, host.incarnations, nowNs);
        host.inactive = 1 << NEWCOMER;
        hasOurEpoch(2);
        hasOurEpoch(NEWCOMER);
        keepsPace();
        tick(1);
        assertEquals(ORDER, ordered());
    }

    /** The time runs from when all have the epoch, also for a member that may not order anything yet. */
    @Test
    void shouldCountTheTimeOfANewcomerWhileItsOwnInputsDoNotCount() {
        start(1);
        host.inactive |= 1 << 1;
        host.ordered = 1 << NEWCOMER;
        tick(1);
        hasOurEpoch(NEWCOMER);
        tick(1990);
        host.inactive = 1 << NEWCOMER;
        tick(20);
        assertEquals(ORDER, ordered());
    }
}
