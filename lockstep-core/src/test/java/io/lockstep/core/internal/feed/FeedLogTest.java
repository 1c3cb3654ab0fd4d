package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.replay.RecordingFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** The log keeps what newcomers need, hands out what is old enough, and forgets the rest. */
class FeedLogTest {

    private static final int STATE_BYTES = 100;
    /** Bytes of a block with a state, and of one with twenty frames. */
    private static final int STATE = RecordingFormat.BLOCK_HEAD_BYTES + STATE_BYTES;
    private static final int FRAMES = RecordingFormat.BLOCK_HEAD_BYTES + RecordingFormat.FRAMES_HEAD_BYTES + 20;
    private static final long NOBODY = -1;

    private final FeedLog log = new FeedLog();
    private long nowNs = 100 * FeedLimits.SECOND;

    private void prepare(final FeedLog of) {
        of.header(Blocks.header(60, 7, 60));
    }

    /** A state and the frames behind it. */
    private void play(final FeedLog in, final long frame) {
        in.add(Blocks.state(frame, STATE_BYTES));
        in.add(Blocks.frames(frame, 20));
    }

    @Test
    void shouldKnowItsMatch() {
        prepare(log);
        assertTrue(log.isOf(7, 14));
        assertFalse(log.isOf(8, 14));
        assertFalse(log.isOf(7, 15));
    }

    @Test
    void shouldHandOutAtExactlyTheDelayCountedFromTheFirstLookAtABlock() {
        prepare(log);
        play(log, 0);
        log.release(nowNs, FeedLimits.SECOND);
        play(log, 20);
        log.release(nowNs + FeedLimits.SECOND - 1, FeedLimits.SECOND);
        assertEquals(0, log.end());
        assertEquals(FeedLog.NOWHERE, log.startOf(NOBODY));
        log.release(nowNs + FeedLimits.SECOND, FeedLimits.SECOND);
        assertEquals(STATE + FRAMES, log.end());
        assertEquals(0, log.startOf(NOBODY), "the newer state is delayed");
        log.holdNothing();
        log.release(nowNs + FeedLimits.SECOND, FeedLimits.SECOND);
        assertEquals(2 * (STATE + FRAMES), log.end());
        assertEquals(STATE + FRAMES, log.startOf(NOBODY));
    }

    @Test
    void shouldLetNewcomersBeginAtAStateAloneAndOthersWhereTheyAre() {
        play(log, 0);
        log.release(nowNs, 0);
        assertEquals(FeedLog.NOWHERE, log.startOf(NOBODY), "there is no header");
        prepare(log);
        play(log, 20);
        log.add(Blocks.frames(40, 20));
        log.release(nowNs, 0);
        assertEquals(0, log.startOf(0), "the state stands before the frames");
        assertEquals(STATE + FRAMES, log.startOf(20));
        assertEquals(2 * (STATE + FRAMES), log.startOf(40));
        assertEquals(log.end(), log.startOf(60));
        assertEquals(STATE + FRAMES, log.startOf(61));
        assertEquals(STATE + FRAMES, log.startOf(NOBODY));
        log.add(Blocks.frames(60, 20));
        log.add(Blocks.frames(80, 20));
        log.release(nowNs, FeedLimits.SECOND);
        assertEquals(STATE + FRAMES, log.startOf(80), "this frame is delayed");
    }

    @Test
    void shouldLetNobodyBeginAtFramesWithoutAState() {
        prepare(log);
        log.add(Blocks.frames(0, 20));
        log.release(nowNs, 0);
        assertEquals(FeedLog.NOWHERE, log.startOf(NOBODY));
        assertEquals(FeedLog.NOWHERE, log.startOf(0));
    }

    @Test
    void shouldForgetWhatIsOlderThanHalfAMinuteButNotTheNewestState() {
        prepare(log);
        play(log, 0);
        log.release(nowNs, 0);
        log.release(nowNs + FeedLimits.KEEP_NS + 1, 0);
        assertEquals(0, log.begin(), "there is no newer state");
        play(log, 20);
        log.add(Blocks.frames(40, 20));
        log.release(nowNs + FeedLimits.KEEP_NS, 0);
        assertEquals(0, log.begin());
        log.release(nowNs + FeedLimits.KEEP_NS + 1, FeedLimits.SECOND);
        assertEquals(STATE + FRAMES, log.begin());
        assertEquals(STATE + FRAMES, log.startOf(20));
        assertEquals(2 * (STATE + FRAMES), log.startOf(40));
        log.release(nowNs + 10 * FeedLimits.KEEP_NS, 0);
        assertEquals(STATE + FRAMES, log.begin(), "this state is the newest");
    }

