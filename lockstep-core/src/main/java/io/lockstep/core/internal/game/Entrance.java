package io.lockstep.core.internal.game;

import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.internal.crypto.Hkdf;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * How this process enters the match.
 *
 * @param joining   whether the match is being played already
 * @param seed      where the session's own random numbers start
 * @param seatToken proves that a seat is ours when we come back
 * @param recorder  records the match; null for none
 */
public record Entrance(boolean joining, long seed, long seatToken, MatchRecorder recorder) {

    /** An odd number: no seed comes twice. */
    private static final long SEED_STEP = 0xBF58476D1CE4E5B9L;

    /**
     * Derives a key that only this process has from the seed, in one direction. Salts and incarnations, which all peers
     * see, come from {@link #numbers}; neither the seed nor a key can be computed from them.
     *
     * @param purpose the purpose of the key, in ASCII
     * @param peer    the peer of the link that uses it
     * @return 32 bytes, to be zeroed after use
     */
    public byte[] key(final String purpose, final int peer) {
        return Hkdf.expand(ByteBuffer.allocate(Long.BYTES).putLong(seed).array(), purpose, peer, peer);
    }

    /**
     * Returns numbers that other peers see, such as salts.
     *
     * @return the same numbers for the same seed
     */
    public SplittableRandom numbers() {
        return new SplittableRandom(ByteBuffer.wrap(key("lockstep numbers", 0)).getLong());
    }

    /**
     * That of the same player who comes back: to the others it is another process, which has another incarnation.
     *
     * @return with another seed, and without a recorder
     */
    public Entrance again() {
        return new Entrance(true, seed + SEED_STEP, seatToken, null);
    }
}
