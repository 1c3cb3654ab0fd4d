package io.lockstep.core.internal.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.transfer.FrameStreamWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class FrameBlockTest {

    private static final int INPUT_BYTES = 64;
    private static final int LONGEST_EVENT = 255;
    private static final int BLOCK_FRAMES = 100;
    private static final int INTERVAL = 10;
    /** Behind the length of the frames and the number of notes. */
    private static final int AT_EPOCH = 8;
    private static final int AT_MEMBERS = 12;

    private final FrameBlock block = block(1, BLOCK_FRAMES, INTERVAL);

    private static FrameBlock block(final int players, final int maxFrames, final int interval) {
        return new FrameBlock(new MatchDescription("test", 1, 2, Collections.nCopies(players, 0), 0, 60, INPUT_BYTES,
            LONGEST_EVENT, interval, 0, ByteBuffer.allocate(0)), maxFrames);
    }

    /** A frame of players that all do the same. */
    private record Frame(long frame, boolean paused, long epoch, int mask, int checksum, byte[] inputs,
                         int eventBytes, int players) implements ExecutedFrame {

        Frame(final long frame, final long epoch, final int mask) {
            this(frame, false, epoch, mask, 0, new byte[INPUT_BYTES], 0, 1);
        }

        /** A frame with its own inputs. */
        Frame(final long frame, final int checksum, final byte[] inputs) {
            this(frame, false, 0, 1, checksum, inputs, 0, 1);
        }

        Frame(final long frame, final boolean paused) {
            this(frame, paused, 0, 1, 0, new byte[INPUT_BYTES], 0, 1);
        }

        @Override
        public IdSet members() {
            return IdSet.peers(mask);
        }

        @Override
        public boolean present(final int player) {
            return true;
        }

        @Override
        public int inputOffset(final int player) {
            return 0;
        }

        @Override
        public byte[] events() {
            return new byte[LONGEST_EVENT];
        }

        @Override
        public int eventOffset(final int player) {
            return 0;
        }

        @Override
        public int eventLength(final int player) {
            return eventBytes;
        }

        @Override
        public int command(final int player) {
            return 0;
        }
    }

    /** Inputs of which the first few bytes change in each frame. */
    private static byte[] inputs(final long frame, final int changed) {
        final byte[] inputs = new byte[INPUT_BYTES];
        Arrays.fill(inputs, 0, changed, (byte) (1 + frame % 2));
        return inputs;
    }

    private static void assertBody(final ByteBuffer expected, final ByteBuffer body) {
        final byte[] written = new byte[body.remaining()];
        body.duplicate().get(written);
        assertArrayEquals(Arrays.copyOf(expected.array(), expected.position()), written);
    }

    private static ByteBuffer expected() {
        return ByteBuffer.allocate(RecordingFormat.MAX_FRAMES_BODY).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Adds frames until the stream is as long as that of a full block, less a number of bytes. */
    private void fill(final int less) {
        // Each frame takes a byte for its length and 67 bits and 8 for each changed byte: 74 bytes, and 60 at the end.
        for (int frame = 1; frame <= 442; frame++) {
            block.add(new Frame(1000 + frame, 0, inputs(frame, INPUT_BYTES)));
            if (block.first() + block.frames() < 1100) {
                assertFalse(block.isFull(), frame + " frames");
            }
        }
        final byte[] last = inputs(442, INPUT_BYTES);
        Arrays.fill(last, 0, 50 - less, (byte) 9);
        block.add(new Frame(1443, 0, last));
        assertEquals(RecordingFormat.FULL_STREAM_BYTES - less, block.body().getInt(0));
    }

    @Test
    void shouldNameTheMembersOfItsFirstFrame() {
        block.add(new Frame(7, 3, 0b111));
        block.add(new Frame(8, 4, 0b101));
        assertEquals(3, block.body().getInt(AT_EPOCH));
        assertEquals(0b111, block.body().getInt(AT_MEMBERS));
        block.clear();
        block.add(new Frame(9, 4, 0b101));
        assertEquals(4, block.body().getInt(AT_EPOCH));
        assertEquals(0b101, block.body().getInt(AT_MEMBERS));
    }

    /** Nothing of the first block is left in the second. */
    @Test
    void shouldWriteFramesThenChecksumsThenNotes() {
        final FrameStreamWriter stream = new FrameStreamWriter(1, INPUT_BYTES, LONGEST_EVENT);
        for (int first = 8; first < 108; first += BLOCK_FRAMES - 2) {
            stream.reset();
            final ByteBuffer frames = expected();
            for (long frame = first; frame < first + 4; frame++) {
                final Frame executed = new Frame(frame, frame % 2 == 1, frame / 2, 0b11, 0x01020300 + (int) frame,
                    inputs(frame, 3), 0, 1);
                block.add(executed);
                stream.write(executed);
                frames.put(stream.array(), 0, stream.length());
            }
            final ByteBuffer expected = expected().putInt(frames.position()).putInt(4).putInt(first / 2).putInt(0b11)
                .put(frames.array(), 0, frames.position());
            for (int i = 0; i < 4; i++) {
                expected.put((byte) (first + i)).put((byte) 3);
            }
            if (first == 8) {
                expected.putInt(0x01020309);
            } else {
                expected.putInt(0x01020300 + 109);
            }
            expected.putShort((short) 1).put((byte) 2).put((byte) 0).putInt(0).putInt(0);
            expected.putShort((short) 2).put((byte) 3).put((byte) 0).putInt(0).putInt(0);
            expected.putShort((short) 2).put((byte) 1).put((byte) 0).putInt(first / 2 + 1).putInt(0b11);
            expected.putShort((short) 3).put((byte) 2).put((byte) 0).putInt(0).putInt(0);
            assertEquals(4, block.frames());
            assertEquals(first, block.first());
            assertBody(expected, block.body());
            assertBody(expected, block.body());
            block.clear();
            assertEquals(0, block.frames());
        }
    }

    @Test
    void shouldNoteOtherMembersOfTheSameEpoch() {
        block.add(new Frame(7, 3, 0b111));
        block.add(new Frame(8, 3, 0b101));
        block.add(new Frame(9, 3, 0b101));
        final ByteBuffer body = block.body();
        assertEquals(1, body.getInt(4));
        final int note = body.limit() - RecordingFormat.NOTE_BYTES;
        assertEquals(1, body.getShort(note));
        assertEquals(3, body.getInt(note + 4));
        assertEquals(0b101, body.getInt(note + 8));
    }

    @Test
    void shouldNoteNoChangeOfItsFirstFrame() {
        block.add(new Frame(7, 3, 0b111));
        block.clear();
        block.add(new Frame(8, true, 4, 0b101, 0, new byte[INPUT_BYTES], 0, 1));
        assertEquals(0, block.body().getInt(4));
    }

    @Test
    void shouldSayWhetherItsFirstFrameIsPaused() {
        block.add(new Frame(7, true));
        block.add(new Frame(8, false));
        assertEquals(RecordingFormat.PAUSED, block.flags());
        block.clear();
        block.add(new Frame(9, false));
        block.add(new Frame(10, true));
        assertEquals(0, block.flags());
    }

    @Test
    void shouldEndBeforeTheFramesThatAreMultiplesOfItsLength() {
        assertFalse(block.isFull(), "no frame");
        for (int frame = 97; frame < 99; frame++) {
            block.add(new Frame(frame, false));
            assertFalse(block.isFull(), "frame " + frame);
        }
        block.add(new Frame(99, false));
        assertTrue(block.isFull());
        block.clear();
        assertFalse(block.isFull(), "no frame");
        block.add(new Frame(100, false));
        assertFalse(block.isFull());
    }

    @Test
    void shouldHaveRoomForASecondOfTheHighestTickRate() {
        final FrameBlock second = block(1, RecordingFormat.MAX_FRAMES, 1);
        for (int frame = 0; frame < 1000; frame++) {
            assertFalse(second.isFull());
            second.add(new Frame(5000 + frame, frame * 7_654_321, inputs(frame, 16)));
        }
        assertTrue(second.isFull());
        assertEquals(1000, second.frames());
        final ByteBuffer body = second.body();
        final int length = body.getInt(0);
        assertEquals(16 + length + 1000 * 2 + 1000 * 4, body.remaining());
        assertEquals((short) (999 * 7_654_321), body.getShort(16 + length + 999 * 2));
        assertEquals(999 * 7_654_321, body.getInt(16 + length + 1000 * 2 + 999 * 4));
    }

    @Test
    void shouldBeFullWithExactlyTheLongestStream() {
        fill(0);
        assertTrue(block.isFull());
    }

    @Test
    void shouldNotBeFullWithOneByteLess() {
        fill(1);
        assertFalse(block.isFull());
    }

    @Test
    void shouldHaveRoomForTheLongestFrameBeforeItIsFull() {
        final FrameBlock longest = block(32, BLOCK_FRAMES, INTERVAL);
        int frame = 1;
        while (!longest.isFull()) {
            longest.add(new Frame(frame, false, 0, 1, 0, inputs(frame, INPUT_BYTES), LONGEST_EVENT, 32));
            frame++;
        }
        final int each = longest.body().getInt(0) / longest.frames();
        assertTrue(longest.frames() > 2, "two of them do not fill it");
        assertTrue(RecordingFormat.FULL_STREAM_BYTES - 1 + each <= RecordingFormat.MAX_STREAM_BYTES);
    }

    @Test
    void shouldBeFullWhenTheNotesOfAnotherFrameDoNotFit() {
        block.add(new Frame(1, 0, 1));
        for (int notes = 1; notes <= 62; notes++) {
            assertFalse(block.isFull(), notes - 1 + " notes");
            block.add(new Frame(1 + notes, notes, 1));
        }
        assertFalse(block.isFull(), "there is room for two");
        block.add(new Frame(64, 63, 1));
        assertTrue(block.isFull(), "there is room for one");
        block.clear();
        block.add(new Frame(65, 63, 1));
        assertFalse(block.isFull());
        for (int notes = 1; notes <= 62; notes++) {
            block.add(new Frame(65 + notes, 63 + notes, 1));
        }
        block.add(new Frame(128, true, 200, 1, 0, new byte[INPUT_BYTES], 0, 1));
        assertEquals(64, block.body().getInt(4));
    }
}
