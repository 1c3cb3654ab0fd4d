package io.lockstep.core.security;

import java.util.Arrays;

/**
 * What the others know of an {@link Identity}: the public keys of a player. Not secret; what matters is that it is the
 * right player's.
 *
 * <p>Immutable.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class PublicIdentity {

    /** Length: an X25519 key and an Ed25519 key, 32 bytes each (RFC 7748, RFC 8032). */
    public static final int BYTES = 64;

    private static final String WORD = "lockstep-public-identity";

    private final byte[] keys;

    private PublicIdentity(final byte[] keys) {
        this.keys = keys;
    }

    /**
     * Public keys that come from elsewhere, such as a lobby.
     *
     * @param bytes the X25519 key, then the Ed25519 key, 32 bytes each; copied
     * @return what they are of
     * @throws IllegalArgumentException if there are not 64
     */
    public static PublicIdentity of(final byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a public identity has " + BYTES + " B, not " + bytes.length);
        }
        return new PublicIdentity(bytes.clone());
    }

    /**
     * Reads what {@link #text()} has written.
     *
     * @param text 128 hexadecimal digits, with or without the word in front of them
     * @return the keys
     * @throws IllegalArgumentException if they are none
     */
    public static PublicIdentity parse(final String text) {
        return new PublicIdentity(KeyFile.parse(WORD, BYTES, text));
    }

    /**
     * The keys as a line of text.
     *
     * @return for a roster
     */
    public String text() {
        return KeyFile.text(WORD, keys);
    }

    /**
     * The keys, for whoever hands them on; {@link #of} reads them.
     *
     * @return {@value #BYTES} bytes, a copy
     */
    public byte[] bytes() {
        return keys.clone();
    }

    byte[] agreementKey() {
        return Arrays.copyOf(keys, BYTES / 2);
    }

    byte[] signatureKey() {
        return Arrays.copyOfRange(keys, BYTES / 2, BYTES);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof PublicIdentity that && Arrays.equals(keys, that.keys);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(keys);
    }

    @Override
    public String toString() {
        return text();
    }
}
