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
import org.jspecify.annotations.Nullable;

/**
 * A line of text that holds keys: a word that names its kind, and hexadecimal numbers. Key files are readable by their
 * owner alone. A file that other users can read, or that belongs to another user, is refused, as ssh does.
 */
@SuppressForbidden("here, and only here, keys come from the system's randomness and from files")
final class KeyFile {

    /** Longer than any of ours: nothing big is read because somebody named the wrong file. */
    private static final int MAX_BYTES = 1024;
    private static final Set<PosixFilePermission> OWNER =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final String ROOT = "root";
    /** A directory that belongs to the user of this process, on Linux. */
    private static final Path SELF = Path.of("/proc/self");
    private static final int HEX = 16;
    private static final int HEX_BITS = 4;

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
        return parse(word, bytes, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] parse(final String word, final int bytes, final byte[] text) {
        int from = 0;
        int to = text.length;
        while (from < to && isBlank(text[from])) {
            from++;
        }
        while (to > from && isBlank(text[to - 1])) {
            to--;
        }
        final byte[] head = (word + ' ').getBytes(StandardCharsets.US_ASCII);
        if (to - from > head.length && Arrays.equals(text, from, from + head.length, head, 0, head.length)) {
            from += head.length;
            while (from < to && isBlank(text[from])) {
                from++;
            }
        }
        final byte[] parsed = new byte[bytes];
        boolean isHex = to - from == 2 * bytes;
        for (int i = 0; isHex && i < bytes; i++) {
            final int high = Character.digit(text[from + 2 * i], HEX);
            final int low = Character.digit(text[from + 2 * i + 1], HEX);
            isHex = high >= 0 && low >= 0;
            parsed[i] = (byte) (high << HEX_BITS | low);
        }
        if (!isHex) {
            Arrays.fill(parsed, (byte) 0);
            // The message does not repeat the text: it may be a key.
            throw new IllegalArgumentException("not a " + word + ": " + 2 * bytes + " hexadecimal digits are wanted, "
                + (to - from) + " characters are there");
        }
        return parsed;
    }

    private static boolean isBlank(final byte character) {
        return character == ' ' || character >= '\t' && character <= '\r';
    }

    /** Reads the key of a file, and leaves no other copy of it. */
    static byte[] read(final String word, final int bytes, final Path file) throws IOException {
        if (isPosix(file)) {
            final Set<PosixFilePermission> granted = Files.getPosixFilePermissions(file);
            if (!OWNER.containsAll(granted)) {
                throw new IOException(file + " can be read by others (" + PosixFilePermissions.toString(granted)
                    + "): chmod 600 it");
            }
            checkOwner(file);
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file + " is no key: " + Files.size(file) + " B, at most " + MAX_BYTES);
        }
        final byte[] line = Files.readAllBytes(file);
        try {
            return parse(word, bytes, line);
        } finally {
            Arrays.fill(line, (byte) 0);
        }
    }

    /** Refuses a file of another user, since that user knows the key; only root may own it for us. */
    private static void checkOwner(final Path file) throws IOException {
        final String owner = Files.getOwner(file).getName();
        if (!owner.equals(System.getProperty("user.name")) && !owner.equals(ROOT) && !owner.equals(processOwner())) {
            throw new IOException(file + " belongs to " + owner + ", who can read it: chown it");
        }
    }

    /**
     * Returns the user of this process, or null if the system does not tell. In some containers the user has no name.
     */
    private static @Nullable String processOwner() throws IOException {
        return Files.exists(SELF) ? Files.getOwner(SELF).getName() : null;
    }

    /** Creates the file and never overwrites one. It leaves no other copy of the key in memory. */
    static void write(final Path file, final String word, final byte[] secret) throws IOException {
        final Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        final FileAttribute<?>[] attributes = isPosix(file.toAbsolutePath())
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)} : new FileAttribute<?>[0];
        final ByteBuffer line = ByteBuffer.allocate(word.length() + 2 * secret.length + 2);
        line.put((word + ' ').getBytes(StandardCharsets.US_ASCII));
        for (final byte one : secret) {
            line.put((byte) Character.forDigit(one >> HEX_BITS & HEX - 1, HEX))
                .put((byte) Character.forDigit(one & HEX - 1, HEX));
        }
        line.put((byte) '\n').flip();
        try (SeekableByteChannel channel = Files.newByteChannel(file, options, attributes)) {
            channel.write(line);
        } finally {
            Arrays.fill(line.array(), (byte) 0);
        }
    }

    private static boolean isPosix(final Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
