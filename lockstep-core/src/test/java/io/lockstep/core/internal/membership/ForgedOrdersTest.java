package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one member orders that it must not order, and what another one does about it. Peer 0 leads term 0. */
class ForgedOrdersTest {

    private static final long MS = 1_000_000L;

    private final FakeHost host = new FakeHost();
    private Membership membership;
    private long nowNs = 5_000_000_000L;

    private void start(final int self, final int lineUp) {
        membership = new Membership(self, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.start(99, lineUp, host.incarnations, nowNs);
        membership.tick(nowNs, 0, 0, 0);
        host.sent.clear();
        host.calls.clear();
    }

    private boolean receive(final int from, final MembershipMessage message) {
        return membership.receive(from, message, nowNs);
    }

    private MembershipMessage prepare(final long ballot, final int suspects) {
        return new MembershipMessage().reset(Kind.PREPARE).term(ballot >>> EpochRecord.ROUND_BITS).leads(true)
            .ballot(ballot).epoch(membership.epoch().number()).epochId(membership.epoch().id()).mask(suspects);
    }

    private MembershipMessage status(final EpochRecord epoch, final int suspects) {
        return new MembershipMessage().reset(Kind.STATUS).term(membership.election().term()).epoch(epoch.number())
            .epochId(epoch.id()).members(suspects);
    }

    /** The epoch after ours, without one member whose inputs end in a frame. */
    private EpochRecord next(final long ballot, final int lost, final long frame) {
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), ballot, membership.epoch().members() & ~(1 << lost),
            membership.voters().active());
        next.close(lost, frame);
        next.conclude(true);
        host.report(next, membership.epoch().members(), 1 << lost);
        return next;
    }

    private static MembershipMessage cut(final EpochRecord epoch) {
        final MembershipMessage message = new MembershipMessage().reset(Kind.CUT);
        epoch.writeTo(message);
        return message;
    }

    /** A round about one member, as this peer promises and answers it; then what is said to come of it. */
    private boolean decided(final EpochRecord next, final int lost, final long number) {
        assertTrue(receive(0, prepare(next.ballot(), 1 << lost)));
        host.calls.clear();
        return receive(0, cut(next).epoch(number));
    }

    private boolean decided(final EpochRecord next, final int lost) {
        return decided(next, lost, next.number());
    }

    /** Nothing of what decides has changed. */
    private void assertUntouched(final int refused) {
        assertEquals(refused, membership.refused());
        assertEquals(0, membership.promised());
        assertEquals(0, membership.epoch().number());
        assertEquals(0, membership.election().term());
        assertEquals(0, membership.election().leader());
        assertEquals(Long.MAX_VALUE, host.fence);
        assertNull(host.applied);
        assertEquals(List.of(), host.sent);
    }

    /** It has the incarnations of the members, but the number of an epoch that nobody can have come to. */
    @ParameterizedTest
    @ValueSource(longs = {2, 5, 0xFFFF_FFFFL})
    void shouldTakeNoEpochThatDoesNotFollowItsOwn(final long number) {
        start(1, 0b1111);
        assertFalse(decided(next(1, 3, 100), 3, number));
        assertEquals(0, membership.epoch().number());
        assertTrue(receive(0, cut(next(1, 3, 100))), "it stands in the way of no real one");
        assertEquals(1, membership.epoch().number());
    }

    /** Those that are there do not say so: one alone may lie, and keep this peer from getting on. */
    @Test
    void shouldNotBelieveOnePeerThatItIsOutWhenAnotherIsHeardThatSaysNothingOfIt() {
        start(1, 0b1111);
        final EpochRecord without = next(1, 1, 100);
        without.establish();
        assertTrue(receive(2, status(membership.epoch(), 0)));
        membership.tick(nowNs += MS, 0, 60_000 * MS, 0);
        assertTrue(receive(3, cut(without)));
        assertEquals(List.of(), host.calls);
        assertTrue(receive(2, cut(without)));
        assertEquals(List.of("evicted"), host.calls);
    }

    private MembershipMessage plays(final int peer, final long frame) {
        return status(membership.epoch(), 0).frame(peer, frame);
    }

    /** One of a line-up sends the cut of an established epoch without this peer. */
    private void leavesOut(final int lineUp, final int by) {
        start(1, lineUp);
        final EpochRecord without = next(1, 1, 100);
        without.establish();
        assertTrue(receive(by, cut(without)));
    }

    /** Epochs only follow each other: it says that it is in the next one, and then in frames of this one. */
    @Test
    void shouldNameWhoSaysThatWeAreOutAndPlaysOnWithUs() {
        leavesOut(0b1111, 3);
        assertTrue(receive(3, plays(3, 100)));
        assertEquals(List.of(), host.calls, "that may be older than the cut");
        assertTrue(receive(3, plays(3, 101)));
        assertEquals(List.of("3 lied: ORDER_WITHOUT_AUTHORITY"), host.calls);
    }

    /** Two of four that go on have the tie-breaker; one of them may tell us something else than it does. */
    @Test
    void shouldNameNobodyBecauseOneOfThoseWhoGoOnDeniesIt() {
        leavesOut(0b1111, 0);
        assertTrue(receive(2, plays(2, 101)));
        assertTrue(receive(3, plays(3, 101)));
        assertEquals(List.of(), host.calls);
    }

    @Test
    void shouldNameWhoSaysThatWeAreOutWhenTooManyPlayOnWithUs() {
        leavesOut(0b11111, 0);
        assertTrue(receive(2, plays(2, 101)));
        assertTrue(receive(3, plays(3, 101)));
        assertEquals(List.of(), host.calls);
        assertTrue(receive(4, plays(4, 101)));
        assertEquals(List.of("0 lied: ORDER_WITHOUT_AUTHORITY"), host.calls);
    }

    @Test
    void shouldApplyNoEpochThatItDidNotPromise() {
        start(1, 0b1111);
        assertFalse(receive(0, cut(next(1, 3, 100))));
        assertFalse(receive(2, cut(next(1, 3, 100))));
        assertUntouched(2);
    }

    /** Its report is one of those that the cut is the maximum of. */
    @Test
    void shouldNameALeaderWhoCutsBelowWhatItReported() {
        start(1, 0b1111);
        host.received[3] = 107;
        assertFalse(decided(next(1, 3, 106), 3));
        assertEquals(List.of("0 lied: FALSE_CUT"), host.calls);
        assertNull(host.applied);
        assertTrue(receive(0, cut(next(1, 3, 107))));
        assertEquals(107, host.applied.closedAt(3));
    }

    private void assertRefused(final EpochRecord next) {
        assertFalse(decided(next, 3));
        assertEquals(List.of("0 lied: FALSE_CUT"), host.calls);
        assertNull(host.applied);
    }

    /** The cut counts what this peer has, and the others may have applied it. */
    private void assertNamedAndApplied(final EpochRecord next) {
        host.received[3] = 104;
        assertTrue(decided(next, 3));
        assertEquals(List.of("0 lied: FALSE_CUT"), host.calls);
        host.received[3] = 107;
        membership.tick(nowNs += MS, 0, 0, 0);
        assertEquals(next.closedAt(3), host.applied.closedAt(3));
    }

    /** It has said that it has 104 inputs of 3. */
    @Test
    void shouldNameALeaderWhoQuotesItWrongly() {
        start(1, 0b1111);
        final EpochRecord next = next(1, 3, 107);
        next.reports().put(1, 3, 103, 107);
        assertNamedAndApplied(next);
    }

    @Test
    void shouldNameALeaderWhoSaysThatItHasNotShownWhatItReported() {
        start(1, 0b1111);
        final EpochRecord next = next(1, 3, 107);
        next.reports().put(1, 3, 108, 107);
        assertNamedAndApplied(next);
    }

    /** Only this peer has reported all inputs that count. The others may have applied a cut that says so. */
    @Test
    void shouldTakeACutThatFollowsFromItsOwnReportAlone() {
        start(1, 0b1111);
        final EpochRecord next = next(1, 3, 104);
        next.reports().put(0, 3, 100, 104);
        next.reports().put(1, 3, 0, 0);
        next.reports().put(2, 3, 100, 104);
        assertNamedAndApplied(next);
    }

    @Test
    void shouldNameALeaderWhoLeavesItsReportOut() {
        start(1, 0b1111);
        final EpochRecord next = next(1, 3, 100);
        next.reports().reset(0b1000, 0b101);
        next.reports().put(0, 3, 100, 100);
        next.reports().put(2, 3, 100, 100);
        assertRefused(next);
    }

    /** Nobody has reported as much as it counts, so nobody could ever hand that on. */
    @Test
    void shouldNameALeaderWhoCountsMoreThanAnybodyReported() {
        start(1, 0b1111);
        final EpochRecord next = next(1, 3, 107);
        next.reports().put(0, 3, 100, 107);
        assertRefused(next);
    }

    /** Inputs may come after the first answer: whichever of its answers the leader has is true. */
    @Test
    void shouldTakeACutThatQuotesALaterAnswer() {
        start(1, 0b1111);
        final EpochRecord next = next(1, 3, 107);
        assertTrue(receive(0, prepare(1, 0b1000)));
        host.received[3] = 105;
        assertTrue(receive(0, prepare(1, 0b1000)));
        host.received[3] = 107;
        next.reports().put(1, 3, 105, 107);
        assertTrue(receive(0, cut(next)));
        assertEquals(107, host.applied.closedAt(3));
    }

    /** S3: where inputs of 3 end was agreed on before 2 was lost. */
    @Test
    void shouldNameALeaderWhoMovesAnOlderCut() {
        start(1, 0b11111);
        assertTrue(decided(next(1, 3, 100), 3));
        final EpochRecord parent = new EpochRecord();
        parent.copy(membership.epoch());
        parent.close(3, 99);
        final EpochRecord moved = new EpochRecord();
        moved.follow(parent, 2, 0b10011, membership.voters().active());
        moved.close(2, 100);
        moved.conclude(true);
        assertTrue(moved.follows(membership.epoch()));
        host.report(moved, 0b10111, 0b100);
        assertTrue(receive(0, prepare(2, 0b100)));
        host.calls.clear();
        assertFalse(receive(0, cut(moved)));
        assertEquals(List.of("0 lied: FALSE_CUT"), host.calls);
        assertTrue(receive(0, cut(next(2, 2, 100))));
    }

    @Test
    void shouldNameALeaderWhoLeavesOutAnotherThanItAskedAbout() {
        start(1, 0b1111);
        final EpochRecord next = next(1, 3, 100);
        assertFalse(decided(next, 2));
        assertEquals(List.of("0 lied: FALSE_CUT"), host.calls);
        assertNull(host.applied);
    }

    /** It promised the round, and another member says what came of it, while the leader is there to say it itself. */
    @Test
    void shouldTakeAnEpochFromTwoWhoDidNotProposeItOrOnceItsProposerIsSilent() {
        start(1, 0b1111);
        assertTrue(receive(0, status(membership.epoch(), 0)));
        assertTrue(receive(2, status(membership.epoch(), 0)));
        assertTrue(receive(0, prepare(1, 0b1000)));
        host.received[3] = 100;
        assertFalse(receive(2, cut(next(1, 3, 107))));
        assertFalse(receive(2, cut(next(1, 3, 107))), "the same one again");
        assertFalse(receive(2, cut(next(1, 3, 100))));
        nowNs += 2_000 * MS;
        assertTrue(receive(2, cut(next(1, 3, 100))));
        assertEquals(100, host.applied.closedAt(3));
    }

    /** S15: all get on, and nobody but the leader says that 3 is lost. */
    @Test
    void shouldPromiseNoRoundAboutWhomTheLeaderAloneHasLost() {
        start(1, 0b1111);
        for (final int peer : new int[] {0, 2, 3}) {
            assertTrue(receive(peer, status(membership.epoch(), peer == 0 ? 0b1000 : 0)));
        }
        assertFalse(receive(0, prepare(1, 0b1000)));
        assertEquals(0, membership.promised());
        assertEquals(Long.MAX_VALUE, host.fence);
        assertTrue(receive(2, status(membership.epoch(), 0b1000)));
        assertTrue(receive(0, prepare(1, 0b1000)));
        assertEquals(1, membership.promised());
    }

    /** With 0 alone it would play on beside the match of the other three. Nothing moves, so it is asked about all. */
    @Test
    void shouldPromiseNoRoundThatLeavesNoQuorumOfItsEpoch() {
        start(1, 0b11111);
        membership.tick(nowNs += MS, 0, 60_000 * MS, 0);
        host.sent.clear();
        assertFalse(receive(0, prepare(1, 0b11100)));
        assertUntouched(1);
        assertTrue(receive(0, prepare(1, 0b11000)), "three of five go on");
        assertEquals(1, membership.promised());
    }

    /** Of two halves the one with the lowest goes on; here that is the other one. */
    @Test
    void shouldPromiseTheHalfWithoutTheLowestOnlyWhenTheOtherHalfTakesItsLeave() {
        start(3, 0b1111);
        membership.tick(nowNs += MS, 0, 60_000 * MS, 0);
        nowNs += 1_000 * MS;
        assertTrue(receive(0, status(membership.epoch(), 0).seat(2).term(1)));
        assertTrue(receive(1, status(membership.epoch(), 0).seat(2).term(1)));
        assertTrue(receive(2, status(membership.epoch(), 0).seat(2).term(1).leads(true)));
        assertEquals(2, membership.election().leader());
        final long ballot = 1L << EpochRecord.ROUND_BITS | 1;
        assertFalse(receive(2, prepare(ballot, 0b0011)));
        assertEquals(0, membership.promised());
        host.ended = 0b0001;
        assertFalse(receive(2, prepare(ballot, 0b0011)), "1 may decide with those who are there");
        membership.left(1, membership.epoch().id(), nowNs);
        assertTrue(receive(2, prepare(ballot, 0b0011)), "nobody else decides anything");
        assertEquals(ballot, membership.promised());
    }

    @Test
    void shouldPromiseNoRoundOfALeaderAboutItselfOrInAnotherTerm() {
        start(1, 0b1111);
        assertFalse(receive(0, prepare(1, 0b0001)));
        assertFalse(receive(0, prepare(1, 0b1000).term(1)));
        assertFalse(receive(0, prepare(1, 0b1000).epoch(1)));
        assertUntouched(3);
    }
}
