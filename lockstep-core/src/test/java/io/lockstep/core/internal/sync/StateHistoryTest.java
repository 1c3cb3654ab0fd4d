package io.lockstep.core.internal.sync;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.sync.FirstDifference;
import io.lockstep.core.sync.KeptState;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateHistoryTest {

    private static final int INTERVAL = 30;
    private static final int SPAN = 100;

    private final ChecksumWriter walk = new ChecksumWriter();

    private void record(final StateHistory history, final long frame, final int bytes) {
        walk.reset(history.bufferFor(frame));
        walk.section("head");
        walk.writeLong("frame", frame);
        walk.section("body");
        walk.writeBytes("bytes", new byte[bytes], 0, bytes);
        walk.checksum();
        history.record(frame, walk, (int) frame * 7, false);
    }

    private StateHistory filled(final int budget, final int bytes, final long frames) {
        final StateHistory history = new StateHistory(INTERVAL, SPAN, budget);
        for (long frame = -1; frame < frames; frame++) {
            record(history, frame, bytes);
        }
        return history;
    }

    @Test
    void shouldKeepEveryStateOfASmallGameAsLongAsADifferenceMayTake() {
        final StateHistory history = filled(1 << 20, 100, 1000);
        assertEquals(1, history.stateStride());
        for (long frame = 900; frame < 1000; frame++) {
            assertTrue(history.hasState(frame), "frame " + frame);
            final KeptState state = history.state(frame, history.checksum(frame));
            assertEquals(108, state.bytes().length);
            assertEquals((byte) frame, state.bytes()[0]);
            assertArrayEquals(new int[] {8, 108}, state.sectionEnds());
        }
        assertFalse(history.hasState(899));
        assertFalse(history.hasState(1000));
        assertNull(history.state(899, history.checksum(899)));
    }

    @Test
    void shouldKeepChecksumsAndHashesOfTheNewestFrames() {
        final StateHistory history = filled(0, 100, 1000);
        assertFalse(history.has(743));
        for (long frame = 744; frame < 1000; frame++) {
            assertTrue(history.has(frame));
            assertEquals((int) frame * 7, history.inputHash(frame));
            assertEquals(2, history.sections(frame));
            assertEquals(history.sum(frame, 1), history.checksum(frame));
            assertFalse(history.hasState(frame));
        }
        assertEquals(0, history.stateStride());
        assertEquals(0, history.allocatedBytes());
    }

    /** The check frames are always among those kept. */
    @ParameterizedTest
    @CsvSource({"1000, 1", "5000, 1", "20000, 3", "50000, 6", "100000, 15", "200000, 30", "400000, 30", "600000, 0",
        "1000000, 0"})
    void shouldKeepFewerStatesOfALargerGameWithinItsBudget(final int bytes, final int stride) {
        final int budget = 1_100_000;
        final StateHistory history = filled(budget, bytes, 400);
        assertEquals(stride, history.stateStride());
        assertTrue(history.allocatedBytes() <= budget, history.allocatedBytes() + " bytes");
        assertEquals(stride > 0, history.hasState(389));
        int kept = 0;
        for (long frame = 300; frame < 400; frame++) {
            kept += history.hasState(frame) ? 1 : 0;
        }
        assertTrue(stride == 0 ? kept == 0 : kept >= Math.min(2, 100 / stride), kept + " states");
    }

    @Test
    void shouldGoOnWhenTheStateGrows() {
        final StateHistory history = new StateHistory(INTERVAL, SPAN, 1 << 20);
        for (int frame = 0; frame < 2000; frame++) {
            record(history, frame, frame * 20);
        }
        assertTrue(history.stateStride() > 1);
        assertTrue(history.hasState(1979));
        assertEquals(1979 * 20 + 8, history.state(1979, history.checksum(1979)).bytes().length);
        assertTrue(history.allocatedBytes() <= 1 << 20);
    }

    @Test
    void shouldNotReplaceStatesThatAreHeld() {
        final StateHistory history = filled(1 << 20, 100, 100);
        history.hold(40, 59);
        for (long frame = 100; frame < 200; frame++) {
            record(history, frame, 100);
        }
        assertTrue(history.hasState(40));
        assertTrue(history.hasState(59));
        assertTrue(history.hasState(140));
        assertFalse(history.hasState(39));
        assertTrue(history.hasState(139));
        history.release();
        assertFalse(history.hasState(40));
        assertTrue(history.hasState(140));
        for (long frame = 200; frame < 260; frame++) {
            record(history, frame, 100);
        }
        assertTrue(history.hasState(240));
        assertFalse(history.hasState(40));
    }

    @Test
    void shouldTellAHeldStateFromTheOneThatWasLoadedSince() {
        final StateHistory history = filled(1 << 20, 100, 100);
        final int before = history.checksum(50);
        history.hold(40, 59);
        record(history, 50, 99);
        assertEquals(108, history.state(50, before).bytes().length);
        assertEquals(107, history.state(50, history.checksum(50)).bytes().length);
        history.release();
        assertNull(history.state(50, before));
        assertTrue(history.hasState(50));
    }

    @Test
    void shouldHoldStatesLongerThanChecksums() {
        final StateHistory history = filled(1 << 20, 100, 100);
        final int before = history.checksum(40);
        history.hold(40, 59);
        for (long frame = 100; frame < 400; frame++) {
            record(history, frame, 99);
        }
        assertFalse(history.has(40));
        assertEquals(108, history.state(40, before).bytes().length);
        assertArrayEquals(new int[] {8, 108}, history.state(40, before).sectionEnds());
    }

    @Test
    void shouldHoldNoMoreThanTheBudgetOnceMore() {
        final StateHistory history = filled(1 << 16, 1000, 100);
        for (long frame = 100; frame < 1000; frame++) {
            history.hold(frame - 30, frame);
            record(history, frame, 1000);
            assertTrue(history.allocatedBytes() <= 2 << 16, "frame " + frame);
        }
    }

    @Test
    void shouldHoldAsMuchAgainAfterARelease() {
        final StateHistory history = filled(1 << 16, 1000, 100);
        final int before = history.allocatedBytes();
        history.hold(0, 99);
        final int held = history.allocatedBytes() - before;
        assertTrue(held > 0 && 2 * held > 1 << 16, held + " bytes");
        history.release();
        assertEquals(before, history.allocatedBytes());
        history.hold(0, 99);
        assertEquals(held, history.allocatedBytes() - before);
    }

    @Test
    void shouldKeepTheStateOfFramesInWhichTheGameStoodStill() {
        final StateHistory history = filled(1 << 20, 100, 100);
        final int checksum = history.checksum(99);
        for (long frame = 100; frame < 400; frame++) {
            walk.reset(history.bufferFor(frame));
            walk.section("head");
            walk.writeLong("frame", 99);
            walk.section("body");
            walk.writeBytes("bytes", new byte[100], 0, 100);
            walk.checksum();
            history.record(frame, walk, 5, true);
            assertTrue(history.isPaused(frame));
            assertEquals(checksum, history.checksum(frame));
            assertEquals(99, history.state(frame, checksum).bytes()[0], "frame " + frame);
        }
        assertTrue(HistoryExtract.of(history, 380, 399).hasState(390));
    }

    @Test
    void shouldTravelAndComeBackTheSame() {
        final StateHistory history = filled(1 << 20, 100, 300);
        final HistoryExtract sent = HistoryExtract.of(history, 250, 289);
        final HistoryExtract received = HistoryExtract.read(sent.write());
        assertEquals(250, received.first());
        assertEquals(289, received.last());
        for (long frame = 250; frame < 290; frame++) {
            assertEquals(history.checksum(frame), received.checksum(frame));
            assertEquals(history.sum(frame, 0), received.sum(frame, 0));
            assertEquals(history.inputHash(frame), received.inputHash(frame));
            assertEquals(history.hasState(frame), received.hasState(frame));
            assertFalse(received.isPaused(frame));
        }
        assertEquals(44, HistoryExtract.of(history, -1, 299).first(), "no more than is kept");
        assertTrue(HistoryExtract.of(history, -1, 299).write().length <= HistoryExtract.MAX_BYTES);
    }

    @Test
    void shouldFindTheFirstDifferenceBehindTheFrameAgreedOn() {
        final StateHistory other = new StateHistory(INTERVAL, SPAN, 1 << 20);
        for (long frame = -1; frame < 300; frame++) {
            record(other, frame, frame == 255 || frame >= 280 ? 101 : 100);
        }
        final HistoryExtract ours = HistoryExtract.of(filled(1 << 20, 100, 300), 250, 299);
        final HistoryExtract theirs = HistoryExtract.of(other, 250, 299);
        assertEquals(255, HistoryExtract.compare(ours, theirs, FirstDifference.NONE, -1).frame());
        assertEquals(280, HistoryExtract.compare(ours, theirs, 269, -1).frame());
    }

    @Test
    void shouldRefuseAnExtractThatIsMalformed() {
        final byte[] good = HistoryExtract.of(filled(0, 10, 60), 30, 59).write();
        for (int length = 0; length < good.length; length++) {
            assertNull(HistoryExtract.read(Arrays.copyOf(good, length)), length + " bytes");
        }
        assertNull(HistoryExtract.read(Arrays.copyOf(good, good.length + 1)));
        for (int at = 0; at < good.length; at++) {
            final byte[] bad = good.clone();
            bad[at] ^= (byte) 0x80;
            final HistoryExtract read = HistoryExtract.read(bad);
            assertTrue(read == null || read.last() >= read.first(), "byte " + at);
        }
    }

    @Test
    void shouldRefuseImpossibleSizes() {
        assertThrows(IllegalArgumentException.class, () -> new StateHistory(0, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new StateHistory(1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new StateHistory(1, 1, -1));
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldKeepTheNewestStatesFromAnyFrame(final long start) {
        final StateHistory history = new StateHistory(INTERVAL, SPAN, 1 << 20);
        for (long frame = start; frame < start + 400; frame++) {
            record(history, frame, 100);
            assertTrue(history.has(frame) && history.hasState(frame), "frame " + frame);
            assertFalse(history.has(frame + 1), "frame " + frame);
            assertEquals((int) frame * 7, history.inputHash(frame));
        }
        for (long frame = start + 300; frame < start + 400; frame++) {
            final KeptState state = history.state(frame, history.checksum(frame));
            assertEquals(frame, ByteBuffer.wrap(state.bytes()).order(ByteOrder.LITTLE_ENDIAN).getLong());
        }
        assertFalse(history.hasState(start + 299));
        assertFalse(history.has(start + 400 - StateHistory.FRAMES - 1));
        assertFalse(history.has((start + 399 & 0xFFFF_FFFFL) + (1L << 33)), "the same lower bits");
    }
}
