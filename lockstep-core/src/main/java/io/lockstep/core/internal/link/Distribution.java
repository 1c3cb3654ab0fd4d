package io.lockstep.core.internal.link;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.HdrHistogram.Histogram;

/**
 * How often which values were measured, to a percent: exactly below 256, above in 128 steps from each power of two to
 * the next. Room is made for those that occur, which of a link are few: a histogram of its own for all that could occur
 * would be the largest part of a link.
 *
 * <p>One thread adds and never waits: it only ever counts on, and who takes remembers what it has taken. Any thread may
 * take.
 */
final class Distribution {

    private static final int STEP_BITS = 7;
    private static final int STEPS = 1 << STEP_BITS;
    private static final int BLOCK_BITS = 5;
    /** Steps that room is made for at once. */
    private static final int BLOCK = 1 << BLOCK_BITS;

    private final long most;
    /** Of the values below 128, of those below 256, and then of each power of two; null where none was measured. */
    private final AtomicReferenceArray<AtomicIntegerArray> counts;
    /** What was taken of each, by whoever takes; null where nothing was. */
    private final int[][] taken;

    /** Of values up to one that is far greater than any that tells something; greater ones count as that. */
    Distribution(final long most) {
        this.most = most;
        taken = new int[(rangeOf(most) + 1) * STEPS / BLOCK][];
        counts = new AtomicReferenceArray<>(taken.length);
    }

    private static int rangeOf(final long value) {
        return Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - STEP_BITS);
    }

    private static int shiftOf(final int range) {
        return Math.max(0, range - 1);
    }

    void add(final long value) {
        final long counted = Math.min(value, most);
        final int range = rangeOf(counted);
        final int step = (range << STEP_BITS) + ((int) (counted >> shiftOf(range)) & STEPS - 1);
        AtomicIntegerArray block = counts.get(step >> BLOCK_BITS);
        if (block == null) {
            block = new AtomicIntegerArray(BLOCK);
            counts.lazySet(step >> BLOCK_BITS, block);
        }
        final int i = step & BLOCK - 1;
        block.lazySet(i, block.get(i) + 1); // nobody else writes
    }

    /** Hands over what was measured since this was called last. */
    synchronized void take(final Histogram into) {
        into.reset();
        for (int number = 0; number < taken.length; number++) {
            final AtomicIntegerArray block = counts.get(number);
            if (block != null) {
                take(number << BLOCK_BITS, block, takenOf(number), into);
            }
        }
    }

    private int[] takenOf(final int number) {
        if (taken[number] == null) {
            taken[number] = new int[BLOCK];
        }
        return taken[number];
    }

    private static void take(final int first, final AtomicIntegerArray block, final int[] before,
                             final Histogram into) {
        for (int i = 0; i < BLOCK; i++) {
            final int count = block.get(i);
            if (count != before[i]) {
                into.recordValueWithCount(valueOf(first + i), count - before[i]);
                before[i] = count;
            }
        }
    }

    /** The lowest value that is counted there. */
    private static long valueOf(final int step) {
        final int range = step >> STEP_BITS;
        return (long) (range == 0 ? 0 : STEPS) + (step & STEPS - 1) << shiftOf(range);
    }
}
