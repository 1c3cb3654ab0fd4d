package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream of bytes becomes the blocks that it was made of, and nothing that was damaged. */
class BlockAssemblerTest {

    private static final int HEADER_BYTES = 60;
    private static final long MAX_FRAME = 1L << 62;

    private final List<ByteBuffer> whole = new ArrayList<>();
    private final BlockAssembler assembler = new BlockAssembler(new BlockAssembler.Target() {
        @Override
        public void header(final ByteBuffer header) {
            assertTrue(whole.isEmpty(), "a recording has one header");
            whole.add(copyOf(header));
        }

        @Override
        public void block(final ByteBuffer block) {
            assertFalse(whole.isEmpty(), "the header comes first");
            whole.add(copyOf(block));
        }
    });

    private static ByteBuffer copyOf(final ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
    }

    private static ByteBuffer header() {
        return Blocks.header(HEADER_BYTES, 7, 60);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 12, 24, 488, 100_000})
    void shouldMakeTheSameBlocksHoweverTheStreamIsCut(final int piece) {
        final List<ByteBuffer> sent = List.of(header(), Blocks.state(0, 0), Blocks.frames(0, 20),
            Blocks.state(20, 30_000), Blocks.frames(20, 20), Blocks.end(40, "FINISHED"));
        final ByteBuffer stream = Blocks.joined(sent);
        while (stream.hasRemaining()) {
            final ByteBuffer next = stream.slice(stream.position(), Math.min(piece, stream.remaining()));
            stream.position(stream.position() + next.remaining());
            assembler.add(next);
        }
        assertFalse(assembler.isBroken());
        assertEquals(sent, whole);
    }

    private void add(final ByteBuffer... parts) {
        assembler.add(Blocks.joined(List.of(parts)));
    }

    @ParameterizedTest
    @CsvSource({HeaderFormat.FIXED_BYTES + ", false", HeaderFormat.FIXED_BYTES + 1 + ", true",
        HeaderFormat.MAX_BYTES + ", true", HeaderFormat.MAX_BYTES + 1 + ", false"})
    void shouldTakeAHeaderOfAPossibleLength(final int length, final boolean taken) {
        add(Blocks.header(length, 7, 60));
        assertEquals(taken ? 1 : 0, whole.size());
        assertEquals(!taken, assembler.isBroken());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, HeaderFormat.AT_VERSION, HeaderFormat.AT_VERSION + 1})
    void shouldRefuseAHeaderOfSomethingElseThoughItsChecksumIsRight(final int at) {
        final ByteBuffer header = header();
        add(Blocks.sealed(header.put(at, (byte) (header.get(at) + 1))), Blocks.state(0, 10));
        assertTrue(assembler.isBroken());
        assertEquals(List.of(), whole);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, HEADER_BYTES - 5, HEADER_BYTES - 1})
    void shouldRefuseADamagedHeader(final int at) {
        final ByteBuffer header = header();
        add(header.put(at, (byte) ~header.get(at)));
        assertTrue(assembler.isBroken());
        assertEquals(List.of(), whole);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 16, 20, 23, 24, 33})
    void shouldHandOnNothingFromADamagedBlockOn(final int at) {
        final ByteBuffer damaged = Blocks.state(0, 10);
        damaged.put(at, (byte) (damaged.get(at) + 1));
        add(header(), damaged, Blocks.state(20, 10), Blocks.state(40, 10));
        assertTrue(assembler.isBroken());
        assertEquals(List.of(header()), whole);
    }

    /** Its head would be all of it. */
    @Test
    void shouldRefuseABlockWithoutABodyWhoseChecksumIsNotThatOfNothing() {
        final ByteBuffer empty = Blocks.state(0, 0).putInt(RecordingFormat.AT_BODY_CRC, 1);
        final CRC32 crc = new CRC32();
        crc.update(empty.array(), 0, RecordingFormat.AT_HEAD_CRC);
        add(header(), empty.putInt(RecordingFormat.AT_HEAD_CRC, (int) crc.getValue()));
        assertTrue(assembler.isBroken());
        assertEquals(1, whole.size());
    }

    @Test
    void shouldHandOnNothingMoreOnceItIsStopped() {
        add(header());
        assembler.stop();
        add(Blocks.state(0, 10));
        assertEquals(1, whole.size());
    }

    private static boolean isRight(final int kind, final int flags, final int count, final long frame,
                                   final int length) {
        return BlockView.headIsRight(Blocks.head(kind, flags, count, frame, length), new CRC32());
    }

    @Test
    void shouldTakeHeadsOfFramesWithinTheirLimitsAlone() {
        final int kind = RecordingFormat.FRAMES;
        final int least = RecordingFormat.FRAMES_HEAD_BYTES;
        assertTrue(isRight(kind, RecordingFormat.PAUSED, 1, 0, least));
        assertTrue(isRight(kind, 0, RecordingFormat.MAX_FRAMES, MAX_FRAME, RecordingFormat.MAX_FRAMES_BODY));
        assertFalse(isRight(kind, RecordingFormat.LOADED, 1, 0, least));
        assertFalse(isRight(kind, 0, 0, 0, least));
        assertFalse(isRight(kind, 0, RecordingFormat.MAX_FRAMES + 1, 0, least));
        assertFalse(isRight(kind, 0, 1, 0, least - 1));
        assertFalse(isRight(kind, 0, 1, 0, RecordingFormat.MAX_FRAMES_BODY + 1));
        assertFalse(isRight(kind, 0, 1, -1, least));
        assertFalse(isRight(kind, 0, 1, MAX_FRAME + 1, least));
    }

    @Test
    void shouldTakeHeadsOfStatesWithinTheirLimitsAlone() {
        final int kind = RecordingFormat.SNAPSHOT;
        final int most = RecordingFormat.MAX_STATE_BYTES;
        assertTrue(isRight(kind, RecordingFormat.PAUSED | RecordingFormat.LOADED, 0, 0, most));
        assertTrue(isRight(kind, 0, 0, 0, 0));
        assertFalse(isRight(kind, 4, 0, 0, 0));
        assertFalse(isRight(kind, 0, 1, 0, 0));
        assertFalse(isRight(kind, 0, 0, 0, most + 1));
        assertFalse(isRight(kind, 0, 0, 0, -1));
    }

    @Test
    void shouldTakeHeadsOfEndsWithinTheirLimitsAloneAndOfNoOtherKind() {
        final int kind = RecordingFormat.END;
        final int most = RecordingFormat.MAX_END_BYTES;
        assertTrue(isRight(kind, 0, 0, 0, most));
        assertFalse(isRight(kind, 1, 0, 0, most));
        assertFalse(isRight(kind, 0, 1, 0, most));
        assertFalse(isRight(kind, 0, 0, 0, most + 1));
        assertFalse(isRight(0, 0, 0, 0, 0));
        assertFalse(isRight(kind + 1, 0, 0, 0, 0));
    }

    @Test
    void shouldReadABlockWhereverItLies() {
        final ByteBuffer block = Blocks.block(RecordingFormat.FRAMES, 0, 40_000, 5, new byte[] {1, 2, 3});
        final ByteBuffer behind = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN).position(9)
            .put(block.duplicate()).position(9);
        assertEquals(RecordingFormat.FRAMES, BlockView.kind(behind));
        assertEquals(40_000, BlockView.count(behind));
        assertEquals(5, BlockView.frame(behind));
        assertEquals(3, BlockView.bodyLength(behind));
        assertEquals(block.getInt(RecordingFormat.AT_BODY_CRC), BlockView.bodyCrc(behind));
        assertFalse(BlockView.isLoaded(behind));
    }

    @Test
    void shouldMakeAStateOneThatCameFromElsewhereAndLeaveItsOtherFlags() {
        final ByteBuffer paused = Blocks.block(RecordingFormat.SNAPSHOT, RecordingFormat.PAUSED, 0, 5, (byte) 1);
        final ByteBuffer loaded = BlockView.asLoaded(paused);
        assertEquals(Blocks.block(RecordingFormat.SNAPSHOT, RecordingFormat.PAUSED | RecordingFormat.LOADED, 0, 5,
            (byte) 1), loaded);
        assertTrue(BlockView.isLoaded(loaded));
        assertFalse(BlockView.isLoaded(paused));
    }
}
