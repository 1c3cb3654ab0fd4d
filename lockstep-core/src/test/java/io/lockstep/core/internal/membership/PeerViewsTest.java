package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import org.junit.jupiter.api.Test;

/** Tests what the newest statuses of all peers tell, seen from peer 1. */
class PeerViewsTest {

    private static final int LINE_UP = 0b1111;

    private final PeerViews views = new PeerViews();
    private final LocalState state = new LocalState(1);
    private final EpochRecord epoch = state.epoch();

    private void files(final int peer, final MembershipMessage status) {
        views.file(peer, status, state.nowNs());
    }

    private static MembershipMessage in(final long number, final long id) {
        return new MembershipMessage().reset(Kind.STATUS).epoch(number).epochId(id);
    }

    /** Three epochs after the first, of which the last two before it are not established. */
    private void comesToTheThird() {
        epoch.first(99, LINE_UP);
        next();
        epoch.establish();
        next();
        next();
        assertEquals(3, epoch.number());
        assertEquals(2, epoch.chainCount());
    }

    private void next() {
        final EpochRecord next = new EpochRecord();
        next.follow(epoch, epoch.ballot() + 1, LINE_UP, LINE_UP);
        next.conclude(false);
        epoch.copy(next);
    }

    @Test
    void shouldKnowInWhichPredecessorAPeerIs() {
        comesToTheThird();
        final int[] expected = {Voters.THIS_EPOCH, 1, 0, Voters.THIS_EPOCH, Voters.THIS_EPOCH};
        for (int number = 0; number < expected.length; number++) {
            files(2, in(number, 7));
            assertEquals(expected[number], views.predecessorOf(2, epoch), "epoch " + number);
        }
    }

    @Test
    void shouldCountAPeerInNoPredecessorThatWasNeverHeard() {
        epoch.first(99, LINE_UP);
        next();
        assertEquals(Voters.THIS_EPOCH, views.predecessorOf(2, epoch));
        assertTrue(views.isBehind(2, epoch));
    }

    @Test
    void shouldFindAPeerUpToDateInThisEpochOrInALaterOne() {
        comesToTheThird();
        files(2, in(2, 7));
        assertFalse(views.isUpToDate(2, epoch));
        files(2, in(3, 7));
        assertFalse(views.isUpToDate(2, epoch), "a branch");
        files(2, in(3, epoch.id()));
        assertTrue(views.isUpToDate(2, epoch));
        files(2, in(4, 7));
        assertTrue(views.isUpToDate(2, epoch));
    }

    @Test
    void shouldLearnOfALaterEpochFromAMemberThatItHasNotLost() {
        epoch.first(99, LINE_UP);
        files(5, in(1, 7));
        assertEquals(Membership.NOBODY, views.ahead(state), "no member");
        files(3, in(1, 7));
        files(2, in(0, epoch.id()));
        assertEquals(3, views.ahead(state));
        state.suspects(0b1000);
        assertEquals(Membership.NOBODY, views.ahead(state));
    }

    @Test
    void shouldKnowWhoSaysThatItLeadsATerm() {
        files(2, in(0, 7).term(3));
        files(3, in(0, 7).term(4).leads(true));
        assertEquals(Membership.NOBODY, views.leaderOf(3));
        assertEquals(3, views.leaderOf(4));
        files(2, in(0, 7).term(3).leads(true));
        assertEquals(2, views.leaderOf(3));
        assertEquals(Membership.NOBODY, views.leaderOf(5));
    }

    @Test
    void shouldKnowNoFrameOfAPeerThatNamesNone() {
        files(2, in(0, 7).frame(2, 50));
        assertEquals(50, views.frame(2));
        files(2, in(0, 7).frame(3, 50));
        assertEquals(0, views.frame(2));
    }
}
