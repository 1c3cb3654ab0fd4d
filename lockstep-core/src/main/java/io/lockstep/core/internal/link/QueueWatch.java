package io.lockstep.core.internal.link;

import java.util.Arrays;

/**
 * Watches whether a queue grows on a line. If all recent round trips are longer than the shortest of the last half
 * minute, their datagrams waited in a queue. Datagrams that need not be sent then would make the queue longer.
 */
final class QueueWatch {

    /** Shortest wait, in nanoseconds, that counts as a queue: a little more than one tick at 60 Hz. */
    private static final long LEAST_QUEUE_NS = 20_000_000L;
    /** Number of round trips in a row that all have to be longer: without a queue, one of them would be short. */
    private static final int SAMPLES = 8;
    /** Factor of the mean change between round trips that a queue has to exceed, too: jitter is no queue. */
    private static final int JITTERS = 2;
    private static final int JITTER_GAIN = 16;
    /** Number of buckets, each with a shortest round trip. A wait that outlasts them all counts as a new route. */
    private static final int BUCKETS = 8;
    /** Time that a bucket covers, in nanoseconds. */
    private static final long BUCKET_NS = 4_000_000_000L;
    /**
     * Time, in nanoseconds, without unneeded datagrams after a queue; it doubles each time that a queue soon returns.
     */
    private static final long LEAST_REST_NS = 2_000_000_000L;
    /** Longest such time, in nanoseconds. */
    private static final long MOST_REST_NS = 64_000_000_000L;

    private final long[] least = new long[BUCKETS];
    private final long[] recent = new long[SAMPLES];
    private int bucket;
    private long bucketNs;
    private long samples;
    private long jitterNs;
    private long restNs = LEAST_REST_NS;
    private long untilNs;
    private boolean rests;

    /** Takes a measured round trip. */
    void sample(final long rttNs, final long nowNs) {
        if (samples == 0) {
            Arrays.fill(least, rttNs);
            bucketNs = nowNs;
        } else {
            final long before = recent[(int) (samples - 1) % SAMPLES];
            jitterNs += (Math.abs(rttNs - before) - jitterNs) / JITTER_GAIN;
        }
        while (nowNs - bucketNs >= BUCKET_NS) {
            bucketNs += BUCKET_NS;
            bucket = (bucket + 1) % BUCKETS;
            least[bucket] = rttNs;
        }
        least[bucket] = Math.min(least[bucket], rttNs);
        recent[(int) samples % SAMPLES] = rttNs;
        samples = samples == Integer.MAX_VALUE ? SAMPLES : samples + 1;
        if (samples >= SAMPLES && queueNs() > LEAST_QUEUE_NS + JITTERS * jitterNs) {
            rest(nowNs);
        }
    }

    /** Returns the excess of the shortest recent round trip over the shortest remembered one, in nanoseconds. */
    private long queueNs() {
        return leastOf(recent) - leastOf(least);
    }

    private static long leastOf(final long[] values) {
        long result = values[0];
        for (int i = 1; i < values.length; i++) {
            result = Math.min(result, values[i]);
        }
        return result;
    }

    private void rest(final long nowNs) {
        if (!isQueueing(nowNs)) {
            final boolean again = rests && nowNs - untilNs < restNs;
            restNs = again ? Math.min(2 * restNs, MOST_REST_NS) : LEAST_REST_NS;
        }
        rests = true;
        untilNs = nowNs + restNs;
    }

    /** Forgets all round trips: the peer is another process, perhaps on another line. */
    void restart() {
        samples = 0;
        jitterNs = 0;
        rests = false;
        restNs = LEAST_REST_NS;
    }

    /** Returns whether a queue has been seen: the datagrams that caused it would cause it again. */
    boolean hasQueued() {
        return rests;
    }

    /** Returns whether a queue was seen so recently that no unneeded datagram may be sent. */
    boolean isQueueing(final long nowNs) {
        return rests && nowNs - untilNs < 0;
    }
}
