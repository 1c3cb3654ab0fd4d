package io.lockstep.core.security;

import io.lockstep.core.internal.crypto.Curve;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A player's own keys, which tell it from every other member: one for agreeing on keys of links (X25519) and one for
 * what must be shown to others (Ed25519). Never printed unless asked for with {@link #text()}.
 *
 * <p>Thread-safe but for {@link #destroy()}.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class Identity {

    private static final String WORD = "lockstep-identity";

    /** The X25519 private key, the Ed25519 private key and its public one. */
    private static final int BYTES = 3 * Curve.BYTES;

    private final byte[] keys;
    private final PublicIdentity publicIdentity;

    private Identity(final byte[] keys) {
        this.keys = keys;
        final byte[] secret = agreementSecret();
        final byte[] shown = Arrays.copyOf(Curve.agreementKey(secret), 2 * Curve.BYTES);
        Arrays.fill(secret, (byte) 0);
        System.arraycopy(keys, 2 * Curve.BYTES, shown, Curve.BYTES, Curve.BYTES);
        publicIdentity = PublicIdentity.of(shown);
    }

    /**
     * A new identity, from the system's randomness.
     *
     * @return one that nobody else has
     */
    public static Identity generate() {
        final byte[] keys = new byte[BYTES];
        final byte[] agreement = KeyFile.random(Curve.BYTES);
        final byte[] signature = Curve.signatureKeys();
        System.arraycopy(agreement, 0, keys, 0, Curve.BYTES);
        System.arraycopy(signature, 0, keys, Curve.BYTES, 2 * Curve.BYTES);
        Arrays.fill(agreement, (byte) 0);
        Arrays.fill(signature, (byte) 0);
        return new Identity(keys);
    }

    /**
     * Reads what {@link #text()} has written.
     *
     * @param text 192 hexadecimal digits, with or without the word in front of them
     * @return the identity
     * @throws IllegalArgumentException if it is none; the message does not repeat it
     */
    public static Identity parse(final String text) {
        return new Identity(KeyFile.parse(WORD, BYTES, text));
    }

    /**
     * Reads an identity's file.
     *
     * @param file a file that {@link #write} made, or that holds such a line
     * @return the identity
     * @throws IOException              if it cannot be read, is readable by other users than its owner, or belongs to
     *                                  another user
     * @throws IllegalArgumentException if it holds no identity
     */
    public static Identity read(final Path file) throws IOException {
        return new Identity(KeyFile.read(WORD, BYTES, file));
    }

    /**
     * Writes the identity to a file, which its owner alone can read.
     *
     * @param file must not exist
     * @throws IOException if it exists or cannot be written
     */
    public void write(final Path file) throws IOException {
        KeyFile.write(file, WORD, keys);
    }

    /**
     * The private keys themselves.
     *
     * @return a line to be kept secret
     */
    public String text() {
        return KeyFile.text(WORD, keys);
    }

    /**
     * What the others may know.
     *
     * @return the public keys
     */
    public PublicIdentity publicIdentity() {
        return publicIdentity;
    }

    byte[] agreementSecret() {
        return Arrays.copyOf(keys, Curve.BYTES);
    }

    byte[] signatureSecret() {
        return Arrays.copyOfRange(keys, Curve.BYTES, 2 * Curve.BYTES);
    }

    /** Overwrites the private keys with zeros. */
    public void destroy() {
        Arrays.fill(keys, (byte) 0);
    }

    /** Does not show the keys. */
    @Override
    public String toString() {
        return "Identity";
    }
}
