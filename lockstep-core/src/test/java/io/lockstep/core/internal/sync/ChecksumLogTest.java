package io.lockstep.core.internal.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Check frames are the last of each interval, and the ring never takes one frame's checksum for another's. */
class ChecksumLogTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 30, 127, 128})
    void shouldFindTheFirstCheckFrameFromAnyFrame(final int interval) {
        final ChecksumLog log = new ChecksumLog(interval, 2);
        for (final long start : new long[] {0, 65_500, (1L << 24) - 40, (1L << 31) - 10, (1L << 32) - 10, 1L << 50}) {
            for (long frame = start; frame < start + 300; frame++) {
                long expected = frame;
                while ((expected + 1) % interval != 0) {
                    expected++;
                }
                assertEquals(expected, log.checkFrameFrom(frame), "from " + frame);
                assertEquals(expected == frame, log.isCheckFrame(frame), "frame " + frame);
            }
        }
    }

    @Test
    void shouldCheckEveryFrameAtIntervalOneAndEvery128thAtThat() {
        assertTrue(new ChecksumLog(1, 1).isCheckFrame(0));
        assertEquals(0, new ChecksumLog(1, 1).checkFrameFrom(0));
        assertFalse(new ChecksumLog(128, 1).isCheckFrame(0));
        assertTrue(new ChecksumLog(128, 1).isCheckFrame(127));
        assertEquals(255, new ChecksumLog(128, 1).checkFrameFrom(128));
    }

    @Test
    void shouldHoldNothingAtFirst() {
        final ChecksumLog log = new ChecksumLog(30, 3);
        for (long frame = 0; frame < 600; frame++) {
            assertFalse(log.has(frame));
            assertFalse(log.has(2, frame));
        }
    }

    @Test
    void shouldKeepTheNewestFramesAndForgetTheOlder() {
        final ChecksumLog log = new ChecksumLog(1, 2);
        for (long frame = (1L << 32) - 300; frame < (1L << 32) + 300; frame++) {
            log.record(frame, (int) frame * 31);
            assertTrue(log.has(frame));
            assertFalse(log.has(frame + 1));
            assertFalse(log.has(frame - ChecksumLog.FRAMES));
            assertEquals((int) frame * 31, log.checksum(frame));
        }
        for (long frame = (1L << 32) + 300 - ChecksumLog.FRAMES; frame < (1L << 32) + 300; frame++) {
            assertTrue(log.has(frame));
            assertEquals((int) frame * 31, log.checksum(frame));
        }
    }

    @Test
    void shouldKeepThePeersApartAndTheirFirstWord() {
        final ChecksumLog log = new ChecksumLog(30, 32);
        assertTrue(log.record(0, 29, 5));
        assertTrue(log.record(31, 29, 6));
        assertFalse(log.record(0, 29, 7));
        assertEquals(5, log.checksumOf(0, 29));
        assertEquals(6, log.checksumOf(31, 29));
        assertFalse(log.has(1, 29));
        assertFalse(log.has(29));
        assertFalse(log.has(0, 29 + ChecksumLog.FRAMES));
    }
}
