package io.lockstep.core.internal.sync;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Stands for everything that is loaded with a state: the first 128 bits of SHA-256 over the match, the frame, what the
 * session knows beside the game, and the game's state. CRC32 finds accidents; a state with the same CRC32 as another
 * one is made in a second, one with the same hash by nobody.
 *
 * @param high the first eight bytes, little-endian
 * @param low  the next eight
 */
public record StateHash(long high, long low) {

    private static final int PREFIX_BYTES = 2 * Long.BYTES;

    /**
     * The hash of a state.
     *
     * @param matchId the match
     * @param frame   the frame after which it was taken
     * @param beside  what the session knows beside it, all of this array
     * @param state   where the state is
     * @param length  how many bytes of that
     * @return never null
     */
    public static StateHash of(final long matchId, final long frame, final byte[] beside, final byte[] state,
                               final int length) {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(ByteBuffer.allocate(PREFIX_BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(matchId)
                .putLong(frame).flip());
            digest.update(beside);
            digest.update(state, 0, length);
            final ByteBuffer sum = ByteBuffer.wrap(digest.digest()).order(ByteOrder.LITTLE_ENDIAN);
            return new StateHash(sum.getLong(), sum.getLong());
        } catch (final NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }
}
