package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Chunks are handed on in order, each once, however they come. */
class ChunkReceiverTest {

    private static final int WINDOW = FeedLimits.WINDOW_CHUNKS;
    private static final int CHUNK_BYTES = 10;

    private final ChunkReceiver receiver = new ChunkReceiver();
    private final ByteBuffer stream = Blocks.header(400, 7, 60);
    private boolean headed;
    private int blocks;
    private final BlockAssembler assembler = new BlockAssembler(new BlockAssembler.Target() {
        @Override
        public void header(final ByteBuffer header) {
            headed = true;
        }

        @Override
        public void block(final ByteBuffer block) {
            blocks++;
        }
    });

    private void take(final int number) {
        receiver.take(number, stream.slice(number * CHUNK_BYTES, CHUNK_BYTES), assembler);
    }

    @Test
    void shouldPutChunksInOrderAndTakeEachOnce() {
        for (int pair = 0; pair < 40; pair += 2) {
            take(pair + 1);
            receiver.take(pair + 1, ByteBuffer.allocate(CHUNK_BYTES), assembler);
            assertEquals(pair, receiver.cumulative());
            assertEquals(1, receiver.mask());
            take(pair);
            take(pair);
            take(pair + 1);
            assertEquals(pair + 2, receiver.cumulative());
            assertEquals(0, receiver.mask());
        }
        assertTrue(headed);
        assertFalse(assembler.isBroken());
    }

    @Test
    void shouldTellWhichChunksOfItsWindowHaveComeAndDropAllOthers() {
        takeAll(0, 10);
        final ByteBuffer chunk = ByteBuffer.allocate(1);
        receiver.take(10, ByteBuffer.allocate(0), assembler);
        receiver.take(10 + WINDOW, chunk, assembler);
        receiver.take(9, chunk, assembler);
        assertEquals(10, receiver.cumulative());
        assertEquals(0, receiver.mask());
        receiver.take(10 + WINDOW - 1, chunk, assembler);
        receiver.take(11, ByteBuffer.allocate(1), assembler);
        receiver.take(50, ByteBuffer.allocate(1), assembler);
        assertEquals(1L | 1L << 39 | 1L << WINDOW - 2, receiver.mask());
        assertEquals(10, receiver.cumulative());
    }

    private void takeAll(final int from, final int to) {
        for (int number = from; number < to; number++) {
            take(number);
        }
    }

    @Test
    void shouldGoOnWhenTheNumbersHaveGoneRoundTheWindow() {
        takeAll(0, 40);
        final ByteBuffer blocksSent = ByteBuffer.allocate(4000);
        for (int i = 0; i < 80; i++) {
            blocksSent.put(Blocks.frames(i, 1));
        }
        blocksSent.flip();
        for (int number = 40; blocksSent.hasRemaining(); number++) {
            final int length = Math.min(CHUNK_BYTES, blocksSent.remaining());
            receiver.take(number, blocksSent.slice(blocksSent.position(), length), assembler);
            blocksSent.position(blocksSent.position() + length);
            assertEquals(number + 1, receiver.cumulative());
        }
        assertEquals(80, blocks);
        assertFalse(assembler.isBroken());
    }
}
