package io.lockstep.core.sync;

/**
 * Where the histories of two peers part.
 *
 * @param agreed     the newest frame known to have led both to the same state, {@link #NONE} if none is
 * @param frame      the first frame after which their states are known to differ, the one before the first if they
 *                   started from different ones; {@link #NONE} if the histories show no difference
 * @param exact      whether their states after the frame before it are known to be equal, or there is none
 * @param section    the first section that differs after it
 * @param inputFrame the first frame up to that one whose inputs differ, {@link #NONE} if none do
 */
public record FirstDifference(long agreed, long frame, boolean exact, int section, long inputFrame) {

    /** No frame. */
    public static final long NONE = Long.MIN_VALUE;

    /**
     * Compares two histories.
     *
     * @param local  of one peer
     * @param remote of the other
     * @param agreed the newest frame known to have led both to the same state, {@link #NONE} if none is
     * @param start  the frame before the first of the match
     * @return where they part
     */
    public static FirstDifference between(final HistoryExtract local, final HistoryExtract remote, final long agreed,
                                final long start) {
        final long from = Math.max(local.first(), remote.first());
        final long to = Math.min(local.last(), remote.last());
        long input = NONE;
        for (long frame = from; frame <= to; frame++) {
            if (input == NONE && !local.isBase(frame) && !remote.isBase(frame)
                && local.inputHash(frame) != remote.inputHash(frame)) {
                input = frame;
            }
            if (local.checksum(frame) != remote.checksum(frame)) {
                return new FirstDifference(frame == from ? agreed : frame - 1, frame,
                    frame > from || frame == agreed + 1 || frame == start,
                    section(local, remote, frame), input);
            }
        }
        return new FirstDifference(agreed, NONE, false, 0, NONE);
    }

    private static int section(final HistoryExtract local, final HistoryExtract remote, final long frame) {
        final int common = Math.min(local.sections(frame), remote.sections(frame));
        for (int i = 0; i < common; i++) {
            if (local.sum(frame, i) != remote.sum(frame, i)) {
                return i;
            }
        }
        return common;
    }
}
