package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose packets are taken next. */
class TurnsTest {

    private static final int NOBODY = -1;

    private final Turns turns = new Turns(3);
    private final int[] waiting = new int[3];

    /** What a socket does: who has something is found out when nobody is left, and who has nothing more is passed. */
    private List<Integer> take(final int packets) {
        final List<Integer> from = new ArrayList<>();
        while (from.size() < packets) {
            final int channel = turns.next();
            if (channel == NOBODY) {
                if (look() == 0) {
                    turns.end();
                    return from;
                }
            } else if (waiting[channel] > 0) {
                waiting[channel]--;
                from.add(channel);
            } else {
                turns.pass();
            }
        }
        return from;
    }

    private int look() {
        int found = 0;
        for (int channel = 0; channel < waiting.length; channel++) {
            if (waiting[channel] > 0) {
                turns.add(channel);
                found++;
            }
        }
        return found;
    }

    @Test
    void shouldHaveNobodyAtFirst() {
        assertTrue(turns.isOver());
        assertEquals(NOBODY, turns.next());
    }

    @Test
    void shouldTakeOneOfEachFirst() {
        waiting[0] = 3;
        waiting[1] = 1;
        waiting[2] = 2;
        assertEquals(List.of(0, 1, 2, 0, 0, 2), take(100));
    }

    @Test
    void shouldTakeOneOfEachFirstEachTime() {
        for (int poll = 0; poll < 3; poll++) {
            waiting[0] = 2;
            waiting[2] = 1;
            assertEquals(List.of(0, 2, 0), take(100));
        }
    }

    @Test
    void shouldLetNobodyTakeMoreThanABurstWhileOthersWait() {
        waiting[0] = 1000;
        waiting[1] = 3;
        final List<Integer> taken = take(1 + 1 + Turns.MAX_RUN + 2);
        assertEquals(3, taken.stream().filter(channel -> channel == 1).count());
        assertEquals(0, waiting[1]);
    }

    @Test
    void shouldTakeABurstOfOneThatIsAloneAndThenAskAgain() {
        waiting[1] = 1000;
        assertEquals(Collections.nCopies(Turns.MAX_RUN, 1), take(Turns.MAX_RUN));
        waiting[0] = 1;
        assertEquals(NOBODY, turns.next());
        assertEquals(List.of(0), take(1));
    }

    @Test
    void shouldGoOnWhereItWasLeft() {
        waiting[0] = 1;
        waiting[1] = 1;
        assertEquals(List.of(0), take(1));
        assertFalse(turns.isOver());
        assertEquals(List.of(1), take(1));
    }
}
