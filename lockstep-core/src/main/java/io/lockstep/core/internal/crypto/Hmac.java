package io.lockstep.core.internal.crypto;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA256 (RFC 2104) by {@link MessageDigest}: unlike {@code javax.crypto.Mac} it makes no garbage. Feed it with
 * the {@code update} methods, then take the result, which begins the next one. Not thread-safe.
 */
public final class Hmac {

    /** Bytes of a result, and of the keys used here. */
    public static final int BYTES = 32;

    private static final int BLOCK_BYTES = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5C;

    private final MessageDigest digest;
    private final byte[] inner = new byte[BLOCK_BYTES];
    private final byte[] outer = new byte[BLOCK_BYTES];
    private final byte[] result = new byte[BYTES];
    private final byte[] number = new byte[Long.BYTES];

    /** A MAC under a key of at most 64 bytes, which is copied. */
    public Hmac(final byte[] key) {
        if (key.length > BLOCK_BYTES) {
            throw new IllegalArgumentException("a key of " + key.length + " B, at most " + BLOCK_BYTES);
        }
        digest = sha256();
        Arrays.fill(inner, INNER);
        Arrays.fill(outer, OUTER);
        for (int i = 0; i < key.length; i++) {
            inner[i] ^= key[i];
            outer[i] ^= key[i];
        }
        digest.update(inner);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has SHA-256", missing);
        }
    }

    /** What lies between position and limit; the buffer stays as it is. */
    public void update(final ByteBuffer bytes) {
        final int position = bytes.position();
        digest.update(bytes);
        bytes.position(position);
    }

    public void update(final byte[] bytes) {
        digest.update(bytes);
    }

    /** Eight bytes, the lowest first. */
    public void update(final long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            number[i] = (byte) (value >>> i * Byte.SIZE);
        }
        digest.update(number);
    }

    /** The first eight bytes of the result, the first one lowest. */
    public long first() {
        conclude(result, 0);
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = value << Byte.SIZE | result[i] & 0xFF;
        }
        return value;
    }

    /** The whole result. */
    public byte[] take() {
        final byte[] whole = new byte[BYTES];
        conclude(whole, 0);
        return whole;
    }

    private void conclude(final byte[] into, final int offset) {
        try {
            digest.digest(into, offset, BYTES);
            digest.update(outer);
            digest.update(into, offset, BYTES);
            digest.digest(into, offset, BYTES);
            digest.update(inner);
        } catch (final DigestException impossible) {
            throw new IllegalStateException("a digest of 32 B has room in 32 B", impossible);
        }
    }

    /** Forgets the key; nothing can be computed with it any more. */
    public void destroy() {
        digest.reset();
        Arrays.fill(inner, (byte) 0);
        Arrays.fill(outer, (byte) 0);
        Arrays.fill(result, (byte) 0);
    }
}
