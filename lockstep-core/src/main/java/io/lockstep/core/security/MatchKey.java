package io.lockstep.core.security;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The secret that the members of a match share: who does not have it can neither speak nor be heard. It travels with
 * the invitation, by whatever way the game invites. 32 bytes; never printed unless asked for with {@link #text()}.
 *
 * <p>Thread-safe but for {@link #destroy()}.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class MatchKey {

    /** Length of a key. */
    public static final int BYTES = 32;

    private static final String WORD = "lockstep-match-key";

    private final byte[] secret;

    private MatchKey(final byte[] secret) {
        this.secret = secret;
    }

    /**
     * A new key, from the system's randomness.
     *
     * @return a key that nobody else has
     */
    public static MatchKey generate() {
        return new MatchKey(KeyFile.random(BYTES));
    }

    /**
     * A key that comes from elsewhere, such as a lobby.
     *
     * @param bytes 32 bytes that nobody can guess; copied
     * @return the key
     * @throws IllegalArgumentException if there are not 32
     */
    public static MatchKey of(final byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a match key has " + BYTES + " B, not " + bytes.length);
        }
        return new MatchKey(bytes.clone());
    }

    /**
     * Reads what {@link #text()} has written.
     *
     * @param text 64 hexadecimal digits, with or without the word in front of them
     * @return the key
     * @throws IllegalArgumentException if it is no key; the message does not repeat it
     */
    public static MatchKey parse(final String text) {
        return new MatchKey(KeyFile.parse(WORD, BYTES, text));
    }

    /**
     * Reads a key file.
     *
     * @param file a file that {@link #write} made, or that holds such a line
     * @return the key
     * @throws IOException              if it cannot be read, is readable by other users than its owner, or belongs to
     *                                  another user
     * @throws IllegalArgumentException if it holds no key
     */
    public static MatchKey read(final Path file) throws IOException {
        return new MatchKey(KeyFile.read(WORD, BYTES, file));
    }

    /**
     * Writes a key file, which its owner alone can read.
     *
     * @param file must not exist
     * @throws IOException if it exists or cannot be written
     */
    public void write(final Path file) throws IOException {
        KeyFile.write(file, WORD, secret);
    }

    /**
     * The key itself, for an invitation.
     *
     * @return a line to be kept secret
     */
    public String text() {
        return KeyFile.text(WORD, secret);
    }

    byte[] secret() {
        return secret;
    }

    /** Overwrites the key with zeros. Keys of links that were made from it go on. */
    public void destroy() {
        Arrays.fill(secret, (byte) 0);
    }

    /** Does not show the key. */
    @Override
    public String toString() {
        return "MatchKey";
    }
}
