package io.lockstep.codecs.replay;

import io.lockstep.core.game.Simulation;

/**
 * What came of simulating a whole recording again.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @param frames     how many frames were simulated or, while the match was paused, passed
 * @param compared   how many checksums were compared
 * @param differing  how many of them differed
 * @param firstFrame the first frame after which the state was another one, −1 if none was
 * @param recorded   what was recorded of the checksum then: 32 bits in a check frame, otherwise 16
 * @param simulated  as many bits of what it is now
 * @param chain      a hash of the checksums of all states it went through: the same on every JVM, if the game is
 *                   deterministic
 * @since 0.1.0
 */
public record Verification(long frames, long compared, long differing, long firstFrame, int recorded, int simulated,
                           long chain) {

    private static final long NONE = -1;
    private static final int U16 = 0xFFFF;
    /** The multiplier of a 64-bit FNV-1a, over whole checksums instead of bytes. */
    private static final long CHAIN_PRIME = 0x100000001B3L;
    private static final long CHAIN_START = 0xCBF29CE484222325L;

    /**
     * Simulates a recording again and compares every checksum and every state in it.
     *
     * @param recording playable
     * @param game      a new game of the recorded kind
     * @return what came of it
     * @throws IllegalStateException    if it is not playable
     * @throws IllegalArgumentException if the game refuses a state
     */
    public static Verification of(final RecordingReader recording, final Simulation game) {
        final RecordingPlayer player = new RecordingPlayer(recording, game);
        long frames = 0;
        long compared = 0;
        long differing = 0;
        long firstFrame = NONE;
        int recorded = 0;
        int simulated = 0;
        long chain = CHAIN_START;
        while (player.step()) {
            frames++;
            chain = (chain ^ player.checksum()) * CHAIN_PRIME;
            chain ^= chain >>> Integer.SIZE;
            compared += player.isCompared() ? 1 : 0;
            if (!player.matches()) {
                differing++;
                if (firstFrame == NONE) {
                    firstFrame = player.frames().frame();
                    recorded = player.frames().checksum();
                    simulated = player.frames().isChecked() ? player.checksum() : player.checksum() & U16;
                }
            }
        }
        if (firstFrame == NONE && player.badSnapshot() != NONE) {
            // The lower half of the checksum was equal by chance, or the match was paused.
            return new Verification(frames, compared, 1, player.badSnapshot() - 1, 0, 0, chain);
        }
        return new Verification(frames, compared, differing, firstFrame, recorded, simulated, chain);
    }

    /**
     * Was every state the recorded one?
     *
     * @return true when the recording is verified
     */
    public boolean ok() {
        return firstFrame == NONE;
    }
}
