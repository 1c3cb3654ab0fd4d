package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Promises that keep a member from an epoch which a few have applied, or from frames that a cut may settle; and frames
 * that keep a newcomer from an epoch which is over in them.
 */
class HeldBackTest {

    private static final long MS = 1_000_000L;
    private static final int ROUND = 1 << EpochRecord.ROUND_BITS;

    private final FakeHost host = new FakeHost();
    private Membership membership;
    private long nowNs = 5_000_000_000L;

    private void start(final int self) {
        start(self, 0b11111);
    }

    private void start(final int self, final int lineUp) {
        membership = new Membership(self, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.start(99, lineUp, host.incarnations, nowNs);
        tick(0);
        host.sent.clear();
    }

    private void tick(final int suspects) {
        nowNs += MS;
        membership.tick(nowNs, suspects, 0, 0);
    }

    private boolean receive(final int from, final MembershipMessage message) {
        return membership.receive(from, message, nowNs);
    }

    private static MembershipMessage prepare(final long ballot, final EpochRecord in) {
        return new MembershipMessage().reset(Kind.PREPARE).term(ballot >>> EpochRecord.ROUND_BITS).leads(true)
            .ballot(ballot).epoch(in.number()).epochId(in.id()).mask(0b10000);
    }

    /** All others say that they voted for it. */
    private void elected(final int leader, final long term) {
        for (int peer = 0; peer < 4; peer++) {
            receive(peer, status().term(term).seat(leader));
        }
    }

    /** The epoch after ours, without peer 4. */
    private EpochRecord next(final long ballot) {
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), ballot, 0b01111, membership.voters().active());
        next.close(4, 100);
        next.conclude(true);
        host.report(next, 0b11111, 0b10000);
        return next;
    }

    private static MembershipMessage cut(final EpochRecord epoch) {
        final MembershipMessage message = new MembershipMessage().reset(Kind.CUT);
        epoch.writeTo(message);
        return message;
    }

    /** This peer has promised a round that follows an epoch which an earlier promise keeps it from. */
    private EpochRecord promiseAfterTheEpochOfAFew() {
        start(2);
        final EpochRecord few = next(1);
        elected(1, 1);
        assertTrue(receive(1, prepare(ROUND | 1, membership.epoch())));
        assertFalse(receive(0, cut(few)), "promised to 1");
        elected(0, 2);
        assertTrue(receive(0, prepare(2 * ROUND | 1, few)));
        host.calls.clear();
        return few;
    }

    private EpochRecord after(final EpochRecord few, final int members) {
        final EpochRecord after = new EpochRecord();
        after.follow(few, 2 * ROUND | 1, members, membership.voters().active());
        after.conclude(false);
        host.report(after, 0b11111, 0b10000);
        return after;
    }

    @Test
    void shouldRefuseACutWithWhomARoundAfterAForbiddenEpochLeavesOut() {
        final EpochRecord few = promiseAfterTheEpochOfAFew();
        assertFalse(receive(0, cut(after(few, 0b11111))));
        assertEquals(List.of("0 lied: FALSE_CUT"), host.calls);
    }

    @Test
    void shouldRefuseACutThatIsTwoEpochsAfterAForbiddenOne() {
        final EpochRecord few = promiseAfterTheEpochOfAFew();
        assertFalse(receive(0, cut(after(few, 0b01111)).epoch(3)));
        assertEquals(List.of("0 lied: FALSE_CUT"), host.calls);
    }

    /** The second one has the same number, and may be the one that lives on. */
    @Test
    void shouldAnswerWhoLeadsOnFromTheLastEpochThatAPromiseForbids() {
        start(2);
        elected(1, 1);
        assertTrue(receive(1, prepare(ROUND | 1, membership.epoch())));
        assertFalse(receive(0, cut(next(1))));
        final EpochRecord last = next(2);
        assertFalse(receive(0, cut(last)));
        elected(0, 2);
        assertTrue(receive(0, prepare(2 * ROUND | 1, last)));
        assertEquals(2 * ROUND | 1, membership.promised());
    }

    @Test
    void shouldAnswerWhoLeadsOnFromAnEpochThatAPromiseForbids() {
        start(2);
        final EpochRecord few = next(1);
        elected(1, 1);
        assertTrue(receive(1, prepare(ROUND | 1, membership.epoch())));
        assertFalse(receive(0, cut(few)), "promised to 1");
        elected(0, 2);
        host.sent.clear();
        assertTrue(receive(0, prepare(2 * ROUND | 1, few)));
        assertEquals(2 * ROUND | 1, membership.promised());
        assertEquals(1, host.sent(0, Kind.REPORT).size());
        assertEquals(0, membership.epoch().number());
        final EpochRecord after = new EpochRecord();
        after.follow(few, 2 * ROUND | 1, few.members(), membership.voters().active());
        after.conclude(false);
        host.report(after, 0b11111, 0b10000);
        assertTrue(receive(0, cut(after)), "the epoch after it may be applied");
        assertEquals(after.id(), host.applied.id());
    }

    /**
     * Of four only 0 has applied the epoch of 0 and 1. The other three elected 1, which now finds 0 ahead, and can
     * learn of that epoch no other way than by handing over.
     */
    @Test
    void shouldSucceedALeaderThatWasElectedInTheEpochBefore() {
        final MembershipMessage leads = leaderOfTheEpochBefore();
        receive(1, leads);
        assertTrue(receive(1, new MembershipMessage().reset(Kind.TRANSFER).term(1)));
        assertEquals(2, membership.election().term());
    }

    /** Those who would have voted for it are heard, and say that they did not. */
    @Test
    void shouldNotSucceedWhoWasNotElectedInTheEpochBefore() {
        final MembershipMessage leads = leaderOfTheEpochBefore();
        for (int peer = 2; peer < 4; peer++) {
            receive(peer, status().epoch(0).epochId(leads.epochId()));
        }
        receive(1, leads);
        receive(1, new MembershipMessage().reset(Kind.TRANSFER).term(1));
        assertEquals(1, membership.election().term());
        assertEquals(-1, membership.election().leader());
    }

    /** What 1 says that leads term 1 of an epoch of four, of which we have decided that 2 and 3 are out. */
    private MembershipMessage leaderOfTheEpochBefore() {
        start(0, 0b1111);
        final long before = membership.epoch().id();
        receive(1, status().members(0b1100));
        tick(0b1100);
        receive(1, new MembershipMessage().reset(Kind.REPORT).ballot(membership.promised()).epochId(before)
            .mask(0b1100).frame(2, host.received(2)).frame(3, host.received(3)));
        tick(0b1100);
        assertEquals(0b0011, membership.epoch().members());
        assertFalse(membership.epoch().isEstablished());
        final MembershipMessage leads = status().term(1).seat(1).leads(true).epoch(0).epochId(before);
        receive(1, status().term(1).epoch(0).epochId(before));
        nowNs += 2_100 * MS;
        tick(0b0010);
        assertEquals(1, membership.election().term());
        return leads;
    }

    /** What is here of 4 are inputs of a process that played before: nobody can hand on more of them. */
    @Test
    void shouldCountNothingOfWhoIsAMemberOnlyOfTheEpochThatAPromiseForbids() {
        start(2, 0b01111);
        final EpochRecord few = new EpochRecord();
        few.follow(membership.epoch(), 1, 0b01111, membership.voters().active());
        few.admit(4, host.incarnations[4]);
        few.conclude(false);
        elected(1, 1);
        assertTrue(receive(1, prepare(ROUND | 1, membership.epoch())));
        assertFalse(receive(0, cut(few)), "promised to 1");
        elected(0, 2);
        host.sent.clear();
        assertTrue(receive(0, prepare(2 * ROUND | 1, few)));
        assertEquals(0, host.sent(0, Kind.REPORT).get(0).frame(4));
    }

    /** A leader that has not come to the frame would wait for ever for inputs that nobody has. */
    @Test
    void shouldCountNothingOfWhoHasSentNothingSinceItWasActivated() {
        start(2);
        membership.opened(4, host.received(4));
        assertTrue(receive(0, prepare(1, membership.epoch())));
        assertEquals(0, host.sent(0, Kind.REPORT).get(0).frame(4));
        host.received[4]++;
        assertTrue(receive(0, prepare(2, membership.epoch())));
        assertEquals(host.received(4), host.sent(0, Kind.REPORT).get(1).frame(4));
    }

    /** Who has not come to the frame of its activation would wait for ever for its inputs up to there. */
    @Test
    void shouldNotSayWhereInputsEndThatNobodyHasSent() {
        start(0);
        membership.opened(4, host.received(4));
        cutByOurRound(0);
        assertEquals(0, host.applied.closed());
    }

    @Test
    void shouldSayWhereInputsEndThatSomebodyHasSent() {
        start(0);
        membership.opened(4, host.received(4));
        host.received[4]++;
        cutByOurRound(host.received(4));
        assertEquals(0b10000, host.applied.closed());
        assertEquals(host.received(4), host.applied.closedAt(4));
    }

    /** All have lost 4, and say that they have so much of it. */
    private void cutByOurRound(final long has) {
        for (int peer = 1; peer < 4; peer++) {
            receive(peer, status().members(0b10000));
        }
        tick(0b10000);
        for (int peer = 1; peer < 4; peer++) {
            assertTrue(receive(peer, new MembershipMessage().reset(Kind.REPORT).ballot(membership.promised())
                .epochId(membership.epoch().id()).mask(0b10000).frame(4, has)));
        }
        tick(0b10000);
        assertFalse(membership.epoch().has(4));
    }

    @Test
    void shouldHandOverToWhoIsInAnEpochThatItsOwnPromiseForbids() {
        start(0);
        final EpochRecord few = next(0);
        for (int peer = 1; peer < 3; peer++) {
            receive(peer, status().members(0b10000));
        }
        tick(0b10000);
        assertEquals(1, membership.promised(), "its own round");
        assertFalse(receive(3, cut(few)));
        tick(0b10000);
        assertEquals(0, host.sent(3, Kind.TRANSFER).size(), "it may have come late, and nobody be in it any more");
        receive(3, new MembershipMessage().reset(Kind.STATUS).epoch(1).epochId(few.id()));
        tick(0b10000);
        assertEquals(1, host.sent(3, Kind.TRANSFER).size());
    }

    /** Too many are lost to go on without, all are heard, and what 2 has promised keeps it from making progress. */
    @Test
    void shouldFreeByANewRoundWhomAPromiseHoldsBackThoughItIsLost() {
        start(0);
        leadsTheSecondTerm();
        for (int peer = 1; peer < 5; peer++) {
            receive(peer, status().term(2).members(peer == 1 ? 0b11100 : 0));
        }
        tick(0b11100);
        receive(2, status().term(2).ballot(2 * ROUND | 5));
        tick(0b11100);
        assertEquals(0, host.sent(2, Kind.PREPARE).size(), "its leader has begun no such round");
        receive(2, status().term(2).ballot(ROUND | 5));
        tick(0b11100);
        assertEquals(1, host.sent(2, Kind.PREPARE).size());
    }

    private void leadsTheSecondTerm() {
        for (int peer = 1; peer < 5; peer++) {
            receive(peer, status().term(1).seat(peer));
        }
        for (int ms = 0; ms < 1000; ms++) {
            tick(0);
        }
        for (int peer = 1; peer < 3; peer++) {
            receive(peer, new VoteResponse().voter(peer).term(2).preVote(true).granted(true));
        }
        for (int peer = 1; peer < 3; peer++) {
            receive(peer, new VoteResponse().voter(peer).term(2).granted(true));
        }
        assertTrue(membership.election().leads());
        assertEquals(2, membership.election().term());
    }

    private void receive(final int from, final VoteResponse response) {
        membership.receive(from, response, nowNs);
    }

    private MembershipMessage status() {
        return new MembershipMessage().reset(Kind.STATUS).epochId(membership.epoch().id());
    }

    /** Peer 2 has been told to come into a match of the others. */
    private void join(final EpochRecord first) {
        membership = new Membership(2, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.join();
        first.first(99, 0b11011);
        assertTrue(receive(0, new MembershipMessage().reset(Kind.JOIN).epochId(first.id()).members(first.members())
            .mask(0b10).seat(2).frame(2, 50).incarnation(2, host.incarnations[2])));
    }

    private EpochRecord admitting(final EpochRecord parent, final long ballot, final int members) {
        final EpochRecord next = new EpochRecord();
        next.follow(parent, ballot, members, 0b11011);
        next.admit(2, host.incarnations[2]);
        return next;
    }

    /** The process is named, but is none of the members. */
    @Test
    void shouldNotBeTakenInByAnEpochThatOnlyNamesItsProcess() {
        final EpochRecord first = new EpochRecord();
        join(first);
        final EpochRecord next = new EpochRecord();
        next.follow(first, 1, 0b11011, 0b11011);
        next.conclude(false);
        assertTrue(receive(0, cut(next).incarnation(2, host.incarnations[2])));
        assertTrue(membership.isJoining());
        assertEquals(next.id(), membership.epoch().id());
    }

    /** The line to the leader was cut, that to the donor works again first: what it sends is without 4. */
    @Test
    void shouldNotBeTakenInByAnEpochThatIsOverInTheFramesOfItsDonor() {
        final EpochRecord first = new EpochRecord();
        join(first);
        final EpochRecord over = admitting(first, 1, 0b11011);
        over.conclude(false);
        host.cut = 0b10000;
        receive(0, cut(over));
        tick(0);
        assertTrue(membership.isJoining(), "4 is a member there, who is still playing perhaps");
        final EpochRecord next = admitting(over, 2, 0b01011);
        next.close(4, 100);
        next.conclude(true);
        assertTrue(receive(0, cut(next)));
        assertFalse(membership.isJoining());
        assertEquals(next.id(), membership.epoch().id());
    }

    /** The one that takes us in waits for inputs, or for frames; the one after it has left us out again. */
    @Test
    void shouldNotBeTakenInByAnEpochBeforeOneThatItKnowsOf() {
        final EpochRecord first = new EpochRecord();
        join(first);
        final EpochRecord over = admitting(first, 1, 0b01011);
        over.close(4, 200);
        over.conclude(true);
        assertTrue(receive(0, cut(over)));
        assertTrue(membership.isJoining(), "inputs of 4 are lacking");
        final EpochRecord next = new EpochRecord();
        next.follow(over, 2, 0b01011, 0b01011);
        next.conclude(true);
        assertTrue(receive(1, cut(next)));
        host.received[4] = 200;
        tick(0);
        assertTrue(membership.isJoining());
        assertEquals(next.id(), membership.epoch().id());
    }

    @Test
    void shouldBeFencedWhereSomebodyBeginsToCountWhomAPromiseIsAbout() {
        start(2);
        assertTrue(receive(0, prepare(1, membership.epoch())));
        membership.opened(3, 40);
        assertEquals(host.received(4), host.fence, "nobody asked about 3");
        membership.opened(4, 40);
        assertEquals(40, host.fence);
    }
}
