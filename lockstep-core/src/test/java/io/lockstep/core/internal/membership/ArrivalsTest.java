package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a process that joins says and is told, and calls that name a member. */
class ArrivalsTest extends OneCut {

    private static final int JOINER = 3;

    private MembershipMessage ready() {
        return new MembershipMessage().reset(Kind.READY).joining(true).established(true)
            .epochId(membership.epoch().id()).frame(JOINER, 130);
    }

    @Test
    void shouldIgnoreAReadyThatDoesNotNameTheFrameOfItsSender() {
        start(1, 0b0111);
        final MembershipMessage other = new MembershipMessage().reset(Kind.READY).joining(true).frame(2, 130);
        assertFalse(receive(JOINER, other));
        assertEquals(List.of(), host.calls);
        assertTrue(receive(JOINER, ready()));
        assertEquals(List.of("learner 3 130"), host.calls);
    }

    /** The ballot of a READY is the frame after which it wants to know our state. */
    @Test
    void shouldConfirmWhatAJoinerHasIfItSaysSo() {
        start(1, 0b0111);
        receive(JOINER, ready().ballot(1));
        assertEquals(List.of("learner 3 130", "confirm 3 1"), host.calls);
        host.calls.clear();
        receive(JOINER, ready().ballot(40).joining(false));
        receive(2, new MembershipMessage().reset(Kind.READY).joining(true).ballot(40).frame(2, 130));
        assertEquals(List.of("learner 3 130", "learner 2 130"), host.calls);
    }

    private MembershipMessage join(final int self, final long epochId, final long number) {
        return new MembershipMessage().reset(Kind.JOIN).epoch(number).epochId(epochId).members(0b0111).mask(0b0010)
            .seat(self).frame(self, 130).incarnation(self, host.incarnations[self]);
    }

    @Test
    void shouldCarryOutNoOrderForAnotherProcess() {
        start(1, 0b0111);
        assertTrue(receive(0, join(JOINER, membership.epoch().id(), 0)));
        assertEquals(List.of("join 3 donor 1 frame 130"), host.calls);
        host.calls.clear();
        assertFalse(receive(0, join(JOINER, membership.epoch().id(), 0).incarnation(JOINER, 7)));
        assertFalse(receive(0, join(JOINER, membership.epoch().id(), 0).mask(0b0110)), "two donors");
        assertFalse(receive(0, join(JOINER, membership.epoch().id(), 0).frame(2, 130)), "two frames");
        assertFalse(receive(0, join(1, membership.epoch().id(), 0)), "this peer is in");
        assertEquals(List.of(), host.calls);
    }

    @Test
    void shouldIgnoreAnOrderThatTheSessionDoesNotCarryOut() {
        start(1, 0b0111);
        host.refusesToJoin = true;
        assertFalse(receive(0, join(JOINER, membership.epoch().id(), 0)));
    }

    private void joins() {
        membership = new Membership(JOINER, 7, ElectionConfig.defaults(), TwoPeerPolicy.HALT, host);
        membership.join();
    }

    @Test
    void shouldKnowTheLineOfEpochsByItsEpochOrByWhoHasOrderedItIn() {
        joins();
        assertTrue(receive(0, join(JOINER, 77, 1)));
        assertFalse(host.known, "the first order");
        assertTrue(receive(2, join(JOINER, 77, 1)));
        assertTrue(host.known, "the epoch is the same");
        assertTrue(receive(0, join(JOINER, 78, 2)));
        assertFalse(host.known, "peer 2 ordered last");
        assertTrue(receive(0, join(JOINER, 79, 3)));
        assertTrue(host.known, "a later epoch of the same leader");
        assertTrue(receive(0, join(JOINER, 80, 3)));
        assertFalse(host.known, "a branch of the same number");
    }

    @Test
    void shouldNotTakeForItsLeaderWhoseOrderItDoesNotCarryOut() {
        joins();
        assertTrue(receive(0, join(JOINER, 77, 1)));
        host.refusesToJoin = true;
        assertFalse(receive(2, join(JOINER, 90, 5)));
        assertEquals(77, membership.epoch().id());
        host.refusesToJoin = false;
        assertTrue(receive(0, join(JOINER, 78, 2)));
        assertTrue(host.known);
    }

    /** A member that carries out the order of its leader joins nothing itself. */
    @Test
    void shouldKnowTheLineAsAMemberByTheEpochAlone() {
        start(1, 0b0111);
        assertTrue(receive(0, join(JOINER, membership.epoch().id(), 0)));
        assertTrue(host.known);
        assertTrue(receive(0, join(JOINER, 77, 1)));
        assertFalse(host.known);
    }

    @Test
    void shouldHearWhatTheMembersSayOfTheStateThatItJoinsWith() {
        joins();
        final MembershipMessage vouch = new MembershipMessage().reset(Kind.VOUCH).frame(JOINER, 130);
        assertFalse(receive(0, vouch), "no hash");
        vouch.hash(5, 6);
        assertTrue(receive(0, vouch));
        assertEquals(List.of("vouched 0 130 " + new StateHash(5, 6)), host.calls);
        final MembershipMessage other = new MembershipMessage().reset(Kind.VOUCH).frame(2, 130);
        other.hash(5, 6);
        assertFalse(receive(0, other), "of the state of another process");
        start(1, 0b0111);
        assertFalse(receive(0, vouch), "it has joined");
    }

    @Test
    void shouldHandTheLeadToTheLowestOtherMemberIfNoneIsNamed() {
        start(1, 0b11110);
        pass(0b00100, 0);
        assertFalse(membership.transferTo(2), "it has lost that one");
        assertTrue(membership.transferTo(Membership.NOBODY));
        assertEquals(1, host.sent(3, Kind.TRANSFER).size());
    }

    @Test
    void shouldHandTheLeadToPeerZero() {
        start(1, 0b1111);
        while (!membership.election().leads()) {
            pass(0, 0);
            vote(0b1101);
        }
        assertTrue(membership.transferTo(0));
        assertEquals(1, host.sent(0, Kind.TRANSFER).size());
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 32, 64, 1, 5})
    void shouldHandTheLeadToNobodyElse(final int peer) {
        start(1, 0b1111);
        while (!membership.election().leads()) {
            pass(0, 0);
            vote(0b1101);
        }
        assertFalse(membership.transferTo(peer));
    }

    @Test
    void shouldHandTheLeadToNobodyIfItIsAlone() {
        start(0, 0b1);
        assertFalse(membership.transferTo(Membership.NOBODY));
    }
}
