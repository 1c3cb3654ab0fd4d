package io.lockstep.examples.replay;

import io.lockstep.core.replay.RecordingSink;
import io.lockstep.core.replay.RecordingWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that a match is recorded to. It is never an existing one, and only grows. */
public final class RecordingFile implements RecordingSink, AutoCloseable {

    private final FileChannel channel;
    private final RecordingWriter writer;

    private RecordingFile(final FileChannel channel, final int snapshotFrames) {
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
        try {
            return new RecordingFile(
                FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), snapshotFrames);
        } catch (final FileAlreadyExistsException exists) {
            throw new IllegalArgumentException(path + " exists already; a recording replaces no file", exists);
        } catch (final NoSuchFileException missing) {
            throw new IllegalArgumentException("there is no directory for " + path, missing);
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

    /** Writes what is still waiting and closes the file; {@link RecordingWriter#problem()} says what went wrong. */
    @Override
    public void close() {
        writer.flush();
        try {
            channel.close();
        } catch (final IOException failed) {
            // What was written is written; what was not is known already.
            return;
        }
    }
}
