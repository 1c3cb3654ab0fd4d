package io.lockstep.core.internal.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.input.IdSet;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameBlockTest {

    private static final int INPUT_BYTES = 2;
    /** Behind the length of the frames and the number of notes. */
    private static final int AT_EPOCH = 8;
    private static final int AT_MEMBERS = 12;

    private final FrameBlock block = new FrameBlock(new MatchDescription("test", 1, 2, List.of(0), 0, 60, INPUT_BYTES,
        0, 10, 0, ByteBuffer.allocate(0)), 100);

    /** A frame of one player who does nothing. */
    private record Frame(long frame, long epoch, int mask) implements ExecutedFrame {

        @Override
        public boolean paused() {
            return false;
        }

        @Override
        public int checksum() {
            return 0;
        }

        @Override
        public IdSet members() {
            return IdSet.peers(mask);
        }

        @Override
        public int players() {
            return 1;
        }

        @Override
        public boolean present(final int player) {
            return true;
        }

        @Override
        public byte[] inputs() {
            return new byte[INPUT_BYTES];
        }

        @Override
        public int inputOffset(final int player) {
            return 0;
        }

        @Override
        public byte[] events() {
            return new byte[0];
        }

        @Override
        public int eventOffset(final int player) {
            return 0;
        }

        @Override
        public int eventLength(final int player) {
            return 0;
        }

        @Override
        public int command(final int player) {
            return 0;
        }
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
}
