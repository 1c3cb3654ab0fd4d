package io.lockstep.core.sync;

/**
 * Where the histories of two peers part.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @param agreed     the newest frame known to have led both to the same state, {@link #NONE} if none is
 * @param frame      the first frame after which their states are known to differ, the one before the first if they
 *                   started from different ones; {@link #NONE} if the histories show no difference
 * @param exact      whether their states after the frame before it are known to be equal, or there is none
 * @param section    the first section that differs after it
 * @param inputFrame the first frame up to that one whose inputs differ, {@link #NONE} if none do
 * @since 0.1.0
 */
public record FirstDifference(long agreed, long frame, boolean exact, int section, long inputFrame) {

    /** No frame. */
    public static final long NONE = Long.MIN_VALUE;
}
