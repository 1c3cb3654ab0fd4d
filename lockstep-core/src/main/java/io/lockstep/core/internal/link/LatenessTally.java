package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.DelaySettings;
import java.util.Arrays;

/**
 * How early or late the inputs of one peer came in the last seconds, and how much of it could be given up at a profit:
 * a late input stalls the match, an early one was delayed for nothing, and a stalled tick in {@code stallPrice} frames
 * costs as much as a tick of delay. Of inputs that come together only the first is late: the others wait for it, and
 * nobody waits for them.
 */
final class LatenessTally {

    /** With fewer frames than this, half a second at 60 Hz, a share of late ones means nothing: the latest counts. */
    static final int FEW_FRAMES = 30;

    /** Number of bins in a tick: at 60 Hz a bin covers two milliseconds, about the time of a poll. */
    static final int BINS_PER_TICK = 8;

    /** Number of ticks beyond the longest delay from which on an input counts as part of an outage. */
    private static final int OUTAGE_TICKS = 10;
    /** Largest number of ticks by which an input is early without a cause. */
    private static final int EARLIEST_TICKS = 24;
    /** A block is forgotten as a whole: nothing is left of a spike when all were replaced, after six seconds. */
    private static final int BLOCKS = 4;
    private static final long BLOCK_NS = 1_500_000_000L;
    /** A bin of a block that is full counts no further, so that a link needs 3 KB for this: more would say the same. */
    private static final int FULL = 255;
    private static final long NS_PER_S = 1_000_000_000L;
    /** Sums of a few hundred fractions are wrong by far less, and a cost that rises by more does so for good. */
    private static final double RISE = 1e-6;

    private final long tickNs;
    private final int stallPrice;
    private final int bins;
    /** The bin of an input that arrives at the moment in which it is needed. */
    private final int origin;
    private final byte[][] blocks;
    private final int[] blockFrames = new int[BLOCKS];
    private final short[] total;
    private final int[] late = new int[BINS_PER_TICK];
    private int frames;
    private int block;
    private long blockStartNs;
    private int best;
    private boolean stale;
    /** Nothing is counted below the one and above the other: what is asked for each datagram looks at few bins. */
    private int lowest;
    private int highest;

    /**
     * An empty one.
     *
     * @param tickNs     length of a tick
     * @param stallPrice ticks of delay that one stalled tick in every frame is worth
     */
    LatenessTally(final long tickNs, final int stallPrice) {
        this.tickNs = tickNs;
        this.stallPrice = stallPrice;
        origin = (DelaySettings.limit((int) (NS_PER_S / tickNs)) + OUTAGE_TICKS) * BINS_PER_TICK;
        bins = origin + EARLIEST_TICKS * BINS_PER_TICK;
        blocks = new byte[BLOCKS][bins];
        total = new short[bins];
        lowest = bins - 1;
    }

    /**
     * Inputs came together.
     *
     * @param slackNs how early the first one came, negative when late
     * @param count   how many frames, at least one
     */
    void add(final long slackNs, final int count, final long nowNs) {
        turn(nowNs);
        final long place = origin + Math.floorDiv(slackNs * BINS_PER_TICK, tickNs);
        final int bin = (int) Math.max(0, Math.min(place, bins - 1));
        if ((blocks[block][bin] & FULL) == FULL) {
            return;
        }
        blocks[block][bin]++;
        total[bin]++;
        lowest = Math.min(lowest, bin);
        highest = Math.max(highest, bin);
        blockFrames[block] += count;
        frames += count;
        stale = true;
    }

    private void turn(final long nowNs) {
        if (frames == 0 || nowNs - blockStartNs >= BLOCKS * BLOCK_NS) {
            clear();
            blockStartNs = nowNs;
        }
        if (nowNs - blockStartNs < BLOCK_NS) {
            return;
        }
        while (nowNs - blockStartNs >= BLOCK_NS) {
            blockStartNs += BLOCK_NS;
            block = (block + 1) % BLOCKS;
            final byte[] oldest = blocks[block];
            for (int bin = 0; bin < bins; bin++) {
                total[bin] = (short) (total[bin] - (oldest[bin] & FULL));
            }
            Arrays.fill(oldest, (byte) 0);
            frames -= blockFrames[block];
            blockFrames[block] = 0;
        }
        lowest = latest();
        while (highest > lowest && total[highest] == 0) {
            highest--;
        }
    }

    void clear() {
        for (final byte[] each : blocks) {
            Arrays.fill(each, (byte) 0);
        }
        Arrays.fill(blockFrames, 0);
        Arrays.fill(total, (short) 0);
        lowest = bins - 1;
        highest = 0;
        frames = 0;
        stale = true;
    }

    boolean isEmpty() {
        return frames == 0;
    }

    /**
     * How much later inputs could come at the least cost.
     *
     * @return nanoseconds, negative when they should come earlier
     */
    long spareNs() {
        if (stale) {
            stale = false;
            best = frames < FEW_FRAMES ? latest() : cheapest();
        }
        return (best - origin) * tickNs / BINS_PER_TICK;
    }

    /** How much later the latest of all could have come and be in time. */
    long latestNs() {
        return (latest() - origin) * tickNs / BINS_PER_TICK;
    }

    /** The same of the last second or two. */
    long lastNs() {
        int bin = lowest;
        final byte[] before = blocks[(block + BLOCKS - 1) % BLOCKS];
        while (bin < bins - 1 && blocks[block][bin] == 0 && before[bin] == 0) {
            bin++;
        }
        return (bin - origin) * tickNs / BINS_PER_TICK;
    }

    private int latest() {
        int bin = lowest;
        while (bin < bins - 1 && total[bin] == 0) {
            bin++;
        }
        return bin;
    }

    /** Coming later by one bin more, what was so early or earlier by whole ticks stalls for a tick more. */
    private int cheapest() {
        Arrays.fill(late, 0);
        final double each = (double) stallPrice / frames;
        // Up to the first that is counted nothing is late, and each bin gains its part of a tick.
        double cost = -(double) lowest / BINS_PER_TICK;
        double least = cost;
        int cheapest = lowest;
        int counted = 0;
        for (int bin = lowest; bin < bins - 1; bin++) {
            if (bin > highest + BINS_PER_TICK && each * counted - 1 > RISE) {
                break; // each tick costs the same from here on, and more than it gains
            }
            counted += total[bin];
            late[bin % BINS_PER_TICK] += total[bin];
            cost += each * late[bin % BINS_PER_TICK] - 1.0 / BINS_PER_TICK;
            if (cost <= least) {
                least = cost;
                cheapest = bin + 1;
            }
        }
        return cheapest;
    }
}
