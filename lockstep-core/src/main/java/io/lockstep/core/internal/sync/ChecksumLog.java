package io.lockstep.core.internal.sync;

import java.util.Arrays;

/**
 * The checksums of the newest frames, ours of every frame and the other peers' of every check frame, and their
 * comparison. A check frame is the last one of each interval: with an interval of 30, frames 29, 59, 89, …
 */
public final class ChecksumLog {

    /** Frames kept; as long as inputs are, because a peer cannot be further apart than that. */
    public static final int FRAMES = 256;

    private static final int MASK = FRAMES - 1;
    private static final long NONE = -1;

    private final int interval;
    private final long[] frames = new long[FRAMES];
    private final int[] checksums = new int[FRAMES];
    private final long[][] peerFrames;
    private final int[][] peerChecksums;

    /**
     * An empty log.
     *
     * @param interval frames from one check frame to the next, at least 1
     * @param peers    upper bound of the peer ids
     */
    public ChecksumLog(final int interval, final int peers) {
        this.interval = interval;
        peerFrames = new long[peers][FRAMES];
        peerChecksums = new int[peers][FRAMES];
        Arrays.fill(frames, NONE);
        for (final long[] row : peerFrames) {
            Arrays.fill(row, NONE);
        }
    }

    /**
     * Is this a frame whose checksum is exchanged?
     *
     * @param frame a frame
     * @return true for the last frame of each interval
     */
    public boolean isCheckFrame(final long frame) {
        return (frame + 1) % interval == 0;
    }

    /**
     * The first check frame not before a frame.
     *
     * @param frame a frame
     * @return a check frame
     */
    public long checkFrameFrom(final long frame) {
        return (frame + interval) / interval * interval - 1;
    }

    /**
     * Records our checksum.
     *
     * @param frame    the frame just simulated
     * @param checksum CRC32 of the state after it
     */
    public void record(final long frame, final int checksum) {
        final int slot = (int) frame & MASK;
        frames[slot] = frame;
        checksums[slot] = checksum;
    }

    /**
     * Forgets ours of some frames, which are to be simulated again.
     *
     * @param from the first of them
     */
    public void forgetFrom(final long from) {
        for (int slot = 0; slot < FRAMES; slot++) {
            if (frames[slot] >= from) {
                frames[slot] = NONE;
            }
        }
    }

    /**
     * Records a peer's checksum.
     *
     * @param peer     who sent it
     * @param frame    the frame it is of
     * @param checksum its CRC32
     * @return false when it was known already
     */
    public boolean record(final int peer, final long frame, final int checksum) {
        final int slot = (int) frame & MASK;
        if (peerFrames[peer][slot] == frame) {
            return false;
        }
        peerFrames[peer][slot] = frame;
        peerChecksums[peer][slot] = checksum;
        return true;
    }

    /**
     * Do we know our checksum of a frame?
     *
     * @param frame a frame
     * @return true when {@link #checksum} means something
     */
    public boolean has(final long frame) {
        return frames[(int) frame & MASK] == frame;
    }

    /**
     * Do we know a peer's checksum of a frame?
     *
     * @param peer  a peer
     * @param frame a frame
     * @return true when {@link #checksumOf} means something
     */
    public boolean has(final int peer, final long frame) {
        return peerFrames[peer][(int) frame & MASK] == frame;
    }

    /**
     * Our checksum.
     *
     * @param frame a frame the log {@link #has}
     * @return CRC32 of the state after it
     */
    public int checksum(final long frame) {
        return checksums[(int) frame & MASK];
    }

    /**
     * A peer's checksum.
     *
     * @param peer  a peer
     * @param frame a frame the log {@link #has} of that peer
     * @return CRC32 of its state after it
     */
    public int checksumOf(final int peer, final long frame) {
        return peerChecksums[peer][(int) frame & MASK];
    }
}
