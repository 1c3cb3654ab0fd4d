package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what a member answers to rounds, and which epochs it has applied; peer 0 leads term 0. */
class CutAcceptorTest extends OneCut {

    private static final int LOST = 0b1000;
    private static final int STRANGER = 5;
    private static final int REPEAT_MS = (int) (StatusSender.REPEAT_NS / MS);

    @Test
    void shouldTellAtOnceWhatItHasPromised() {
        start(1, 0b1111);
        assertTrue(receive(0, prepare(1, LOST)));
        host.sent.clear();
        pass(0, 0);
        final List<MembershipMessage> told = host.sent(2, Kind.STATUS);
        assertEquals(1, told.size());
        assertEquals(1, told.get(0).ballot());
    }

    @Test
    void shouldHandOnNoInputsThatTheLeaderHas() {
        start(1, 0b1111);
        assertTrue(receive(0, prepare(1, LOST).frame(3, host.received[3])));
        assertEquals(List.of(), host.calls);
    }

    /** The leader may be in a branch, and has nothing to learn from the epoch here. */
    @Test
    void shouldSendNoCutToALeaderOfAnotherEpochWithTheSameNumber() {
        start(1, 0b11111);
        assertTaken(without(1, 0b10000, 100), 0b10000);
        host.sent.clear();
        assertTrue(receive(0, prepare(2, LOST).epochId(7)));
        assertEquals(List.of(), host.sent(0, Kind.CUT));
        assertEquals(1, host.sent(0, Kind.STATUS).size());
        assertEquals(1, membership.promised());
    }

    /** Nothing forbids that epoch here: it comes as soon as its inputs are here. */
    @Test
    void shouldPromiseNothingThatFollowsAnEpochWhichItIsAboutToApply() {
        start(1, 0b11111);
        final EpochRecord next = without(1, 0b10000, 107);
        assertTrue(decided(next, 0b10000));
        assertTrue(receive(0, prepare(2, LOST).epoch(1).epochId(next.id())));
        assertEquals(1, membership.promised());
        host.received[4] = 107;
        pass(0, 0);
        assertEquals(next.id(), host.applied.id());
    }

    @Test
    void shouldHandOverToNobodyIfNoPromiseForbidsAnEpoch() {
        start(0, 0b1111);
        receive(2, status().epoch(1).epochId(7));
        pass(0, 0);
        assertEquals(List.of(), host.sent(2, Kind.TRANSFER));
    }

    @Test
    void shouldIgnoreACutThatDoesNotNameTheProcessOfAMember() {
        start(1, 0b1111);
        final MembershipMessage whole = cut(without(1, LOST, 100));
        final MembershipMessage bare = new MembershipMessage().reset(Kind.CUT).epoch(whole.epoch())
            .epochId(whole.epochId()).ballot(whole.ballot()).members(whole.members()).frame(3, 100)
            .incarnation(0, host.incarnations[0]).incarnation(1, host.incarnations[1]);
        bare.addChain(0b1111);
        bare.reports().copy(whole.reports());
        assertTrue(receive(0, prepare(1, LOST)));
        assertFalse(receive(0, bare));
        assertNull(host.applied);
        assertTrue(receive(0, bare.incarnation(2, host.incarnations[2])));
        assertEquals(whole.epochId(), host.applied.id());
    }

    @Test
    void shouldIgnoreACutThatIsNeitherEstablishedNorNamesThoseWhoDecide() {
        start(1, 0b1111);
        final EpochRecord next = without(1, LOST, 100);
        next.establish();
        assertTrue(receive(0, prepare(1, LOST)));
        assertFalse(receive(0, cut(next).established(false)));
        assertNull(host.applied);
        assertTrue(receive(0, cut(next)));
    }

    private EpochRecord withoutUs(final int lost) {
        final EpochRecord next = without(1, lost, 100);
        next.establish();
        return next;
    }

    @Test
    void shouldNotBelieveThatItIsOutFromWhoIsOutItself() {
        start(1, 0b1111);
        pass(0, 1500);
        assertFalse(receive(3, cut(withoutUs(0b1010))));
        assertEquals(List.of(), host.calls);
        assertTrue(receive(0, cut(withoutUs(0b1010))));
        assertEquals(List.of("evicted"), host.calls);
    }

    @Test
    void shouldNotBelieveThatItIsOutByAnEpochAsOldAsItsOwn() {
        start(1, 0b11111);
        final EpochRecord other = withoutUs(0b00010);
        assertTaken(without(1, 0b10000, 100), 0b10000);
        pass(0, 1500);
        assertFalse(receive(2, cut(other)));
        assertEquals(List.of(), host.calls);
    }

    /** The process is named, but is none of the members. */
    @Test
    void shouldBelieveThatItIsOutThoughTheCutNamesItsProcess() {
        start(1, 0b1111);
        pass(0, 1500);
        assertTrue(receive(0, cut(withoutUs(0b0010)).incarnation(1, host.incarnations[1])));
        assertEquals(List.of("evicted"), host.calls);
    }

    /** Either of the two may have gone on alone. */
    @Test
    void shouldNotBelieveTheOtherOfTwoThatItIsOut() {
        start(0, 0b11);
        pass(0, 1500);
        assertTrue(receive(1, cut(withoutUs(0b01))));
        assertEquals(List.of(), host.calls);
    }

    /** It forwards what it has applied, so that with us and another one three of five have it. */
    @Test
    void shouldCountWhoForwardsAnEpochAmongThoseWhoHaveAppliedIt() {
        start(1, 0b11111);
        assertTrue(receive(0, prepare(1, 0b10000)));
        assertTrue(receive(2, cut(without(1, 0b10000, 100))));
        assertFalse(membership.epoch().isEstablished());
        receive(3, status());
        assertTrue(membership.epoch().isEstablished());
    }

    @Test
    void shouldAskTheOtherMembersOfAnEpochForInputsSixteenTimesASecond() {
        start(1, 0b1111);
        assertTrue(decided(without(1, LOST, 107), LOST));
        for (int ms = 1; ms < REPEAT_MS; ms++) {
            pass(0, 0);
        }
        assertEquals(1, host.sent(2, Kind.REPORT).size());
        pass(0, 0);
        assertEquals(2, host.sent(0, Kind.REPORT).size());
        assertEquals(2, host.sent(2, Kind.REPORT).size());
        for (final int peer : new int[] {1, 3, STRANGER}) {
            assertEquals(List.of(), host.sent(peer, Kind.REPORT), "peer " + peer);
        }
    }
}
