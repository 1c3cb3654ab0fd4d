package io.lockstep.examples.replay;

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

/** A file that a match is recorded to. It is never an existing one, and only grows. */
public final class RecordingFile implements RecordingSink, AutoCloseable {

    private final Path path;
    private final FileChannel channel;
    private final RecordingWriter writer;

    private RecordingFile(final Path path, final FileChannel channel, final int snapshotFrames) {
        this.path = path;
        this.channel = channel;
        writer = new RecordingWriter(this, buildId(), snapshotFrames);
    }

    /**
     * Creates a file.
     *
     * @param path           where there is none yet
     * @param snapshotFrames frames from one snapshot to the next
     * @return an empty recording
     * @throws IllegalArgumentException if it cannot be created; the text says why
     */
    public static RecordingFile create(final Path path, final int snapshotFrames) {
        if (path.toString().isEmpty()) {
            throw new IllegalArgumentException("the recording has no name");
        }
        try {
            return new RecordingFile(path,
                FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), snapshotFrames);
        } catch (final FileAlreadyExistsException exists) {
            throw new IllegalArgumentException(path + " exists already; a recording replaces no file", exists);
        } catch (final NoSuchFileException missing) {
            final Path directory = path.toAbsolutePath().getParent();
            throw new IllegalArgumentException(Files.isDirectory(directory) ? "cannot create files in " + directory
                : "there is no directory " + directory, missing);
        } catch (final IOException failed) {
            throw new IllegalArgumentException("cannot create " + path + ": " + why(failed), failed);
        }
    }

    static String why(final IOException failed) {
        return failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage();
    }

    /**
     * Which build this is, as recordings and reports say it.
     *
     * @return name and version
     */
    public static String buildId() {
        final String version = RecordingFile.class.getPackage().getImplementationVersion();
        return "lockstep " + (version == null ? "(development build)" : version);
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
    public String append(final ByteBuffer bytes) {
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
