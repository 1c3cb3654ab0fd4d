package io.lockstep.codecs.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.replay.HandMatch;
import io.lockstep.core.replay.RecordingWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recording is read as it was written, and bad bytes are refused. */
class RecordingFileTest {

    private static final int FRAMES = 130;

    private final byte[] file = HandMatch.record(FRAMES, 50);

    private static RecordingReader read(final byte[] bytes) {
        return new RecordingReader(ByteBuffer.wrap(bytes));
    }

    private static Verification verify(final RecordingReader recording) {
        return Verification.of(recording, new HandMatch.Game());
    }

    @Test
    void shouldReadTheHeader() {
        final RecordingHeader read = read(file).header();
        assertEquals("hand", read.match().gameId());
        assertEquals("b-1.0+", read.buildId());
        assertEquals(HandMatch.MATCH, read.match());
    }

    @Test
    void shouldReadWhatWasWritten() {
        final RecordingReader recording = read(file);
        assertEquals(RecordingCode.OK, recording.code(), recording.message());
        assertNull(recording.message());
        assertEquals(FRAMES, recording.frames());
        assertEquals(10, recording.firstFrame());
        assertEquals(10 + FRAMES, recording.nextFrame());
        assertEquals("FINISHED", recording.endReason());
        assertEquals(3, recording.snapshots());
        assertEquals(file.length, recording.readableBytes());
        final Verification verification = verify(recording);
        assertTrue(verification.ok(), verification::toString);
        assertEquals(FRAMES - HandMatch.PAUSED_FRAMES, verification.compared());
    }

    @Test
    void shouldSeekToEveryFrameAndToNoOther() {
        final RecordingReader recording = read(file);
        final long[] states = new long[FRAMES + 1];
        final HandMatch.Game game = new HandMatch.Game();
        final RecordingPlayer player = new RecordingPlayer(recording, game);
        for (int i = 0; i <= FRAMES; i++) {
            states[i] = game.state;
            player.step();
        }
        for (int i = FRAMES; i >= 0; i--) {
            assertTrue(player.seek(10 + i), "frame " + (10 + i));
            assertEquals(10 + i, player.frame());
            assertEquals(states[i], game.state, "frame " + (10 + i));
        }
        assertFalse(player.seek(9));
        assertFalse(player.seek(11 + FRAMES));
    }

    @Test
    void shouldReadUpToTheLastWholeBlockWhereverItIsCutOff() {
        long before = 0;
        for (int length = 0; length < file.length; length++) {
            final RecordingReader recording = read(Arrays.copyOf(file, length));
            final String where = length + " of " + file.length + " bytes: " + recording.message();
            if (recording.code() == RecordingCode.OK) {
                assertEquals(length, recording.readableBytes(), where);
            } else {
                assertEquals(RecordingCode.TRUNCATED, recording.code(), where);
                assertNotNull(recording.message());
            }
            assertNull(recording.endReason(), where);
            assertTrue(recording.frames() >= before, where);
            before = recording.frames();
            if (recording.isPlayable()) {
                final Verification verification = verify(recording);
                assertTrue(verification.ok(), where);
                assertEquals(recording.frames(), verification.frames(), where);
            } else {
                assertThrows(IllegalStateException.class, () -> new RecordingPlayer(recording, new HandMatch.Game()),
                    where);
            }
        }
        assertEquals(FRAMES, before);
    }

    @Test
    void shouldGoOnWhenTheRecordingHasGrown() {
        for (final int step : new int[] {1, 7, 61, 500}) {
            final RecordingReader recording = read(new byte[0]);
            final HandMatch.Game game = new HandMatch.Game();
            RecordingPlayer player = null;
            long steps = 0;
            for (int length = 0; length < file.length; length += step) {
                recording.more(ByteBuffer.wrap(Arrays.copyOf(file, Math.min(file.length, length + step))));
                player = player == null && recording.isPlayable() ? new RecordingPlayer(recording, game) : player;
                while (player != null && player.step()) {
                    assertTrue(player.matches());
                    steps++;
                }
                assertEquals(recording.frames(), steps);
            }
            assertEquals(RecordingCode.OK, recording.code(), recording.message());
            assertEquals(FRAMES, steps);
            assertEquals("FINISHED", recording.endReason());
            assertTrue(player.seek(FRAMES / 2) && player.step());
            assertThrows(IllegalArgumentException.class, () -> recording.more(ByteBuffer.allocate(10)));
        }
    }

