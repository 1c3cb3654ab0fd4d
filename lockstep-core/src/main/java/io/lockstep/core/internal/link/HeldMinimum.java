package io.lockstep.core.internal.link;

import java.util.Arrays;

/** The least value of the last four seconds, in half-second steps: how long a spike is remembered. */
public final class HeldMinimum {

    private static final int BUCKETS = 8;
    private static final long BUCKET_NS = 500_000_000L;

    private final long[] least = new long[BUCKETS];
    private int bucket;
    private long bucketStartNs;
    private boolean known;

    public void add(final long value, final long nowNs) {
        // After a longer silence than that all buckets are out of date, not just the next one.
        if (!known || nowNs - bucketStartNs >= BUCKETS * BUCKET_NS) {
            known = true;
            Arrays.fill(least, value);
            bucketStartNs = nowNs;
        }
        while (nowNs - bucketStartNs >= BUCKET_NS) {
            bucketStartNs += BUCKET_NS;
            bucket = (bucket + 1) % BUCKETS;
            least[bucket] = value;
        }
        least[bucket] = Math.min(least[bucket], value);
    }

    /** Forgets everything. */
    public void restart() {
        known = false;
    }

    public long value() {
        long result = least[0];
        for (int i = 1; i < BUCKETS; i++) {
            result = Math.min(result, least[i]);
        }
        return result;
    }
}
