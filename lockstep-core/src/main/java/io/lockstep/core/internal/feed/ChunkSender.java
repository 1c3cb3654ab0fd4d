package io.lockstep.core.internal.feed;

import java.nio.ByteBuffer;

/**
 * Sends a header and all of a log from a place on to one spectator, in numbered chunks of which only so many are under
 * way; what is not acknowledged in time is sent again.
 */
final class ChunkSender {

    private static final int WINDOW = FeedLimits.WINDOW_CHUNKS;
    /** Before anything was measured, and at most. */
    private static final long FIRST_TIMEOUT_NS = 400 * FeedLimits.MS;
    private static final long MIN_TIMEOUT_NS = 60 * FeedLimits.MS;
    private static final long MAX_TIMEOUT_NS = 2 * FeedLimits.SECOND;
    /** A chunk is lost when so many later ones have come: fewer may have overtaken it. */
    private static final int OVERTAKEN = 3;
    private static final int MEAN_GAIN = 8;
    private static final int DEVIATION_GAIN = 4;

    private final FeedLog log;
    private final byte[] header;
    /** A place in the log is this much less than one in the stream. */
    private final long shift;
    private final long[] from = new long[WINDOW];
    private final int[] length = new int[WINDOW];
    private final long[] sentNs = new long[WINDOW];
    private final int[] times = new int[WINDOW];
    private final boolean[] acked = new boolean[WINDOW];
    private int base;
    private int next;
    private long taken;
    private long ackedTo;
    private long rttNs;
    private long deviationNs;

    /** Begins at a place of the log, with the header before it. */
    ChunkSender(final FeedLog log, final long start) {
        this.log = log;
        header = log.header();
        shift = header.length - start;
        ackedTo = 0;
    }

    /** The place in the log up to which everything has come. */
    long ackedPlace() {
        return Math.max(ackedTo, header.length) - shift;
    }

    /** Has all come that is handed out? */
    boolean isDrained() {
        return ackedTo == log.end() + shift;
    }

    /** Is something that was not acknowledged gone from the log? */
    boolean isBehindTheLog() {
        return ackedPlace() < log.begin();
    }

    /** Takes an acknowledgement: chunks that have come without a gap, and a bit for each after the next one. */
    void ack(final int cumulative, final long mask, final long nowNs) {
        if (cumulative - base < 0 || cumulative - next > 0) {
            return;
        }
        for (int n = base; n - next < 0; n++) {
            final int ahead = n - cumulative - 1;
            if (n - cumulative < 0 || ahead >= 0 && ahead < Long.SIZE && (mask >>> ahead & 1) != 0) {
                note(n, nowNs);
            }
        }
        while (base != next && acked[slot(base)]) {
            ackedTo = from[slot(base)] + length[slot(base)];
            base++;
        }
    }

    private void note(final int n, final long nowNs) {
        final int slot = slot(n);
        if (!acked[slot] && times[slot] == 1) {
            final long sample = nowNs - sentNs[slot];
            deviationNs = rttNs == 0 ? sample / 2
                : deviationNs + (Math.abs(sample - rttNs) - deviationNs) / DEVIATION_GAIN;
            rttNs = rttNs == 0 ? sample : rttNs + (sample - rttNs) / MEAN_GAIN;
        }
        acked[slot] = true;
    }

    private static int slot(final int n) {
        return n & WINDOW - 1;
    }

    /** Chooses the chunk to be sent now, an overdue one before a new one, and counts it as sent; −1 for none. */
    int due(final long nowNs) {
        for (int n = base; n - next < 0; n++) {
            if (isOverdue(n, nowNs)) {
                return sent(n, nowNs);
            }
        }
        final long end = log.end() + shift;
        if (next - base >= WINDOW || taken >= end) {
            return -1;
        }
        final int slot = slot(next);
        from[slot] = taken;
        length[slot] = (int) Math.min(FeedPacket.MAX_CHUNK_BYTES, end - taken);
        taken += length[slot];
        times[slot] = 0;
        acked[slot] = false;
        return sent(next++, nowNs);
    }

    private int sent(final int n, final long nowNs) {
        sentNs[slot(n)] = nowNs;
        times[slot(n)]++;
        return n;
    }

    private boolean isOverdue(final int n, final long nowNs) {
        final int slot = slot(n);
        if (acked[slot]) {
            return false;
        }
        final long waited = nowNs - sentNs[slot];
        return waited >= timeoutNs(times[slot])
            || rttNs > 0 && waited > rttNs + deviationNs && times[slot] == 1 && isOvertaken(n);
    }

    private boolean isOvertaken(final int n) {
        int later = 0;
        for (int other = n + 1; other - next < 0 && later < OVERTAKEN; other++) {
            later += acked[slot(other)] ? 1 : 0;
        }
        return later >= OVERTAKEN;
    }

    private long timeoutNs(final int sends) {
        final long first = rttNs == 0 ? FIRST_TIMEOUT_NS
            : Math.max(MIN_TIMEOUT_NS, rttNs + DEVIATION_GAIN * deviationNs);
        return Math.min(MAX_TIMEOUT_NS, first << Math.min(sends - 1, DEVIATION_GAIN));
    }

    /** Writes the bytes of a chunk. */
    void write(final int n, final byte[] scratch, final ByteBuffer out) {
        final int slot = slot(n);
        final int fromHeader = (int) Math.max(0, Math.min(length[slot], header.length - from[slot]));
        if (fromHeader > 0) {
            System.arraycopy(header, (int) from[slot], scratch, 0, fromHeader);
        }
        log.copy(from[slot] + fromHeader - shift, scratch, fromHeader, length[slot] - fromHeader);
        out.put(scratch, 0, length[slot]);
    }

    /** Smoothed round-trip time, 0 before the first. */
    long rttNs() {
        return rttNs;
    }
}
