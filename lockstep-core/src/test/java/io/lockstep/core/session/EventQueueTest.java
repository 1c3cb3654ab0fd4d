package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.membership.Lie;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events come out in their order, and too many lose the oldest. */
class EventQueueTest {

    private final EventQueue queue = new EventQueue();

    @Test
    void shouldGiveEventsInTheirOrderWithEverythingInThem() {
        assertNull(queue.poll());
        queue.desync(3, 59, 0xABCDEF01, 7, true);
        queue.disagreement(2, 60, 5);
        queue.tell(SessionEvent.Type.ENDED, -1, 61);
        final SessionEvent event = queue.poll();
        assertEquals("DESYNC frame=59 peer=3 local=abcdef01 remote=7", event.toString());
        assertEquals(-1, event.player());
        assertSame(event, queue.poll(), "the object is reused");
        assertEquals("INPUT_DISAGREEMENT frame=60 peer=2 player=5", event.toString());
        assertEquals(0, event.localChecksum());
        assertEquals("ENDED frame=61", queue.poll().toString());
        assertNull(queue.poll());
    }

    @Test
    void shouldNameLiarOnceForEachKindOfLie() {
        for (int i = 0; i < 2 * EventQueue.CAPACITY; i++) {
            queue.lied(31, i, Lie.LEAD_WITHOUT_VOTES);
            queue.lied(0, i, Lie.LEAD_WITHOUT_VOTES);
            queue.lied(31, i, Lie.FALSE_STATE);
        }
        final SessionEvent event = queue.poll();
        assertEquals("PEER_LIED frame=0 peer=31 LEAD_WITHOUT_VOTES", event.toString());
        assertEquals(Lie.LEAD_WITHOUT_VOTES, event.lie());
        assertEquals("PEER_LIED frame=0 peer=0 LEAD_WITHOUT_VOTES", queue.poll().toString());
        assertEquals("PEER_LIED frame=0 peer=31 FALSE_STATE", queue.poll().toString());
        queue.tell(SessionEvent.Type.ENDED, -1, 61);
        assertNull(queue.poll().lie());
        assertNull(queue.poll());
    }

    @Test
    void shouldLoseTheOldestWhenFull() {
        for (int i = 0; i < EventQueue.CAPACITY + 10; i++) {
            queue.tell(SessionEvent.Type.PEER_LEFT, i % 32, i);
        }
        assertEquals(10, queue.dropped());
        assertEquals("EVENTS_LOST frame=10 count=10", queue.poll().toString());
        for (int i = 10; i < EventQueue.CAPACITY + 10; i++) {
            assertEquals(i, queue.poll().frame());
        }
        assertNull(queue.poll());
    }

    @Test
    void shouldTellOfEachLostEventOnce() {
        for (int lost = 3; lost > 0; lost--) {
            for (int i = 0; i < EventQueue.CAPACITY + lost; i++) {
                queue.tell(SessionEvent.Type.PEER_LEFT, 1, i);
            }
            assertEquals("EVENTS_LOST frame=" + lost + " count=" + lost, queue.poll().toString());
            for (int i = 0; i < EventQueue.CAPACITY; i++) {
                assertSame(SessionEvent.Type.PEER_LEFT, queue.poll().type());
            }
            assertNull(queue.poll());
        }
        assertEquals(3 + 2 + 1, queue.dropped());
    }

    @Test
    void shouldTellEachNewDifferenceThoughMostCheckFramesDiffer() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < EventQueue.CAPACITY; i++) {
                queue.desync(0, i, 1, 2, i == 0);
                queue.desync(31, i, 1, 2, i == 0 || i == 40);
            }
            int told = 0;
            final List<String> begun = new ArrayList<>();
            for (SessionEvent event = queue.poll(); event != null; event = queue.poll()) {
                told++;
                if (event.frame() == 0 || event.frame() == 40) {
                    begun.add(event.peer() + ":" + event.frame());
                }
            }
            assertEquals(List.of("0:0", "31:0", "31:40"), begun);
            assertEquals(EventQueue.MOST_DESYNCS + 1, told, "the new one came beside those that go on");
            assertEquals(0, queue.dropped());
        }
    }

    @Test
    void shouldLoseNothingToWhoGivesManyFramesTwoInputs() {
        for (int round = 0; round < 2; round++) {
            queue.lied(3, round, round == 0 ? Lie.FALSE_RELAY : Lie.FALSE_STATE);
            for (int i = 0; i < 4 * EventQueue.CAPACITY; i++) {
                queue.disagreement(3, i, 3);
            }
            assertSame(SessionEvent.Type.PEER_LIED, queue.poll().type());
            for (int i = 0; i < EventQueue.MOST_DISAGREEMENTS; i++) {
                assertEquals("INPUT_DISAGREEMENT frame=" + i + " peer=3 player=3", queue.poll().toString());
            }
            assertNull(queue.poll());
        }
        assertEquals(0, queue.dropped());
    }

    @Test
    void shouldTellOfDisagreementsAgainWhenOthersHavePushedThemOut() {
        for (int i = 0; i < EventQueue.MOST_DISAGREEMENTS; i++) {
            queue.disagreement(3, i, 3);
        }
        for (int i = 0; i < EventQueue.CAPACITY; i++) {
            queue.tell(SessionEvent.Type.PEER_LEFT, 1, i);
        }
        queue.disagreement(3, 99, 3);
        assertSame(SessionEvent.Type.EVENTS_LOST, queue.poll().type());
        SessionEvent last = queue.poll();
        for (int i = 1; i < EventQueue.CAPACITY; i++) {
            last = queue.poll();
        }
        assertEquals("INPUT_DISAGREEMENT frame=99 peer=3 player=3", last.toString());
        assertNull(queue.poll());
    }

    @Test
    void shouldNotChangeAnEventThatIsHandedOutWhenOthersAreAdded() {
        queue.tell(SessionEvent.Type.STARTED, -1, 5);
        final SessionEvent event = queue.poll();
        for (int i = 0; i < 2 * EventQueue.CAPACITY; i++) {
            queue.tell(SessionEvent.Type.PEER_LEFT, 1, i);
        }
        assertEquals("STARTED frame=5", event.toString());
    }
}
