package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.Message;
import org.junit.jupiter.api.Test;

/** Tests what the election has to say, in its order. */
class BallotQueueTest {

    private final BallotQueue queue = new BallotQueue();

    @Test
    void shouldKeepWhatIsToBeSaidInItsOrder() {
        queue.requestVote(1, 7, true);
        queue.requestVote(2, 8, false);
        queue.voteResponse(3, 9, false, true);
        queue.transferLeadership(4, 10);
        assertEquals(4, queue.size());
        assertTrue(queue.isPreVote(0));
        assertFalse(queue.isPreVote(1));
        assertFalse(queue.isGranted(1));
        assertTrue(queue.isGranted(2));
        assertEquals(BallotQueue.Kind.TRANSFER, queue.kind(3));
        assertEquals(4, queue.to(3));
        assertEquals(10, queue.term(3));
        queue.clear();
        assertEquals(0, queue.size());
    }

    @Test
    void shouldLoseWhatDoesNotFit() {
        final int capacity = 4 * Message.MAX_PLAYERS;
        for (int i = 0; i < capacity + 2; i++) {
            queue.transferLeadership(0, i);
        }
        assertEquals(capacity, queue.size());
        assertEquals(capacity - 1, queue.term(capacity - 1));
    }
}
