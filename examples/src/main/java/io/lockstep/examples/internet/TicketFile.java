package io.lockstep.examples.internet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A file with a ticket, which its owner alone can read where the system knows owners. */
final class TicketFile {

    private static final String OWNER_ALONE = "rw-------";

    private final Path path;

    TicketFile(final Path path) {
        this.path = path;
    }

    void write(final String ticket) throws IOException {
        Files.deleteIfExists(path);
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ALONE)));
        }
        Files.writeString(path, ticket + System.lineSeparator(), StandardCharsets.US_ASCII);
    }

    String read() {
        try {
            return Files.readString(path, StandardCharsets.US_ASCII).strip();
        } catch (final IOException unreadable) {
            throw new IllegalArgumentException("cannot read the ticket " + path + ": join without --rejoin, or name it "
                + "with --ticket");
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (final IOException kept) {
            path.toFile().deleteOnExit();
        }
    }
}
