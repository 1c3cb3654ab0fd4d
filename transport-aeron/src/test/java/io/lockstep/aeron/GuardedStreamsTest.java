package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import org.junit.jupiter.api.Test;

/** What both ends of a stream remember, without a driver. */
class GuardedStreamsTest {

    private static final int FIRST = 11;
    private static final int SECOND = 22;
    private static final int THIRD = 33;

    private final IncomingStream incoming = new IncomingStream(1, Lane.CONTROL);
    private final OutgoingStream outgoing = new OutgoingStream(1, Lane.CONTROL);

    @Test
    void shouldAskEachNewSessionForAnotherAnswer() {
        final int first = incoming.challenge(FIRST);
        incoming.admit(FIRST, 1, 0, 0);

        assertEquals(first, incoming.challenge(FIRST), "until another comes");
        assertNotEquals(first, incoming.challenge(SECOND));
        incoming.admit(SECOND, 1, 0, 0);
        assertNotEquals(first, incoming.challenge(FIRST), "what it has answered is of the past");
    }

    @Test
    void shouldLetInASetupOfThePresentSessionOnce() {
        assertTrue(incoming.isNew(FIRST, 7));
        incoming.admit(FIRST, 7, 0, 0);

        assertFalse(incoming.isNew(FIRST, 7));
        assertFalse(incoming.isNew(FIRST, 6));
        assertTrue(incoming.isNew(FIRST, 8));
    }

    @Test
    void shouldNeverGoBackToTheSessionBefore() {
        incoming.admit(FIRST, 7, 0, 0);
        incoming.admit(SECOND, 1, 0, 0);

        assertTrue(incoming.knows(FIRST));
        assertTrue(incoming.knows(SECOND));
        assertFalse(incoming.isNew(FIRST, 8));
    }

    @Test
    void shouldLeaveTheOldestBehindWhereItGotTo() {
        incoming.admit(FIRST, 1, 5, 64);
        assertNull(incoming.leftBehindBy(SECOND));
        incoming.admit(SECOND, 1, 0, 0);
        incoming.reach(FIRST, 6, 0);
        incoming.reach(FIRST, 5, 128);

        final IncomingStream.Admitted oldest = incoming.leftBehindBy(THIRD);

        assertNull(incoming.leftBehindBy(SECOND));
        assertEquals(FIRST, oldest.session());
        assertEquals(6, oldest.term());
        assertEquals(0, oldest.termOffset());
        incoming.admit(THIRD, 1, 0, 0);
        assertFalse(incoming.knows(FIRST));
    }

    @Test
    void shouldTakeOneAnswerToEachSetupThatWasSent() {
        assertFalse(outgoing.isAnswer(1));
        final long first = outgoing.nextSetup();
        final long second = outgoing.nextSetup();
        assertTrue(outgoing.isAnswer(first));
        outgoing.answered(second, 99);

        assertFalse(outgoing.isAnswer(first));
        assertFalse(outgoing.isAnswer(second));
        assertFalse(outgoing.isAnswer(second + 1));
    }

    @Test
    void shouldListenToTheEndpointThatAnsweredLastAlone() {
        assertFalse(outgoing.isNew(0, 1), "nobody has answered");
        outgoing.answered(outgoing.nextSetup(), 99);
        assertFalse(outgoing.isReadBy(99));
        assertTrue(outgoing.isNew(99, 1));
        outgoing.mark(1);
        assertTrue(outgoing.isReadBy(99));
        assertFalse(outgoing.isNew(99, 1));

        outgoing.answered(outgoing.nextSetup(), 100);

        assertFalse(outgoing.isNew(99, 2));
        assertFalse(outgoing.isReadBy(100));
        assertTrue(outgoing.isNew(100, 1));
    }
}
