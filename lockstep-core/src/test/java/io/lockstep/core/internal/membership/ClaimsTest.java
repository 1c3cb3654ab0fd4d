package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.RequestVote;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which claims of one member others can deny; this is peer 1, and what is here of its inputs is 100. */
class ClaimsTest extends OneCut {

    private static final int LIAR = 3;
    private static final List<String> NO_LEAD = List.of("3 lied: LEAD_WITHOUT_VOTES");

    private void says(final int peer, final long term, final int supports, final long frame) {
        receive(peer, status().term(term).seat(supports).frame(peer, frame));
    }

    private void leads(final int peer, final long term, final long frame) {
        receive(peer, status().term(term).seat(peer).frame(peer, frame).leads(true));
    }

    private void evicts(final int by) {
        final EpochRecord without = without(1, 0b0010, 100);
        without.establish();
        assertTrue(receive(by, cut(without)));
    }

    /** A word of frame 105 may be older than the second copy, but not than the first. */
    @Test
    void shouldCountDenialsOfAnEvictionFromItsFirstCopyOn() {
        start(1, 0b1111);
        evicts(LIAR);
        host.received[1] = 110;
        evicts(LIAR);
        says(LIAR, 0, 0, 105);
        assertEquals(List.of("3 lied: ORDER_WITHOUT_AUTHORITY"), host.calls);
    }

    /** With our own tie-breaker the last one would be a quorum, but we know that we did not decide that. */
    @Test
    void shouldNameWhoIsLeftAloneByTheDenials() {
        start(1, 0b11110);
        evicts(4);
        says(2, 0, 1, 101);
        assertEquals(List.of(), host.calls);
        says(3, 0, 1, 101);
        assertEquals(List.of("4 lied: ORDER_WITHOUT_AUTHORITY"), host.calls);
    }

    @Test
    void shouldNameWhoLeadsTheFirstTermAndThenFollowsItsLeader() {
        start(1, 0b1111);
        leads(LIAR, 0, 100);
        says(LIAR, 0, 0, 101);
        assertEquals(NO_LEAD, host.calls);
    }

    @Test
    void shouldCountDenialsOfALeadFromItsFirstCopyOn() {
        start(1, 0b1111);
        leads(LIAR, 1, 100);
        host.received[1] = 110;
        leads(LIAR, 1, 100);
        says(LIAR, 0, LIAR, 105);
        assertEquals(NO_LEAD, host.calls);
    }

    @Test
    void shouldCountDenialsOfALeadInAnotherTermFromThatClaimOn() {
        start(1, 0b1111);
        leads(LIAR, 1, 100);
        host.received[1] = 110;
        leads(LIAR, 2, 100);
        says(LIAR, 0, LIAR, 105);
        assertEquals(List.of(), host.calls);
        says(LIAR, 0, LIAR, 111);
        assertEquals(NO_LEAD, host.calls);
    }

    /** It may have given its vote to the claimant in that term, and has forgotten to whom. */
    @Test
    void shouldNotDenyItselfALeadInATermThatItHasComeTo() {
        start(1, 0b11111);
        nowNs += 1_000 * MS;
        says(2, 0, 0, 100);
        membership.receive(2, new RequestVote().candidate(2).term(1), nowNs);
        assertEquals(2, membership.election().supports());
        leads(LIAR, 1, 100);
        says(0, 0, 0, 101);
        says(2, 0, 0, 101);
        says(4, 0, 0, 101);
        assertEquals(List.of(), host.calls);
    }

    /** Peer 4 of five is out; the next words are the first ones in this epoch. */
    private void nextEpoch() {
        start(1, 0b111111);
        assertTaken(without(1, 0b100000, 100), 0b100000);
        receive(2, status().established(true));
    }

    @Test
    void shouldNameWhoCameToATermInThisEpochAndLeadsItWithoutVotes() {
        nextEpoch();
        says(LIAR, 0, 0, 100);
        says(LIAR, 1, LIAR, 100);
        leads(LIAR, 1, 100);
        says(LIAR, 0, LIAR, 101);
        assertEquals(NO_LEAD, host.calls);
    }

    /** Members that are out may have elected it. */
    @Test
    void shouldNotNameWhoMayHaveBeenElectedBeforeThisEpoch() {
        nextEpoch();
        leads(LIAR, 1, 100);
        says(LIAR, 0, LIAR, 101);
        assertEquals(List.of(), host.calls);
    }

    @Test
    void shouldNotNameWhoWasInItsTermWhenItWasFirstHeardInThisEpoch() {
        nextEpoch();
        says(LIAR, 1, LIAR, 100);
        leads(LIAR, 1, 100);
        says(LIAR, 0, LIAR, 101);
        assertEquals(List.of(), host.calls);
    }

    /** Another member was heard in the term before, which says nothing of this one. */
    @Test
    void shouldNotNameWhoWasNotHeardInThisEpochBefore() {
        nextEpoch();
        says(0, 0, 0, 100);
        says(2, 0, 0, 100);
        says(4, 0, 0, 100);
        final MembershipMessage claim = status().term(1).seat(LIAR).frame(LIAR, 100).leads(true);
        membership.heardLeader(LIAR, 1, nowNs);
        receive(LIAR, claim.leads(false));
        says(LIAR, 0, LIAR, 101);
        assertEquals(List.of(), host.calls);
    }
}
