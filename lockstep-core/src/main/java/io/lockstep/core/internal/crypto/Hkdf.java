package io.lockstep.core.internal.crypto;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** HKDF-SHA256 (RFC 5869): keys for different purposes from one secret. */
public final class Hkdf {

    private Hkdf() {
    }

    /** Any input of any length becomes a key; RFC 5869, 2.2. */
    public static byte[] extract(final byte[] salt, final byte[] input) {
        final Hmac hmac = new Hmac(salt);
        hmac.update(input);
        final byte[] key = hmac.take();
        hmac.destroy();
        return key;
    }

    /** A key of 32 bytes for a purpose; the first block of RFC 5869, 2.3. */
    public static byte[] expand(final byte[] key, final byte[] info) {
        final Hmac hmac = new Hmac(key);
        hmac.update(info);
        hmac.update(new byte[] {1});
        final byte[] block = hmac.take();
        hmac.destroy();
        return block;
    }

    /** A key for a purpose between two peers, from the first to the second. */
    public static byte[] expand(final byte[] key, final String purpose, final int from, final int to) {
        final byte[] words = purpose.getBytes(StandardCharsets.US_ASCII);
        final byte[] info = Arrays.copyOf(words, words.length + 2);
        info[words.length] = (byte) from;
        info[words.length + 1] = (byte) to;
        return expand(key, info);
    }
}
