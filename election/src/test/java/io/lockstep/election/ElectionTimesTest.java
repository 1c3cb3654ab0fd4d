package io.lockstep.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** From the crash of a leader to the next one, in virtual time. */
class ElectionTimesTest {

    private static final int SEEDS_PER_SIZE = 200;
    private static final int FEWEST = 3;
    private static final int MOST = 8;

    @Test
    void shouldReplaceACrashedLeaderSoonOnOrdinaryLines() {
        final long[] times = times(10 * Net.MS, 100 * Net.MS, 0.05, 33 * Net.MS, 1);
        assertUnder(650, 50, times);
        assertUnder(1_200, 99, times);
    }

    @Test
    void shouldReplaceACrashedLeaderSoonWhenOnlyHeartbeatsAreSent() {
        final long[] times = times(10 * Net.MS, 100 * Net.MS, 0.05, 200 * Net.MS, 1);
        assertUnder(650, 50, times);
        assertUnder(1_200, 99, times);
    }

    @Test
    void shouldReplaceACrashedLeaderOnBadLines() {
        assertUnder(2_500, 99, times(250 * Net.MS, 250 * Net.MS, 0.20, 33 * Net.MS, 1));
    }

    @Test
    void shouldReplaceACrashedLeaderWhoseSuccessorCrashedToo() {
        final long[] times = times(10 * Net.MS, 100 * Net.MS, 0.05, 33 * Net.MS, 2);
        assertUnder(700, 50, times);
        assertUnder(1_300, 99, times);
    }

    /** How long each seed took. */
    private static long[] times(final long lowNs, final long highNs, final double loss, final long dataNs,
            final int crashes) {
        final int fewest = FEWEST + 2 * (crashes - 1);
        final long[] times = new long[SEEDS_PER_SIZE * (MOST - fewest + 1)];
        for (int i = 0; i < times.length; i++) {
            final Net net = new Net(fewest + i % (MOST - fewest + 1), i).roundTrips(lowNs, highNs)
                .faults(loss, 0.01, 0.1);
            net.dataNs = dataNs;
            net.start().runFor(Net.SECOND + net.random.nextLong(Net.SECOND));
            for (int peer = 0; peer < crashes; peer++) {
                net.peers[peer].alive = false;
            }
            times[i] = net.runUntilLeaderAbove(0, 30 * Net.SECOND);
            assertEquals("", net.oracle.verdict());
        }
        Arrays.sort(times);
        report(lowNs, highNs, loss, dataNs, crashes, times);
        return times;
    }

    private static void report(final long lowNs, final long highNs, final double loss, final long dataNs,
            final int crashes, final long[] times) {
        if (Boolean.getBoolean("election.report")) {
            System.out.println("rtt " + lowNs / Net.MS + "-" + highNs / Net.MS + " ms, loss " + loss
                + ", a datagram each " + dataNs / Net.MS + " ms, crashes " + crashes + ", " + times.length
                + " seeds: p50 " + percentile(times, 50) / Net.MS + " p90 " + percentile(times, 90) / Net.MS + " p99 "
                + percentile(times, 99) / Net.MS + " max " + times[times.length - 1] / Net.MS);
        }
    }

    private static void assertUnder(final long ms, final int percent, final long[] sorted) {
        final long found = percentile(sorted, percent) / Net.MS;
        assertTrue(found <= ms, "p" + percent + " of " + found + " ms, above " + ms);
    }

    private static long percentile(final long[] sorted, final int percent) {
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }
}
