package io.lockstep.examples.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.replay.RecordingWriter;
import io.lockstep.examples.CommandRun;
import io.lockstep.examples.dogfight.Dogfight;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line on recordings of dogfight, which bots play in virtual time. */
class ReplayCommandTest {

    private static final int FRAMES = 900;
    private static final int A_MINUTE = 3600;
    private static final int SNAPSHOT_FRAMES = 300;
    /** Where things stand in a recording and in a block of it. */
    private static final int HEADER_LENGTH = 10;
    private static final int BODY_LENGTH = 4;
    private static final int BODY_CRC = 16;
    private static final int HEAD_CRC = 20;
    private static final int BLOCK_HEAD = 24;

    @TempDir
    private Path folder;

    private Path file(final int player) {
        return RecordedMatch.file(folder, player);
    }

    /** Plays a match of which everybody makes a recording. */
    private void play(final int players, final int frames, final int corruptPlayer) {
        play(players, frames, corruptPlayer, SNAPSHOT_FRAMES);
    }

    private void play(final int players, final int frames, final int corruptPlayer, final int snapshotFrames) {
        RecordedMatch.play(folder, players, frames, corruptPlayer, snapshotFrames);
    }

    private static CommandRun replay(final Object... args) {
        final List<String> all = new ArrayList<>(List.of("replay"));
        for (final Object arg : args) {
            all.add(arg.toString());
        }
        return CommandRun.of(all.toArray(new String[0]));
    }

    @Test
    void shouldVerifyDescribeSearchAndPlay() {
        play(2, FRAMES, -1);
        for (int player = 0; player < 2; player++) {
            final CommandRun verify = replay("verify", file(player), "--json");
            assertEquals(0, verify.code(), verify.toString());
            assertTrue(verify.out().get(0).startsWith("{\"ok\":true,\"code\":\"OK\",\"frames\":900,\"compared\":900,"
                + "\"differing\":0,\"firstFrame\":-1,"), verify.toString());
        }
        final CommandRun info = replay("info", file(1), "--json");
        assertEquals(0, info.code());
        assertTrue(info.out().get(0).contains("\"gameId\":\"dogfight-1\",\"matchId\":\"1\""), info.toString());
        assertTrue(info.out().get(0).endsWith("\"endReason\":\"FINISHED\"}"), info.toString());
        final CommandRun seek = replay("seek", file(0), "--frame", "450");
        assertEquals(0, seek.code());
        assertTrue(seek.out().get(0).startsWith("state before frame 450, CRC32 "), seek.toString());
        assertTrue(seek.out().contains("world.frame[0] = 450"), seek.toString());
        final CommandRun played = replay("play", file(0), "--speed", "1000000", "--from", "301");
        assertEquals(0, played.code());
        assertEquals(10, played.out().size(), played.toString());
        final CommandRun diff = replay("diff", file(0), file(1));
        assertEquals(0, diff.code());
        assertEquals("no difference in 900 frames", diff.out().get(0));
    }

    @Test
    void shouldCountAndListRollbacks() throws IOException {
        try (OutputStream out = Files.newOutputStream(file(0))) {
            final RecordingWriter writer = new RecordingWriter(bytes -> written(out, bytes), "b").rollbacks(true);
            writer.begin(new MatchDescription("dogfight-1", 1, 0, List.of(0, 1, 2), 0, 60, 2, 8, 30, 0,
                ByteBuffer.allocate(0)), 0, false,
                new Dogfight(3, 1));
            writer.rolledBack(10, 13, IdSet.players(0b110));
            writer.rolledBack(14, 21, IdSet.players(0));
            writer.end(0, EndReason.LEFT);
        }
        final CommandRun info = replay("info", file(0), "--rollbacks");
        assertEquals(0, info.code(), info.toString());
        assertTrue(info.out().contains("rollbacks                    2, by up to 7 frames"), info.toString());
        assertEquals(List.of("back to frame 10, by 3; not as guessed: player 1, 2",
            "back to frame 14, by 7; the match stood still"), info.out().subList(info.out().size() - 2,
            info.out().size()));
        final CommandRun json = replay("info", file(0), "--rollbacks", "--json");
        assertTrue(json.out().get(0).contains("\"rollbacks\":2,\"deepestRollback\":7,\"takenBack\":["
            + "{\"frame\":10,\"frames\":3,\"players\":[1,2]},{\"frame\":14,\"frames\":7,\"players\":[]}],"
            + "\"endReason\":\"LEFT\"}"), json.toString());
        Files.delete(file(0));
        play(2, FRAMES, -1);
        assertTrue(replay("info", file(1)).out().contains("rollbacks                    none recorded"));
    }

