package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.desync.HaltOrder;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.sync.ChecksumLog;
import org.junit.jupiter.api.Test;

/** Orders to end the match of three, of which peer 0 leads and peer 2 is this one. */
class HaltOrderTest {

    private static final int PEERS = 3;
    private static final int ALL = 0b111;
    private static final int INTERVAL = 10;
    private static final long NEXT = 40;
    private static final long SECOND_NS = 1_000_000_000L;

    private final ChecksumLog checksums = new ChecksumLog(INTERVAL, PEERS);
    private final EventQueue events = new EventQueue();
    private final HaltOrder order =
        new HaltOrder(new SessionConfig().players(PEERS).localPlayer(2).unchecked(), checksums, events);

    private boolean ends(final long nowNs) {
        return order.tick(ALL, 0, NEXT, nowNs);
    }

    /** The word of the others about their states comes a second after the order, as it did for the one before. */
    @Test
    void shouldWaitAsLongForWhatTheNextOrderIsAbout() {
        order.ordered(1, SECOND_NS);
        assertFalse(ends(SECOND_NS));
        assertFalse(ends(3 * SECOND_NS));
        assertFalse(order.isOpen(), "nothing shows");
        assertEquals(SessionEvent.Type.PEER_LIED, events.poll().type());
        order.ordered(0, 20 * SECOND_NS);
        assertFalse(ends(20 * SECOND_NS));
        assertTrue(order.isOpen());
        final long check = checksums.checkFrameFrom(NEXT - INTERVAL);
        checksums.record(check, 1);
        checksums.record(0, check, 1);
        checksums.record(1, check, 2);
        assertTrue(ends(21 * SECOND_NS));
    }
}
