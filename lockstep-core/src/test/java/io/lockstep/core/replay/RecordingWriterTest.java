package io.lockstep.core.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.sync.StateWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The blocks that a recording consists of, and what ends it. */
class RecordingWriterTest {

    private static final int FRAMES = RecordingFormat.FRAMES;
    private static final int SNAPSHOT = RecordingFormat.SNAPSHOT;
    private static final int END = RecordingFormat.END;
    private static final int ROLLBACKS = RecordingFormat.ROLLBACKS;
    private static final int LOADED = RecordingFormat.LOADED;
    private static final int PAUSED = RecordingFormat.PAUSED;
    private static final IdSet SOMEBODY = IdSet.players(0b101);

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final HandMatch.Game game = new HandMatch.Game();

    /** The head of a block without what follows from its body. */
    private record Head(int kind, int flags, int count, long frame) {
    }

    /** A game of one size whose states all have other bytes. */
    private static final class Sized implements Simulation {

        private final int bytes;
        private int saved;

        Sized(final int bytes) {
            this.bytes = bytes;
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            throw new UnsupportedOperationException("it is only saved");
        }

        @Override
        public void save(final StateWriter out) {
            saved++;
            final byte[] state = new byte[bytes];
            state[bytes - 1] = (byte) saved;
            out.writeBytes("state", state, 0, bytes);
        }

        @Override
        public void load(final ByteBuffer from) {
            throw new UnsupportedOperationException("it is only saved");
        }
    }

    /** Takes the bytes as a file does, so that none remain. */
    private @Nullable String write(final ByteBuffer bytes) {
        file.write(bytes.array(), bytes.position(), bytes.remaining());
        bytes.position(bytes.limit());
        return null;
    }

    private RecordingWriter writer(final int snapshotFrames) {
        return new RecordingWriter(this::write, "b", snapshotFrames);
    }

