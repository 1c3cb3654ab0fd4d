package io.lockstep.core.internal.link;

import java.util.Arrays;

/**
 * Watches whether a queue grows on a line. Round trips that are all longer than the shortest of late have waited
 * somewhere; what need not be sent then would make the wait longer.
 */
final class QueueWatch {

    /** A shorter wait is no reason to send less: it is one tick at 60 Hz and a little. */
    private static final long LEAST_QUEUE_NS = 20_000_000L;
    /** Round trips in a row that all have to be longer: one of so many would show a line without a queue. */
    private static final int SAMPLES = 8;
    /** Lines whose round trips differ by themselves wait longer by so many of the usual differences. */
    private static final int JITTERS = 2;
    private static final int JITTER_GAIN = 16;
    /** A queue that has been there for longer than this counts as the way itself: a route may have changed. */
    private static final int BUCKETS = 8;
    private static final long BUCKET_NS = 4_000_000_000L;
    /** So long nothing is sent that need not be, once a queue was there; twice as long when it soon comes back. */
    private static final long LEAST_REST_NS = 2_000_000_000L;
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

    /** A round trip was measured. */
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

    /** How much longer the shortest of the latest round trips was than the shortest of all that are remembered. */
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

    /** Another process is there, perhaps by another line. */
    void restart() {
        samples = 0;
        jitterNs = 0;
        rests = false;
        restNs = LEAST_REST_NS;
    }

    /** Has a queue been seen? What has made it once would make it again. */
    boolean hasQueued() {
        return rests;
    }

    /** Was there a queue so lately that nothing is to be sent that need not be? */
    boolean isQueueing(final long nowNs) {
        return rests && nowNs - untilNs < 0;
    }
}
