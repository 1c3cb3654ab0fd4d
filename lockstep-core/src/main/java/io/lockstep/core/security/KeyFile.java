package io.lockstep.core.security;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/**
 * A line of text that holds keys: a word that says what it is, and hexadecimal numbers. Files are readable by their
 * owner alone; one that others can read is refused, as ssh does.
 */
@SuppressForbidden("here, and only here, keys come from the system's randomness and from files")
final class KeyFile {

    /** Longer than any of ours: nothing big is read because somebody named the wrong file. */
    private static final int MAX_BYTES = 1024;
    private static final Set<PosixFilePermission> OWNER =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private KeyFile() {
    }

    static byte[] random(final int bytes) {
        final byte[] drawn = new byte[bytes];
        fill(drawn);
        return drawn;
    }

    static void fill(final byte[] bytes) {
        new SecureRandom().nextBytes(bytes);
    }

    static String text(final String word, final byte[] secret) {
        return word + ' ' + HexFormat.of().formatHex(secret);
    }

    /** The bytes behind the word. */
    static byte[] parse(final String word, final int bytes, final String text) {
        final String line = text.strip();
        final String hex = line.startsWith(word + ' ') ? line.substring(word.length() + 1).strip() : line;
        if (hex.length() != 2 * bytes || !hex.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128)) {
            // What is there is not shown: it may be a key.
            throw new IllegalArgumentException("not a " + word + ": " + 2 * bytes + " hexadecimal digits are wanted, "
                + hex.length() + " characters are there");
        }
        return HexFormat.of().parseHex(hex);
    }

    static String read(final Path file) throws IOException {
        if (isPosix(file)) {
            final Set<PosixFilePermission> granted = Files.getPosixFilePermissions(file);
            if (!OWNER.containsAll(granted)) {
                throw new IOException(file + " can be read by others (" + PosixFilePermissions.toString(granted)
                    + "): chmod 600 it");
            }
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file + " is no key: " + Files.size(file) + " B, at most " + MAX_BYTES);
        }
        final byte[] bytes = Files.readAllBytes(file);
        final String text = new String(bytes, StandardCharsets.US_ASCII);
        Arrays.fill(bytes, (byte) 0);
        return text;
    }

    /** Makes the file; one that is there is not overwritten. */
    static void write(final Path file, final String line) throws IOException {
        final Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        final FileAttribute<?>[] attributes = isPosix(file.toAbsolutePath())
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)} : new FileAttribute<?>[0];
        try (SeekableByteChannel channel = Files.newByteChannel(file, options, attributes)) {
            channel.write(ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.US_ASCII)));
        }
    }

    private static boolean isPosix(final Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