    /** The bodies of all blocks, whose checksums have to be right, and their heads. */
    private List<ByteBuffer> blocks(final List<Head> heads) {
        final ByteBuffer bytes = ByteBuffer.wrap(file.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        final List<ByteBuffer> bodies = new ArrayList<>();
        int at = bytes.getShort(HeaderFormat.AT_LENGTH);
        while (at < bytes.limit()) {
            final int length = bytes.getInt(at + 4);
            assertEquals(crc(bytes, at, 20), bytes.getInt(at + 20));
            assertEquals(crc(bytes, at + 24, length), bytes.getInt(at + 16));
            heads.add(new Head(bytes.get(at), bytes.get(at + 1), bytes.getShort(at + 2), bytes.getLong(at + 8)));
            bodies.add(bytes.slice(at + 24, length).order(ByteOrder.LITTLE_ENDIAN));
            at += 24 + length;
        }
        assertEquals(bytes.limit(), at);
        return bodies;
    }

    private List<Head> heads() {
        final List<Head> heads = new ArrayList<>();
        blocks(heads);
        return heads;
    }

    private List<ByteBuffer> bodies() {
        return blocks(new ArrayList<>());
    }

    private static int crc(final ByteBuffer bytes, final int from, final int length) {
        final CRC32 crc = new CRC32();
        crc.update(bytes.slice(from, length));
        return (int) crc.getValue();
    }

    private static Head head(final int kind, final int flags, final int count, final long frame) {
        return new Head(kind, flags, count, frame);
    }

    @Test
    void shouldWriteABlockForEachSecondAndEachSnapshot() {
        final RecordingWriter writer = writer(50);
        HandMatch.play(writer, 130);
        assertEquals(List.of(head(SNAPSHOT, LOADED, 0, 10), head(FRAMES, 0, 40, 10), head(SNAPSHOT, 0, 0, 50),
            head(FRAMES, 0, 10, 50), head(FRAMES, 0, 40, 60), head(SNAPSHOT, 0, 0, 100), head(FRAMES, 0, 20, 100),
            head(FRAMES, 0, 20, 120), head(END, 0, 0, 140)), heads());
        final ByteBuffer header = HeaderFormat.encode(HandMatch.MATCH, "b");
        assertEquals(header, ByteBuffer.wrap(file.toByteArray(), 0, header.remaining()));
        assertEquals("FINISHED", StandardCharsets.US_ASCII.decode(bodies().get(8)).toString());
        assertEquals(file.size(), writer.bytes());
        assertEquals(130, writer.frames());
        assertNull(writer.problem());
    }

    @Test
    void shouldTakeASnapshotEachTenSecondsUnlessToldOtherwise() {
        HandMatch.play(new RecordingWriter(this::write, "b"), 600);
        final List<Head> heads = heads();
        assertEquals(List.of(head(SNAPSHOT, LOADED, 0, 10), head(SNAPSHOT, 0, 0, 600)),
            heads.stream().filter(h -> h.kind() == SNAPSHOT).toList());
        assertEquals(List.of(50, 60, 60, 60, 60, 60, 60, 60, 60, 60, 10),
            heads.stream().filter(h -> h.kind() == FRAMES).map(Head::count).toList());
    }

    @Test
    void shouldSaveTheStateOfEachSnapshotAndNothingOfTheOneBefore() {
        final HandMatch match = new HandMatch(writer(50));
        match.frames(40);
        assertEquals(match.state(), bodies().get(2).getLong());
        assertEquals(List.of(8, 8), List.of(bodies().get(0).limit(), bodies().get(2).limit()));
        assertEquals(1, bodies().get(0).getLong());
    }

    @Test
    void shouldSayThatASnapshotOrTheFirstFrameOfABlockIsPaused() {
        final HandMatch match = new HandMatch(writer(45));
        match.frames(50);
        match.writer().flush();
        assertEquals(List.of(head(SNAPSHOT, LOADED, 0, 10), head(FRAMES, 0, 35, 10), head(SNAPSHOT, PAUSED, 0, 45),
            head(FRAMES, PAUSED, 15, 45)), heads());
    }

    @Test
    void shouldBeginAnewWithAStateThatWasLoaded() {
        final HandMatch match = new HandMatch(writer(50));
        match.frames(15);
        match.writer().begin(HandMatch.MATCH, 30, true, game);
        assertEquals(List.of(head(SNAPSHOT, LOADED, 0, 10), head(FRAMES, 0, 15, 10),
            head(SNAPSHOT, LOADED | PAUSED, 0, 30)), heads());
        match.repair(99, 7);
        match.frames(1);
        assertEquals(List.of(head(SNAPSHOT, LOADED, 0, 99), head(FRAMES, 0, 1, 99), head(SNAPSHOT, 0, 0, 100)),
            heads().subList(3, 6));
    }

    @Test
    void shouldFlushWhatIsThereAndNothingTwice() {
        final HandMatch match = new HandMatch(writer(1000));
        match.frames(3);
        assertEquals(1, heads().size());
        match.writer().flush();
        match.writer().flush();
        match.frames(2);
        match.writer().flush();
        assertEquals(List.of(head(FRAMES, 0, 3, 10), head(FRAMES, 0, 2, 13)), heads().subList(1, 3));
        assertEquals(3, heads().size());
    }

    @ParameterizedTest
    @CsvSource({"60, 1, 60", "60, 2, 30", "60, 7, 8", "60, 60, 1", "30, 60, 1"})
    void shouldWriteAsManyBlocksASecondAsAskedFor(final int tickRate, final int blocksPerSecond, final int length) {
        final RecordingWriter writer = new RecordingWriter(this::write, "b", 1000, blocksPerSecond);
        final MatchDescription match = HandMatch.MATCH;
        // The first description counts.
        writer.begin(new MatchDescription(match.gameId(), 1, 2, match.owners(), 0, tickRate, match.inputBytes(),
            match.maxEventBytes(), 30, 10, ByteBuffer.allocate(0)), 10, false, game);
        new HandMatch(writer).frames(300);
        final List<Head> frames = heads().stream().filter(h -> h.kind() == FRAMES).toList();
        assertEquals(length - 10 % length, frames.get(0).count());
        assertEquals(length, frames.get(1).count());
    }

    @Test
    void shouldWriteRollbacksBehindTheFramesBeforeThem() {
        final HandMatch match = new HandMatch(writer(1000));
        final RecordingWriter writer = match.writer();
        assertSame(writer, writer.rollbacks(true));
        writer.rolledBack(7, 9, SOMEBODY);
        match.frames(3);
        writer.rolledBack(1L << 33, (1L << 33) + 5, IdSet.players(1));
        writer.flush();
        writer.flush();
        assertEquals(List.of(head(FRAMES, 0, 3, 10), head(ROLLBACKS, 0, 3, 13)), heads().subList(1, 3));
        assertEquals(3, heads().size());
        final ByteBuffer body = bodies().get(2);
        assertEquals(3 * 16, body.limit());
        assertEquals(List.of(7L, 10L, 1L << 33), List.of(body.getLong(0), body.getLong(16), body.getLong(32)));
        assertEquals(List.of(0b101, 0b10, 1), List.of(body.getInt(8), body.getInt(24), body.getInt(40)));
        assertEquals(List.of(2, 3, 5), List.of(body.getInt(12), body.getInt(28), body.getInt(44)));
    }

    @Test
    void shouldPlaceRollbacksAtTheFrameThatIsNext() {
        final RecordingWriter writer = writer(1000).rollbacks(true);
        final HandMatch match = new HandMatch(writer);
        match.repair(77, 1);
        writer.rolledBack(70, 71, SOMEBODY);
        writer.flush();
        assertEquals(head(ROLLBACKS, 0, 1, 77), heads().get(2));
    }

    @Test
    void shouldWriteRollbacksOnceTheirBlockIsFull() {
        final RecordingWriter writer = writer(1000).rollbacks(true);
        new HandMatch(writer);
        for (int i = 0; i < 255; i++) {
            writer.rolledBack(i, i + 1, SOMEBODY);
        }
        assertEquals(1, heads().size());
        for (int i = 255; i < 257; i++) {
            writer.rolledBack(i, i + 1, SOMEBODY);
        }
        assertEquals(List.of(head(ROLLBACKS, 0, 256, 10)), heads().subList(1, heads().size()));
        writer.end(10, EndReason.LEFT);
        assertEquals(256, bodies().get(2).getLong(0));
    }

    /** The sink may leave the bytes where they are. */
    @Test
    void shouldWriteMoreRollbacksAfterABlockOfFew() {
        final RecordingWriter writer = new RecordingWriter(bytes -> {
            write(bytes.duplicate());
            return null;
        }, "b").rollbacks(true);
        new HandMatch(writer);
        for (int count = 1; count < 4; count++) {
            for (int i = 0; i < count; i++) {
                writer.rolledBack(i, i + 1, SOMEBODY);
            }
            writer.flush();
        }
        assertEquals(List.of(head(ROLLBACKS, 0, 1, 10), head(ROLLBACKS, 0, 2, 10), head(ROLLBACKS, 0, 3, 10)),
            heads().subList(1, heads().size()));
    }

    @Test
    void shouldRecordNoRollbacksUnlessToldTo() {
        final RecordingWriter writer = writer(1000);
        writer.rolledBack(8, 9, SOMEBODY);
        new HandMatch(writer).frames(5);
        writer.rollbacks(true);
        writer.rollbacks(false);
        writer.rolledBack(8, 9, SOMEBODY);
        writer.flush();
        assertEquals(List.of(SNAPSHOT, FRAMES), heads().stream().map(Head::kind).toList());
    }

    @Test
    void shouldWriteNothingBeforeTheMatchBegins() {
        final RecordingWriter writer = writer(50).rollbacks(true);
        final HandMatch other = new HandMatch(new RecordingWriter(bytes -> null, "b"));
        writer.frame(other, game);
        writer.rolledBack(8, 9, SOMEBODY);
        writer.flush();
        writer.end(10, EndReason.LEFT);
        assertEquals(0, file.size());
        assertEquals(0, writer.bytes());
        assertEquals(0, writer.frames());
        HandMatch.play(writer, 1);
        assertEquals(List.of(head(SNAPSHOT, LOADED, 0, 10), head(FRAMES, 0, 1, 10), head(ROLLBACKS, 0, 1, 11),
            head(END, 0, 0, 11)), heads());
    }

    @Test
    void shouldWriteNothingAfterTheEnd() {
        final RecordingWriter writer = writer(50).rollbacks(true);
        final HandMatch match = new HandMatch(writer);
        match.frames(5);
        writer.end(15, EndReason.LEFT);
        final int length = file.size();
        writer.end(15, EndReason.FINISHED);
        writer.begin(HandMatch.MATCH, 15, false, game);
        writer.rolledBack(8, 9, SOMEBODY);
        match.frames(100);
        writer.flush();
        assertEquals(length, file.size());
        assertEquals(length, writer.bytes());
        assertEquals(5, writer.frames());
        assertNull(writer.problem());
    }

    /** The appends are the header, then the head and the body of each block. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "2, 0", "3, 40", "4, 40", "5, 40", "6, 40"})
    void shouldEndTheRecordingAndNotTheMatchWhenTheSinkFails(final int failing, final int frames) {
        final int[] appends = new int[1];
        final RecordingWriter writer = new RecordingWriter(bytes -> {
            if (appends[0]++ == failing) {
                return "the disk is full";
            }
            return write(bytes);
        }, "b", 50);
        final Sized saved = new Sized(8);
        final HandMatch match = new HandMatch(writer);
        match.frames(130);
        writer.begin(HandMatch.MATCH, 140, false, saved);
        writer.end(140, EndReason.FINISHED);
        assertEquals("the disk is full", writer.problem());
        assertEquals(failing + 1, appends[0]);
        assertEquals(file.size(), writer.bytes());
        assertEquals(frames, writer.frames());
        assertEquals(0, saved.saved, "a state that is not recorded is not saved");
    }

    @Test
    void shouldRecordTheLargestState() {
        final RecordingWriter writer = writer(50);
        writer.begin(HandMatch.MATCH, 10, false, new Sized(8 << 20));
        assertNull(writer.problem());
        assertEquals(8 << 20, bodies().get(0).limit());
        assertEquals(1, bodies().get(0).get((8 << 20) - 1));
    }

    @Test
    void shouldEndTheRecordingWithAStateThatIsTooLarge() {
        final RecordingWriter writer = writer(50);
        final Sized large = new Sized((8 << 20) + 1);
        final HandMatch match = new HandMatch(writer);
        match.frames(10);
        writer.begin(HandMatch.MATCH, 30, false, large);
        writer.begin(HandMatch.MATCH, 30, false, large);
        match.frames(1);
        writer.end(30, EndReason.LEFT);
        assertEquals("the state is larger than 8388608 bytes", writer.problem());
        assertEquals(List.of(head(SNAPSHOT, LOADED, 0, 10), head(FRAMES, 0, 10, 10)), heads());
        assertEquals(1, large.saved);
        assertEquals(10, writer.frames());
    }

    /** The buffer of the state grows with it. */
    @Test
    void shouldWriteStatesOfAnySizes() {
        final RecordingWriter writer = writer(50);
        for (final int size : new int[] {10, 1024, 1025, 3, 5000}) {
            writer.begin(HandMatch.MATCH, 10, false, new Sized(size));
        }
        assertArrayEquals(new int[] {10, 1024, 1025, 3, 5000}, bodies().stream().mapToInt(ByteBuffer::limit).toArray());
        for (final ByteBuffer body : bodies()) {
            assertEquals(1, body.get(body.limit() - 1));
        }
    }

    private static String refusal(final String buildId, final int snapshotFrames, final int blocksPerSecond) {
        return assertThrows(IllegalArgumentException.class,
            () -> new RecordingWriter(bytes -> null, buildId, snapshotFrames, blocksPerSecond)).getMessage();
    }

    @Test
    void shouldRefuseAnotherBuildIdIntervalOrNumberOfBlocks() {
        assertEquals("buildId 'é' is not up to 64 printable ASCII characters", refusal("é", 1, 1));
        assertEquals("buildId '" + "x".repeat(65) + "' is not up to 64 printable ASCII characters",
            refusal("x".repeat(65), 1, 1));
        assertEquals("snapshotFrames 0 is not in 1 to 1000000", refusal("x", 0, 1));
        assertEquals("snapshotFrames 1000001 is not in 1 to 1000000", refusal("x", 1_000_001, 1));
        assertEquals("blocksPerSecond 0 is not in 1 to 60", refusal("x", 1, 0));
        assertEquals("blocksPerSecond 61 is not in 1 to 60", refusal("x", 1, 61));
        assertThrows(IllegalArgumentException.class, () -> new RecordingWriter(bytes -> null, "x", 0));
        assertThrows(IllegalArgumentException.class, () -> new RecordingWriter(bytes -> null, "é"));
    }

    @Test
    void shouldTakeTheLowestAndTheHighestOfEach() {
        new HandMatch(new RecordingWriter(this::write, "x".repeat(64), 1, 1)).frames(3);
        assertEquals(List.of(head(SNAPSHOT, LOADED, 0, 10), head(FRAMES, 0, 1, 10), head(SNAPSHOT, 0, 0, 11)),
            heads().subList(0, 3));
        file.reset();
        new HandMatch(new RecordingWriter(this::write, "", 1_000_000, 60)).frames(3);
        assertEquals(List.of(1, 1, 1), heads().stream().skip(1).map(Head::count).toList());
    }
}
