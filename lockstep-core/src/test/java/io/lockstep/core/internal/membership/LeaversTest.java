package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which goodbyes count in which epochs of a line. */
class LeaversTest {

    private static final int LINE_UP = 0b1111;

    private final Leavers leavers = new Leavers();
    private final EpochRecord epoch = new EpochRecord();

    @BeforeEach
    void begin() {
        epoch.first(99, LINE_UP);
        leavers.begin(epoch);
    }

    private EpochRecord next(final int members) {
        final EpochRecord next = new EpochRecord();
        next.follow(epoch, epoch.ballot() + 1, members, LINE_UP);
        next.conclude(false);
        return next;
    }

    /** Another epoch holds here that follows the one before. */
    private long move(final int members) {
        final EpochRecord next = next(members);
        leavers.move(epoch, true, next);
        epoch.copy(next);
        return next.id();
    }

    @Test
    void shouldCountAGoodbyeOnce() {
        assertTrue(leavers.left(2, epoch.id()));
        assertFalse(leavers.left(2, epoch.id()));
        assertEquals(0b0100, leavers.gone());
    }

    @Test
    void shouldCountNoGoodbyeOfAnEpochThatNeverHeldHere() {
        assertFalse(leavers.left(2, 0));
        assertFalse(leavers.left(2, epoch.id() + 1));
        assertEquals(0, leavers.gone());
    }

    @Test
    void shouldKnowTheLastFourEpochs() {
        final long first = epoch.id();
        final long second = move(LINE_UP);
        move(LINE_UP);
        move(LINE_UP);
        final long last = move(LINE_UP);
        assertFalse(leavers.left(1, first));
        assertFalse(leavers.left(1, 0));
        assertTrue(leavers.left(1, second));
        assertTrue(leavers.left(2, last));
        assertEquals(0b0110, leavers.gone());
    }

    @Test
    void shouldCountAGoodbyeInItsEpochAndInThoseAfterIt() {
        move(LINE_UP);
        assertTrue(leavers.left(2, epoch.id()));
        move(LINE_UP);
        move(LINE_UP);
        assertEquals(3, epoch.chainCount());
        assertEquals(0b0100, leavers.goneIn(0));
        assertEquals(0b0100, leavers.goneIn(1));
        assertEquals(0, leavers.goneIn(2), "what it decided there may live on with others");
    }

    /** The fourth link is the last. */
    @Test
    void shouldCountAGoodbyeOfTheFirstEpochInAllThatFollow() {
        assertTrue(leavers.left(3, epoch.id()));
        for (int count = 1; count <= EpochRecord.MAX_CHAIN; count++) {
            move(LINE_UP);
            for (int link = 0; link < count; link++) {
                assertEquals(0b1000, leavers.goneIn(link), "link " + link + " of " + count);
            }
        }
    }

    /** This peer has missed an epoch: what it knows of the one that it was in says nothing of those between. */
    @Test
    void shouldCountNoGoodbyeInPredecessorsThatNeverHeldHere() {
        assertTrue(leavers.left(3, epoch.id()));
        final EpochRecord before = new EpochRecord();
        before.copy(epoch);
        epoch.copy(next(LINE_UP));
        final EpochRecord second = next(LINE_UP);
        leavers.move(before, true, second);
        assertEquals(0, leavers.goneIn(0));
        assertEquals(0, leavers.goneIn(1));
        assertEquals(0b1000, leavers.gone());
    }

    @Test
    void shouldCountNoGoodbyeInPredecessorsOfTheEpochThatTookItIn() {
        assertTrue(leavers.left(3, epoch.id()));
        leavers.move(epoch, false, next(LINE_UP));
        assertEquals(0, leavers.goneIn(0));
    }

    @Test
    void shouldForgetTheGoodbyeOfWhomAnEpochTakesInAgain() {
        assertTrue(leavers.left(3, epoch.id()));
        assertTrue(leavers.left(2, epoch.id()));
        move(0b0111);
        assertEquals(0b1100, leavers.gone());
        move(LINE_UP);
        assertEquals(0b0100, leavers.gone());
    }
}