    private static String written(final OutputStream out, final ByteBuffer bytes) {
        try {
            out.write(bytes.array(), bytes.position(), bytes.remaining());
        } catch (final IOException wrong) {
            throw new UncheckedIOException(wrong);
        }
        return null;
    }

    /** The promise of three bytes, and that more players cost less each. */
    @ParameterizedTest
    @CsvSource({"2, 3.0", "4, 1.7", "8, 1.2"})
    void shouldTakeAtMostThreeBytesForAPlayerAndFrame(final int players, final double most) throws IOException {
        play(players, A_MINUTE, -1, RecordingWriter.DEFAULT_SNAPSHOT_FRAMES);
        for (int player = 0; player < players; player++) {
            final double each = Files.size(file(player)) / (double) (players * A_MINUTE);
            assertTrue(each <= most, each + " bytes");
        }
    }

    @Test
    void shouldNameFrameSectionAndFieldThatDiffer() {
        play(2, FRAMES, 1);
        final CommandRun diff = replay("diff", file(0), file(1));
        assertEquals(1, diff.code(), diff.toString());
        assertTrue(diff.out().get(0).matches("frame 4[0-9]{2}: the states after it differ, the inputs do not; "
            + "simulated again A comes out as recorded, B does not"), diff.toString());
        assertTrue(diff.out().get(1).matches("first field after frame 599: ships\\.x\\[0\\], "
            + "-?[0-9]+ in A, -?[0-9]+ in B"), diff.toString());
        assertEquals(0, replay("verify", file(0)).code());
        final CommandRun verify = replay("verify", file(1));
        assertEquals(1, verify.code());
        final String frame = diff.out().get(0).substring(0, diff.out().get(0).indexOf(':'));
        assertTrue(verify.out().get(1).startsWith("first after " + frame + ": recorded "), verify.toString());
        assertTrue(replay("diff", file(0), file(1), "--json").out().get(0).contains("\"kind\":\"STATE\""));
    }

    @Test
    void shouldSayOnceWhatIsWrongWithAFileAndLeaveItAlone() throws IOException {
        play(2, 400, -1);
        final byte[] good = Files.readAllBytes(file(0));
        final byte[] damaged = good.clone();
        damaged[good.length / 2] ^= 4;
        final byte[] newer = good.clone();
        newer[8] = 9;
        refuse("the recording is damaged: the block at byte ", damaged);
        refuse("the recording was written by a newer version: its version is 9, this reads up to 1", newer);
        refuse("this is no recording of a match: ", "#!/bin/sh".getBytes(StandardCharsets.US_ASCII));
        refuse("the recording ends in the middle of a block: at byte ", Arrays.copyOf(good, good.length - 3));
        refuse("the recording ends in the middle of a block: it has only 0 bytes", new byte[0]);
    }

    private void refuse(final String why, final byte[] bytes) throws IOException {
        refuse(why, bytes, "verify", "info", "play", "diff");
    }

