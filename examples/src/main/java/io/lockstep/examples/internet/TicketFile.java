package io.lockstep.examples.internet;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A file with a ticket, which its owner alone can read where the system knows owners. */
final class TicketFile {

    private static final String OWNER_ALONE = "rw-------";
    private static final String BEGIN = "lockstep-ticket-";

    private final Path path;

    TicketFile(final Path path) {
        this.path = path;
    }

    /** That no other file is in its place: it would be lost. */
    void check() {
        try (BufferedReader file = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
            final String line = file.readLine();
            if (line != null && !line.startsWith(BEGIN)) {
                throw new IllegalArgumentException("--ticket " + path + " is a file of another kind: name another");
            }
        } catch (final NoSuchFileException free) {
            return;
        } catch (final IOException unreadable) {
            throw new IllegalArgumentException("--ticket " + path + " cannot be read: name another file");
        }
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
