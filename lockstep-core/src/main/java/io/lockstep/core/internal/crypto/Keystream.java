package io.lockstep.core.internal.crypto;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES in counter mode (NIST SP 800-38A, 6.5): a block of the counter is the sequence of the datagram and the number of
 * the block in it, so that no counter is used twice under a key of one direction of one lane. Nothing is proven by it:
 * the tag beside the datagram does that, of what is encrypted. Allocation-free, not thread-safe.
 */
public final class Keystream {

    private static final int BLOCK_BYTES = 16;
    /** Blocks made at once: of the usual datagram all, of a long one without a long buffer. */
    private static final int BLOCKS = 8;

    private final Cipher cipher;
    private final byte[] counters = new byte[BLOCKS * BLOCK_BYTES];
    private final ByteBuffer counterNumbers = ByteBuffer.wrap(counters);
    private final byte[] stream = new byte[BLOCKS * BLOCK_BYTES];

    /** The stream of a key of 16 or 32 bytes. */
    public Keystream(final byte[] key) {
        try {
            cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        } catch (final GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has AES", missing);
        }
    }

    /** Encrypts what lies between position and limit, or decrypts it, in place. */
    public void apply(final long sequence, final ByteBuffer bytes) {
        final int end = bytes.limit();
        long block = 0;
        for (int at = bytes.position(); at < end; at += counters.length) {
            final int length = Math.min(counters.length, end - at);
            for (int i = 0; i * BLOCK_BYTES < length; i++) {
                counterNumbers.putLong(i * BLOCK_BYTES, sequence).putLong(i * BLOCK_BYTES + Long.BYTES, block++);
            }
            fill(length + BLOCK_BYTES - 1 & -BLOCK_BYTES);
            for (int i = 0; i < length; i++) {
                bytes.put(at + i, (byte) (bytes.get(at + i) ^ stream[i]));
            }
        }
    }

    private void fill(final int length) {
        try {
            cipher.update(counters, 0, length, stream, 0);
        } catch (final ShortBufferException impossible) {
            throw new IllegalStateException("as many bytes come out as go in", impossible);
        }
    }

    /** Forgets what was made of the key; the key itself is the garbage collector's. */
    public void destroy() {
        Arrays.fill(stream, (byte) 0);
    }
}
