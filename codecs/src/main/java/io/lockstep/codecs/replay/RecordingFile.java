package io.lockstep.codecs.replay;

import io.lockstep.core.replay.RecordingSink;
import io.lockstep.core.replay.RecordingWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that a match is recorded to. It is never an existing one, and only grows.
 *
 * <pre>
 * try (RecordingFile file = RecordingFile.create(path, "mygame 1.4 (3f2a9c1)", 600);
 *     Session session = Session.builder().recording(file.writer()) … .build()) {
 *     … play …
 * }
 * </pre>
 *
 * <p>Belongs to the session's thread, which it keeps waiting once a second, for as long as the system takes over some
 * kilobytes.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
@SuppressForbidden("here, and only here, a recording is written to a file")
public final class RecordingFile implements RecordingSink, AutoCloseable {

    private final Path path;
    private final FileChannel channel;
    private final RecordingWriter writer;

    private RecordingFile(final Path path, final String build, final int snapshotFrames) throws IOException {
        this.path = path;
        // First, so that what it refuses leaves no file behind.
        writer = new RecordingWriter(this, build, snapshotFrames);
        channel = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    }

    /**
     * Creates a file.
     *
     * @param path           where there is none yet
     * @param build          which build of the game this is, for people: see {@link RecordingWriter}
     * @param snapshotFrames frames from one snapshot to the next
     * @return an empty recording
     * @throws IllegalArgumentException if it cannot be created, or the writer refuses one of them; the text says why
     */
    public static RecordingFile create(final Path path, final String build, final int snapshotFrames) {
        if (path.toString().isEmpty()) {
            throw new IllegalArgumentException("the recording has no name");
        }
        try {
            return new RecordingFile(path, build, snapshotFrames);
        } catch (final FileAlreadyExistsException exists) {
            throw new IllegalArgumentException(path + " exists already; a recording replaces no file", exists);
        } catch (final NoSuchFileException missing) {
            final Path directory = path.toAbsolutePath().getParent();
            throw new IllegalArgumentException(directory != null && Files.isDirectory(directory)
                ? "cannot create files in " + directory : "there is no directory " + directory, missing);
        } catch (final IOException failed) {
            throw new IllegalArgumentException("cannot create " + path + ": " + why(failed), failed);
        }
    }

    private static String why(final IOException failed) {
        return failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage();
    }

    /**
     * What the session is given.
     *
     * @return writes to this file
     */
    public RecordingWriter writer() {
        return writer;
    }

    @Override
    public @Nullable String append(final ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return null;
        } catch (final IOException failed) {
            return "the recording ends here: " + why(failed);
        }
    }

    /**
     * Writes what is still waiting and closes the file; {@link RecordingWriter#problem()} says what went wrong. When no
     * match came about there is no file either, so that the next attempt may have its name.
     */
    @Override
    public void close() {
        writer.flush();
        try {
            final boolean empty = channel.size() == 0;
            channel.close();
            if (empty) {
                Files.deleteIfExists(path);
            }
        } catch (final IOException failed) {
            // What was written is written; what was not is known already.
            return;
        }
    }
}