    @Test
    void shouldForgetNoMoreOfTheDelayedThanItMust() {
        prepare(log);
        play(log, 0);
        log.release(nowNs, 0);
        log.add(Blocks.state(20, STATE_BYTES));
        log.release(nowNs + FeedLimits.KEEP_NS, 0);
        play(log, 40);
        log.release(nowNs + FeedLimits.KEEP_NS + 1, 2);
        assertEquals(STATE + FRAMES, log.begin());
        assertEquals(STATE + FRAMES + STATE, log.end());
        log.release(nowNs + FeedLimits.KEEP_NS + 2, 2);
        assertEquals(STATE + FRAMES + STATE, log.end());
        log.release(nowNs + FeedLimits.KEEP_NS + 3, 2);
        assertEquals(2 * (STATE + FRAMES) + STATE, log.end());
    }

    @Test
    void shouldMakeRoomForANewBlockByForgettingTheOldest() {
        final FeedLog small = new FeedLog(2 * (STATE + FRAMES));
        prepare(small);
        play(small, 0);
        play(small, 20);
        small.release(nowNs, 0);
        assertEquals(0, small.begin(), "they fit exactly");
        small.add(Blocks.frames(40, 20));
        assertEquals(STATE, small.begin());
        assertEquals(STATE + FRAMES, small.startOf(20));
        assertEquals(2 * (STATE + FRAMES), small.end(), "the newest is not handed out yet");
        small.release(nowNs, 0);
        assertEquals(2 * (STATE + FRAMES) + FRAMES, small.end());
        small.add(Blocks.state(60, 2 * (STATE + FRAMES) - RecordingFormat.BLOCK_HEAD_BYTES));
        assertEquals(2 * (STATE + FRAMES) + FRAMES, small.begin(), "the block takes all of the room");
        assertEquals(small.begin(), small.end());
        small.release(nowNs, 0);
        assertEquals(small.begin(), small.startOf(NOBODY));
    }

    @Test
    void shouldSayForHowLongThereHasBeenSomethingBehindAPlace() {
        prepare(log);
        assertEquals(0, log.lagNs(0, nowNs));
        for (int second = 0; second < 3; second++) {
            play(log, 20 * second);
            log.release(nowNs + second * FeedLimits.SECOND, 0);
        }
        nowNs += 10 * FeedLimits.SECOND;
        assertEquals(10 * FeedLimits.SECOND, log.lagNs(0, nowNs));
        assertEquals(10 * FeedLimits.SECOND, log.lagNs(-1, nowNs), "it has not even the first byte");
        assertEquals(10 * FeedLimits.SECOND, log.lagNs(STATE + FRAMES - 1, nowNs));
        assertEquals(9 * FeedLimits.SECOND, log.lagNs(STATE + FRAMES, nowNs));
        assertEquals(8 * FeedLimits.SECOND, log.lagNs(log.end() - 1, nowNs));
        assertEquals(0, log.lagNs(log.end(), nowNs));
        log.release(nowNs + FeedLimits.KEEP_NS - 9 * FeedLimits.SECOND, 0);
        assertEquals(STATE + FRAMES, log.begin());
        assertEquals(9 * FeedLimits.SECOND, log.lagNs(log.begin(), nowNs), "the oldest are forgotten");
        assertEquals(8 * FeedLimits.SECOND, log.lagNs(log.end() - 1, nowNs));
    }

    @Test
    void shouldCopyABlockFromWhereverItLay() {
        final ByteBuffer state = Blocks.state(0, STATE_BYTES);
        final ByteBuffer behind = ByteBuffer.allocate(STATE + 20).order(ByteOrder.LITTLE_ENDIAN).position(4).slice()
            .order(ByteOrder.LITTLE_ENDIAN).position(5).put(state.duplicate()).flip().position(5);
        log.add(behind);
        final byte[] copy = new byte[STATE + 1];
        log.copy(0, copy, 1, STATE);
        final byte[] expected = new byte[STATE + 1];
        state.get(expected, 1, STATE);
        assertArrayEquals(expected, copy);
    }
}
