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
}
