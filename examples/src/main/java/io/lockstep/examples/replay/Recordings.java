package io.lockstep.examples.replay;

import io.lockstep.codecs.replay.RecordingCode;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.Simulation;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.Rules;
import io.lockstep.examples.peer.MatchPeer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.function.IntSupplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reads recordings for a command, and makes the game that was recorded. */
final class Recordings {

    /** Exit code when something differs. */
    static final int DIFFERS = 1;
    /** Exit code when a file is damaged, cut off, foreign or newer. */
    static final int UNREADABLE = 3;

    /** What one buffer can map; a recording of a day is a hundredth of it. */
    private static final long MAX_FILE_BYTES = Integer.MAX_VALUE;

    private Recordings() {
    }

    /** Maps a file and checks all of it. */
    static RecordingReader read(final CommandSpec spec, final Path path) {
        return new RecordingReader(map(spec, path));
    }

    /**
     * Runs a command whose game may refuse what was recorded, although every CRC of it is right: then says so.
     *
     * @param files the recording or recordings
     */
    static int guarded(final CommandSpec spec, final String files, final IntSupplier command) {
        try {
            return command.getAsInt();
        } catch (final IllegalArgumentException refused) {
            fail(spec, files + ": the game refuses what was recorded: " + refused.getMessage());
            return UNREADABLE;
        }
    }

    /** Maps a file as it is now. */
    static ByteBuffer map(final CommandSpec spec, final Path path) {
        if (Files.isDirectory(path)) {
            throw wrong(spec, path + " is a directory");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (channel.size() > MAX_FILE_BYTES) {
                throw wrong(spec, path + " has more than " + MAX_FILE_BYTES + " bytes");
            }
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        } catch (final NoSuchFileException missing) {
            throw wrong(spec, "there is no file " + path);
        } catch (final IOException failed) {
            throw wrong(spec, "cannot read " + path + ": "
                + (failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage()));
        }
    }

    /** Says what is wrong with a recording, if anything is; whether something can be played all the same. */
    static boolean complain(final CommandSpec spec, final Path path, final RecordingReader recording) {
        if (recording.code() != RecordingCode.OK) {
            fail(spec, path + ": " + recording.message());
        } else if (!recording.isPlayable()) {
            fail(spec, path + ": the recording stops before the first frame");
        }
        return recording.isPlayable();
    }

    static int exitCode(final RecordingReader recording) {
        return recording.code() == RecordingCode.OK && recording.isPlayable() ? 0 : UNREADABLE;
    }

    static void fail(final CommandSpec spec, final String why) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.qualifiedName() + ": " + why);
        err.flush();
    }

    /** A new game of the kind that was recorded. */
    static Simulation game(final CommandSpec spec, final RecordingReader recording) {
        final MatchDescription match = recording.header().match();
        if (!match.gameId().equals(MatchPeer.GAME_ID) || match.players() < Rules.MIN_PLAYERS) {
            throw wrong(spec, "the recording is of the game " + match.gameId() + " with " + match.players()
                + " players; this tool plays " + MatchPeer.GAME_ID + " only");
        }
        return new Dogfight(match.players(), match.matchId());
    }

    static ParameterException wrong(final CommandSpec spec, final String why) {
        return new ParameterException(spec.commandLine(), why);
    }

    static String hex8(final int checksum) {
        return HexFormat.of().toHexDigits(checksum);
    }
}