    @Test
    void shouldStayDamagedWhenTheRecordingHasGrown() {
        final byte[] damaged = file.clone();
        damaged[file.length / 2] ^= 1;
        final RecordingReader recording = read(Arrays.copyOf(damaged, file.length - 20));
        final long frames = recording.frames();
        assertEquals(RecordingCode.CORRUPTED, recording.code());
        recording.more(ByteBuffer.wrap(damaged));
        assertEquals(RecordingCode.CORRUPTED, recording.code());
        assertEquals(frames, recording.frames());
    }

    @Test
    void shouldNoticeEveryBitThatFlips() {
        for (int bit = 0; bit < file.length * Byte.SIZE; bit++) {
            final byte[] damaged = file.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            final RecordingReader recording = read(damaged);
            final String where = "bit " + bit % Byte.SIZE + " of byte " + bit / Byte.SIZE;
            assertTrue(recording.code() != RecordingCode.OK, where);
            assertTrue(recording.readableBytes() <= bit / Byte.SIZE, where);
            if (recording.isPlayable()) {
                assertTrue(verify(recording).ok(), where);
            }
        }
    }

    @Test
    void shouldRefuseForeignAndNewerFiles() {
        final byte[] foreign = "PK\3\4 something else altogether".getBytes(StandardCharsets.US_ASCII);
        assertEquals(RecordingCode.FOREIGN, read(foreign).code());
        final byte[] newer = file.clone();
        newer[8] = 2;
        assertEquals(RecordingCode.NEWER, read(newer).code());
        assertTrue(read(newer).message().contains("version is 2"), read(newer).message());
        assertFalse(read(newer).isPlayable());
        assertNull(read(newer).header());
        assertEquals(RecordingCode.TRUNCATED, read(new byte[0]).code());
    }

    @Test
    void shouldRefuseBytesAfterTheEnd() {
        final RecordingReader recording = read(Arrays.copyOf(file, file.length + 1));
        assertEquals(RecordingCode.CORRUPTED, recording.code());
        assertEquals(FRAMES, recording.frames());
    }

    @Test
    void shouldNeverThrowForBytesWhoseChecksumsAreRight() {
        final Random random = new Random(5);
        for (int round = 0; round < 20_000; round++) {
            final byte[] crafted = file.clone();
            for (int i = 0; i < 1 + random.nextInt(3); i++) {
                crafted[random.nextInt(crafted.length)] = (byte) random.nextInt();
            }
            HandMatch.seal(crafted);
            assertNotNull(read(crafted).code());
        }
    }

    /** A loaded state may lie behind what was executed; what follows it is what counts from there on. */
    @Test
    void shouldGoOnFromAStateThatWasLoaded() {
        final ByteArrayOutputStream repaired = new ByteArrayOutputStream();
        final HandMatch match = new HandMatch(new RecordingWriter(bytes -> {
            repaired.write(bytes.array(), bytes.position(), bytes.remaining());
            return null;
        }, "b", 40));
        match.frames(60);
        final long before = match.state();
        match.repair(62, 5);
        match.frames(28);
        match.writer().flush();
        final RecordingReader recording = read(repaired.toByteArray());
        assertEquals(RecordingCode.OK, recording.code(), recording.message());
        assertEquals(88, recording.frames());
        assertEquals(90, recording.nextFrame());
        final Verification verification = verify(recording);
        assertTrue(verification.ok(), verification::toString);
        final HandMatch.Game game = new HandMatch.Game();
        final RecordingPlayer player = new RecordingPlayer(recording, game);
        player.toEnd();
        assertEquals(match.state(), game.state);
        assertTrue(player.seek(62));
        assertEquals(5, game.state);
        assertTrue(player.seek(90));
        assertEquals(match.state(), game.state);
        assertTrue(player.seek(61));
        assertTrue(player.step());
        assertTrue(before != game.state && game.state != 5);
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldWriteReadAndSeekFromAnyFirstFrame(final long start) {
        final RecordingReader recording = read(HandMatch.recordFrom(start, FRAMES, 50));
        assertEquals(start, recording.firstFrame());
        assertEquals(start + FRAMES, recording.nextFrame());
        final Verification verification = verify(recording);
        assertTrue(verification.ok(), verification::toString);
        assertEquals(FRAMES - HandMatch.PAUSED_FRAMES, verification.compared());
        final RecordingPlayer player = new RecordingPlayer(recording, new HandMatch.Game());
        for (long frame = start + FRAMES; frame >= start; frame -= 7) {
            assertTrue(player.seek(frame), "frame " + frame);
            assertEquals(frame, player.frame());
        }
        assertFalse(player.seek(start - 1));
        assertFalse(player.seek(start & 0xFFFF));
        final RecordedRollback first = recording.rollbacks().get(0);
        assertTrue(first.frame() >= start && first.frame() < start + 10, first::toString);
    }
}
