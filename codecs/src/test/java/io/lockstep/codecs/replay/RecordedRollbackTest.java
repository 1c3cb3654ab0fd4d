package io.lockstep.codecs.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.replay.HandMatch;
import io.lockstep.core.replay.RecordingWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rollbacks in a recording: for who looks into them, and past them for who plays it. */
class RecordedRollbackTest {

    private static final int FRAMES = 130;
    private static final int ROLLBACKS = FRAMES / 10;

    private final byte[] file = HandMatch.recordAhead(FRAMES, 50);

    private static RecordingReader read(final byte[] bytes) {
        return new RecordingReader(ByteBuffer.wrap(bytes));
    }

    /** Where the blocks with rollbacks begin. */
    private static List<Integer> blocks(final byte[] file) {
        final ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        final List<Integer> found = new ArrayList<>();
        int at = bytes.getShort(10);
        while (at < file.length) {
            if (file[at] == RecordingFormat.ROLLBACKS) {
                found.add(at);
            }
            at += RecordingFormat.BLOCK_HEAD_BYTES + bytes.getInt(at + RecordingFormat.AT_LENGTH);
        }
        return found;
    }

    /** With another byte in the first block of them, and every checksum right again. */
    private RecordingReader with(final int offset, final int value) {
        final byte[] crafted = file.clone();
        crafted[blocks(file).get(0) + offset] = (byte) value;
        HandMatch.seal(crafted);
        return read(crafted);
    }

    @Test
    void shouldReadTheRollbacksThatWereWritten() {
        final RecordingReader recording = read(file);
        assertEquals(RecordingCode.OK, recording.code(), recording.message());
        assertEquals(ROLLBACKS, recording.rollbackCount());
        assertEquals(3, recording.deepestRollback());
        final List<RecordedRollback> expected = new ArrayList<>();
        for (int i = 1; i <= ROLLBACKS; i++) {
            expected.add(new RecordedRollback(10 * i, 3, 2));
        }
        assertEquals(expected, recording.rollbacks());
        assertEquals("FINISHED", recording.endReason());
    }

    @Test
    void shouldPlayAsWithoutThem() {
        final RecordingReader without = read(HandMatch.record(FRAMES, 50));
        final RecordingReader recording = read(file);
        assertEquals(List.of(), without.rollbacks());
        assertEquals(without.frames(), recording.frames());
        assertEquals(Verification.of(without, new HandMatch.Game()),
            Verification.of(recording, new HandMatch.Game()));
        assertTrue(new RecordingPlayer(recording, new HandMatch.Game()).seek(FRAMES));
        assertEquals(Difference.Kind.NONE, RecordingDiff.of(without, recording, HandMatch.Game::new).kind());
    }

    @Test
    void shouldReadUpToTheLastWholeBlockWhereverItIsCutOff() {
        int before = 0;
        for (int length = 0; length < file.length; length++) {
            final RecordingReader recording = read(Arrays.copyOf(file, length));
            final String where = length + " of " + file.length + " bytes: " + recording.message();
            assertTrue(recording.code() == RecordingCode.OK || recording.code() == RecordingCode.TRUNCATED, where);
            assertTrue(recording.rollbackCount() >= before, where);
            assertEquals(recording.rollbackCount(), recording.rollbacks().size(), where);
            before = recording.rollbackCount();
        }
        assertEquals(ROLLBACKS, before);
    }

    @Test
    void shouldGoPastWhatALaterReleaseWritesBeside() {
        final RecordingReader recording = with(0, Byte.MAX_VALUE);
        assertEquals(RecordingCode.OK, recording.code(), recording.message());
        assertEquals(FRAMES, recording.frames());
        assertTrue(recording.rollbackCount() < ROLLBACKS);
        assertTrue(Verification.of(recording, new HandMatch.Game()).ok());
    }

    @Test
    void shouldRefuseAnUnknownKindThatMayMatter() {
        for (final int kind : new int[] {0, 4, RecordingFormat.FIRST_OPTIONAL - 1, -1, Byte.MIN_VALUE}) {
            assertEquals(RecordingCode.CORRUPTED, with(0, kind).code(), "kind " + kind);
        }
    }

    @Test
    void shouldRefuseRollbacksThatCannotBe() {
        final int body = RecordingFormat.BLOCK_HEAD_BYTES;
        assertEquals(RecordingCode.CORRUPTED, with(RecordingFormat.AT_COUNT, 1).code(), "fewer than there are");
        assertEquals(RecordingCode.CORRUPTED, with(RecordingFormat.AT_FRAME, 1).code(), "another place");
        assertEquals(RecordingCode.CORRUPTED, with(body, 9).code(), "before the first frame");
        assertEquals(RecordingCode.CORRUPTED, with(body + 7, -1).code(), "a negative frame");
        assertEquals(RecordingCode.CORRUPTED, with(body + 12, 0).code(), "by no frame");
        assertEquals(RecordingCode.CORRUPTED, with(body + 12, 31).code(), "by more than the largest window");
        assertEquals(RecordingCode.OK, with(body + 12, 30).code(), "by the largest window");
    }

    @Test
    void shouldNeverThrowForBytesWhoseChecksumsAreRight() {
        final Random random = new Random(5);
        final List<Integer> blocks = blocks(file);
        for (int round = 0; round < 20_000; round++) {
            final byte[] crafted = file.clone();
            crafted[blocks.get(random.nextInt(blocks.size())) + random.nextInt(60)] = (byte) random.nextInt();
            HandMatch.seal(crafted);
            final RecordingReader recording = read(crafted);
            assertNotNull(recording.code());
            assertEquals(recording.rollbackCount(), recording.rollbacks().size());
        }
    }

    @Test
    void shouldWriteAsManyAsThereAre() {
        final ByteArrayOutputStream many = new ByteArrayOutputStream();
        final RecordingWriter writer = new RecordingWriter(bytes -> {
            many.write(bytes.array(), bytes.position(), bytes.remaining());
            return null;
        }, "b").rollbacks(true);
        final HandMatch match = new HandMatch(writer);
        for (int i = 0; i < 1000; i++) {
            writer.rolledBack(20 + i, 21 + i, IdSet.players(-1));
            if (i % 100 == 0) {
                match.frames(1);
            }
        }
        writer.end(20, EndReason.LEFT);
        final RecordingReader recording = read(many.toByteArray());
        assertEquals(RecordingCode.OK, recording.code(), recording.message());
        assertEquals(1001, recording.rollbackCount());
        assertEquals(new RecordedRollback(1019, 1, -1), recording.rollbacks().get(1000));
    }
}
