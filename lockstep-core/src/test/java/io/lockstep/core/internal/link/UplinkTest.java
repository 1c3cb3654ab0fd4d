package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class UplinkTest {

    private static final long MS = 1_000_000L;
    private static final int FRAME = 250;
    /** Rate of new frames, in bytes a second: one each four milliseconds. */
    private static final int FRAMES_PER_S = 250 * FRAME;

    private final Uplink uplink = new Uplink();
    private long nowNs;

    private void pass(final int ms, final boolean slow) {
        for (int i = 0; i < ms; i++) {
            nowNs += MS;
            uplink.look(1, slow ? 1 : 0, nowNs);
        }
    }

    /** Sends as many repeats as allowed, each millisecond, and new frames besides; returns the bytes of repeats. */
    private long repeat(final int ms, final boolean stalled) {
        long bytes = 0;
        for (int i = 0; i < ms; i++) {
            pass(1, false);
            if (!stalled && i % 4 == 0) {
                uplink.sentNew(FRAME, FRAMES_PER_S);
            }
            for (; uplink.mayRepeat(); bytes += FRAME) {
                uplink.sentExtra(FRAME);
            }
            uplink.sentNew(0, 0);
        }
        return bytes;
    }

    private void beginWithAQueue() {
        uplink.sentNew(FRAME, FRAMES_PER_S);
        pass(10, true);
        pass(1, false);
    }

    @Test
    void shouldLimitRepeatsAfterAQueue() {
        uplink.look(1, 0, nowNs);
        assertFalse(uplink.hasQueued());
        beginWithAQueue();
        assertTrue(uplink.hasQueued());
        repeat(500, false);
        assertEquals(16 << 10, repeat(1000, false), 2000);
    }

    @Test
    void shouldLetRepeatsTakeThePlaceOfNewFramesInAStall() {
        beginWithAQueue();
        repeat(500, false);
        assertEquals(FRAMES_PER_S + (16 << 10), repeat(1000, true), 2000);
    }

    @Test
    void shouldNotShareDatagramsThatAreLarge() {
        assertFalse(isCrowdedBy(300));
        assertTrue(isCrowdedBy(60));
    }

    private static boolean isCrowdedBy(final int bytes) {
        final Uplink line = new Uplink();
        for (int ms = 0; ms < 2500; ms++) {
            line.look(1, ms > 2000 ? 1 : 0, ms * MS);
            for (int sent = 0; sent < 100; sent += bytes) {
                line.sent(bytes);
            }
        }
        return line.isCrowded();
    }

    @Test
    void shouldCarryForOthersAfterAQueueOnlyWhatRepeatsLeave() {
        assertTrue(uplink.mayCarry());
        beginWithAQueue();
        while (uplink.mayRepeat()) {
            uplink.sentExtra(FRAME);
        }
        assertFalse(uplink.mayCarry());
        pass(3000, false);
        assertTrue(uplink.mayCarry(), "each window repeats everything again");
    }
}
