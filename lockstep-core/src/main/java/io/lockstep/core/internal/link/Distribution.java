package io.lockstep.core.internal.link;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * How often which values were measured, to a percent: exactly below 256, above in 128 steps from each power of two to
 * the next. Room is made for those that occur, which of a link are few: a histogram of its own for all that could occur
 * would be the largest part of a link. One thread adds, any thread may take.
 */
final class Distribution {

    private static final int STEP_BITS = 7;
    private static final int STEPS = 1 << STEP_BITS;
    private static final int BLOCK_BITS = 5;
    /** Steps that room is made for at once. */
    private static final int BLOCK = 1 << BLOCK_BITS;

    private final long most;
    /** Of the values below 128, of those below 256, and then of each power of two; null where none was measured. */
    private final int[][] counts;

    /** Of values up to one that is far greater than any that tells something; greater ones count as that. */
    Distribution(final long most) {
        this.most = most;
        counts = new int[(rangeOf(most) + 1) * STEPS / BLOCK][];
    }

    private static int rangeOf(final long value) {
        return Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - STEP_BITS);
    }

    private static int shiftOf(final int range) {
        return Math.max(0, range - 1);
    }

    synchronized void add(final long value) {
        final long counted = Math.min(value, most);
        final int range = rangeOf(counted);
        final int step = (range << STEP_BITS) + ((int) (counted >> shiftOf(range)) & STEPS - 1);
        final int block = step >> BLOCK_BITS;
        if (counts[block] == null) {
            counts[block] = new int[BLOCK];
        }
        counts[block][step & BLOCK - 1]++;
    }

    /** Hands over what was measured since this was called last. */
    synchronized void take(final Histogram into) {
        into.reset();
        for (int block = 0; block < counts.length; block++) {
            for (int i = 0; counts[block] != null && i < BLOCK; i++) {
                if (counts[block][i] > 0) {
                    into.recordValueWithCount(valueOf((block << BLOCK_BITS) + i), counts[block][i]);
                }
            }
        }
        for (final int[] block : counts) {
            if (block != null) {
                Arrays.fill(block, 0);
            }
        }
    }

    /** The lowest value that is counted there. */
    private static long valueOf(final int step) {
        final int range = step >> STEP_BITS;
        return (long) (range == 0 ? 0 : STEPS) + (step & STEPS - 1) << shiftOf(range);
    }
}
