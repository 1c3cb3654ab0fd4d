package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what each policy makes of two that have lost each other. */
class PairRuleTest extends OneCut {

    private static final int PAIRED_MS = 500;
    private static final int SHAKE_MS = (int) (PeerViews.FRESH_NS / MS);

    private void pass(final int suspects, final int ms) {
        for (int passed = 0; passed < ms; passed++) {
            pass(suspects, 0L);
        }
    }

    /** Each of two may be the one with the lower number, which breaks the tie. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void shouldGoOnAloneInAnEpochOfItsOwn(final int self, final int other) {
        start(self, 0b110);
        final long before = membership.epoch().id();
        while (membership.epoch().number() == 0) {
            pass(1 << other, 1);
        }
        assertEquals(1 << self, membership.epoch().members());
        assertEquals(1 << other, membership.epoch().closed());
        assertEquals(membership.election().term(), membership.epoch().term());
        assertNotEquals(before, membership.epoch().id());
        assertNotEquals(0, membership.epoch().seal(), "the other one may go on sending");
    }

    @ParameterizedTest
    @EnumSource(value = TwoPeerPolicy.class, names = {"CONTINUE_TIEBREAK", "REJOIN"})
    void shouldLetTheLowerOfTwoGoOnThatBreaksTheTie(final TwoPeerPolicy policy) {
        start(1, 0b110, policy);
        pass(0, PAIRED_MS);
        assertEquals(0b110, membership.epoch().members());
        pass(0b100, 10);
        assertEquals(List.of(), host.calls);
        assertEquals(0b010, membership.epoch().members());
        assertFalse(membership.epoch().isBranch());
    }

    @Test
    void shouldAwaitTheOtherOneAndSayThatOnceEachTime() {
        start(2, 0b110, TwoPeerPolicy.REJOIN);
        pass(0b010, 3 * PAIRED_MS);
        assertEquals(List.of("awaits 1"), host.calls);
        pass(0, 1);
        pass(0b010, PAIRED_MS);
        assertEquals(List.of("awaits 1", "awaits 1"), host.calls);
        assertEquals(0b110, membership.epoch().members());
    }

    @Test
    void shouldHaltWithTheOtherOneThatHasHalted() {
        start(0, 0b11, TwoPeerPolicy.HALT);
        membership.left(1, membership.epoch().id(), nowNs);
        pass(0, 1);
        assertEquals(List.of("halted"), host.calls);
    }

    @ParameterizedTest
    @CsvSource({"0, CONTINUE_ALL", "0, REJOIN", "2, HALT"})
    void shouldNotHaltWithOneThatMarkedItsLastInputOrWithoutThatPolicy(final int ended, final TwoPeerPolicy policy) {
        host.ended = ended;
        start(0, 0b11, policy);
        membership.left(1, membership.epoch().id(), nowNs);
        pass(0, 1);
        assertEquals(List.of(), host.calls);
        pass(0b10, 10);
        assertEquals(0b01, membership.epoch().members());
    }

    @Test
    void shouldNotHaltAsTheLowerOfTwoWithOneThatMarkedItsLastInput() {
        host.ended = 0b100;
        start(1, 0b110, TwoPeerPolicy.HALT);
        membership.left(2, membership.epoch().id(), nowNs);
        pass(0, 1);
        assertEquals(List.of(), host.calls);
    }

    @Test
    void shouldWaitTwoSecondsForANewProcessOnTheSeatOfTheOtherOne() {
        host.seats = 0b111;
        start(1, 0b11, TwoPeerPolicy.CONTINUE_TIEBREAK);
        pass(0, PAIRED_MS);
        host.incarnations[0]++;
        membership.reborn(0, nowNs);
        pass(0b01, SHAKE_MS - 1);
        assertEquals(List.of(), host.calls);
        pass(0b01, 1);
        assertEquals(List.of("minority"), host.calls);
    }

    /** Peers 2 and 3 of four are out; that epoch is established once peer 0 has it, too. */
    @Test
    void shouldNotDecideAloneBeforeThoseOfTheEpochBeforeHaveNoSay() {
        start(1, 0b1111);
        while (!membership.election().leads()) {
            pass(0, 1);
            vote(0b1101);
        }
        receive(0, status().members(0b1100));
        pass(0b1100, 1);
        assertTrue(receive(0, report(0b1100)));
        pass(0b1100, 1);
        assertEquals(0b0011, membership.epoch().members());
        assertFalse(membership.epoch().isEstablished());
        pass(0b0001, 3 * PAIRED_MS);
        assertEquals(0b0011, membership.epoch().members(), "one of four decides nothing");
        receive(0, status());
        assertTrue(membership.epoch().isEstablished());
        pass(0b0001, 1);
        assertEquals(0b0010, membership.epoch().members());
    }

    /** No epoch has a higher number. */
    @Test
    void shouldNotDecideAloneAfterTheLastEpochThereIs() {
        membership = new Membership(1, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.join();
        final EpochRecord first = new EpochRecord();
        first.first(99, 0b1);
        first.incarnation(0, host.incarnations[0]);
        assertTrue(receive(0, new MembershipMessage().reset(Kind.JOIN).epochId(first.id()).members(0b1).mask(0b1)
            .seat(1).frame(1, 130).incarnation(1, host.incarnations[1])));
        final EpochRecord last = new EpochRecord();
        last.follow(first, 1, 0b1, 0b1);
        last.admit(1, host.incarnations[1]);
        last.conclude(false);
        last.establish();
        assertTrue(receive(0, cut(last).epoch(0xFFFF_FFFFL)));
        assertFalse(membership.isJoining());
        pass(0b1, 3 * PAIRED_MS);
        assertEquals(0b11, membership.epoch().members());
    }
}