    private void refuse(final String why, final byte[] bytes, final String... commands) throws IOException {
        final Path bad = folder.resolve("bad.rec");
        Files.write(bad, bytes);
        final boolean playable = new RecordingReader(ByteBuffer.wrap(bytes)).isPlayable();
        for (final String command : commands) {
            final CommandRun run = switch (command) {
                case "seek" -> replay("seek", bad, "--frame", 7);
                case "play" -> replay("play", bad, "--speed", 1_000_000);
                case "diff" -> replay("diff", file(0), bad);
                default -> replay(command, bad);
            };
            assertEquals(3, run.code(), run.toString());
            assertEquals(1, run.err().size(), run.toString());
            assertTrue(run.err().get(0).startsWith("lockstep replay " + command + ": " + bad + ": " + why),
                run.toString());
            assertTrue(playable || command.equals("info") || run.out().isEmpty(), run.toString());
        }
        assertArrayEquals(bytes, Files.readAllBytes(bad));
    }

    @Test
    void shouldSayWhatTheGameRefuses() throws IOException {
        play(2, 400, -1);
        final byte[] crafted = Files.readAllBytes(file(0));
        final ByteBuffer bytes = ByteBuffer.wrap(crafted).order(ByteOrder.LITTLE_ENDIAN);
        final int block = bytes.getShort(HEADER_LENGTH);
        crafted[block + BLOCK_HEAD]++;
        bytes.putInt(block + BODY_CRC, crc(crafted, block + BLOCK_HEAD, bytes.getInt(block + BODY_LENGTH)));
        bytes.putInt(block + HEAD_CRC, crc(crafted, block, HEAD_CRC));
        refuse("the game refuses what was recorded: players is 3, must be 2 to 2", crafted, "verify", "play", "seek");
    }

    private static int crc(final byte[] bytes, final int from, final int length) {
        final CRC32 crc = new CRC32();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    @Test
    void shouldFollowARecordingThatIsStillBeingWritten() throws Exception {
        play(2, FRAMES, -1);
        final byte[] whole = Files.readAllBytes(file(0));
        final Path growing = folder.resolve("growing.rec");
        Files.write(growing, Arrays.copyOf(whole, 20));
        final Thread writer = new Thread(() -> {
            for (int at = 20; at < whole.length; at += 997) {
                append(growing, Arrays.copyOfRange(whole, at, Math.min(whole.length, at + 997)));
            }
        });
        writer.start();
        final CommandRun followed = replay("play", growing, "--speed", 1_000_000, "--follow");
        writer.join();
        assertEquals(0, followed.code(), followed.toString());
        assertEquals(replay("play", file(0), "--speed", 1_000_000).out(), followed.out());
    }

    private static void append(final Path file, final byte[] bytes) {
        try {
            Files.write(file, bytes, StandardOpenOption.APPEND);
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void shouldRefuseWrongArgumentsInOneLine() throws IOException {
        play(2, 100, -1);
        Files.createDirectory(folder.resolve("dir"));
        wrong("there is no file ", "verify", folder.resolve("none"));
        wrong(folder.resolve("dir") + " is a directory", "info", folder.resolve("dir"));
        wrong("--frame 101 is not in the recording, which has 0 to 100", "seek", file(0), "--frame", 101);
        wrong("--from -1 is not in the recording", "play", file(0), "--from=-1");
        wrong("--speed is 0, allowed is 1 to 1000000", "play", file(0), "--speed", 0);
        assertEquals(2, replay().code());
        final CommandRun exists = CommandRun.of("peer", "--player", "0", "--listen", "127.0.0.1:1", "--peer",
            "1=127.0.0.1:2", "--record", file(0).toString());
        assertEquals(2, exists.code());
        assertTrue(exists.err().get(0).endsWith("p0.rec exists already; a recording replaces no file"),
            exists.toString());
    }

    private static void wrong(final String why, final Object... args) {
        final CommandRun run = replay(args);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.err().get(0).contains(why), run.toString());
        assertTrue(run.err().size() <= 2, run.toString());
    }
}
